import type { Container, Pod, PodAffinity, PodAffinityTerm } from "../../api/core/v1.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isPodLevelResourcesSet, podLimits, podRequests } from "../../component-helpers/resource/pod-resources.ts";
import {
  addResourceLists,
  parseResourceList,
  type ResourceList,
} from "../../component-helpers/resource/resource-list.ts";
import {
  hugePagesPrefix,
  isExtendedResourceName,
  isNativeResource,
  requestsPrefix,
} from "../../component-helpers/resource/resource-names.ts";
import type { Evaluator } from "../evaluator.ts";
import { one } from "../resources.ts";
import { matchesScopeSelector } from "./scope-selector.ts";

const countName = "count/pods";
const computed = ["cpu", "memory", "ephemeral-storage"];

const podNames: ReadonlySet<string> = new Set([
  countName,
  "pods",
  ...computed.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

/** The resources that every container must name where a quota limits them. */
const mandatory: ReadonlySet<string> = new Set(
  ["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

const isPodResource = (name: string): boolean =>
  podNames.has(name) ||
  name.startsWith(hugePagesPrefix) ||
  name.startsWith(requestsPrefix + hugePagesPrefix) ||
  (name.startsWith(requestsPrefix) && !isNativeResource(name));

/** Returns what requests and limits count as (podComputeUsageHelper). */
function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const usage = new Map([["pods", one]]);
  for (const name of computed) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request !== undefined) usage.set(name, request).set(`requests.${name}`, request);
    if (limit !== undefined) usage.set(`limits.${name}`, limit);
  }
  for (const [name, request] of requests) {
    const isHugePages = name.startsWith(hugePagesPrefix);
    if (isHugePages) usage.set(name, request);
    if (isHugePages || isExtendedResourceName(name)) usage.set(requestsPrefix + name, request);
  }
  return usage;
}

export const isTerminating = ({ spec }: Pod): boolean => (spec?.activeDeadlineSeconds ?? -1) >= 0;

/** Reports whether a pod asks for no CPU or memory; the status says so for pods that exist. */
function isBestEffort({ spec, status }: Pod): boolean {
  if (status?.qosClass !== undefined && status.qosClass !== "") return status.qosClass === "BestEffort";
  const all = [spec ?? {}, ...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  return !all.some(({ resources }) =>
    [resources?.requests, resources?.limits].some((list) => {
      const quantities = parseResourceList(list);
      return ["cpu", "memory"].some((name) => (quantities.get(name)?.sign ?? 0) > 0);
    }),
  );
}

const crossesNamespaces = ({ namespaces = [], namespaceSelector }: PodAffinityTerm): boolean =>
  namespaces.length > 0 || namespaceSelector !== undefined;

const usesCrossNamespaceAffinity = (affinity: PodAffinity | undefined): boolean =>
  (affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).some(crossesNamespaces) ||
  (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).some(({ podAffinityTerm = {} }) =>
    crossesNamespaces(podAffinityTerm),
  );

/** Reports whether a pod still consumes compute resources (core.QuotaV1Pod). */
function isCounted({ metadata, status }: Pod, now: number): boolean {
  if (status?.phase === "Failed" || status?.phase === "Succeeded") return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true;
  return now <= Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

const asPod = (object: KubeObject | undefined): Pod => object as Pod; // decoded by the schema

export interface PodEvaluatorOptions {
  /** The current time in milliseconds. */
  now(): number;
  readonly podLevelResources: boolean;
  readonly inPlacePodVerticalScaling: boolean;
}

/** Counts pods and their resources (evaluator/core NewPodEvaluator). */
export function createPodEvaluator(options: PodEvaluatorOptions): Evaluator {
  const { now, podLevelResources } = options;
  const resources = {
    useStatusResources: options.inPlacePodVerticalScaling,
    skipPodLevelResources: !podLevelResources,
  };
  return {
    resource: { group: "", resource: "pods" },
    handles({ operation, subresource, object, oldObject }) {
      if (subresource === "resize") return operation === "UPDATE";
      if (subresource !== "") return false;
      if (operation !== "UPDATE") return operation === "CREATE";
      return isTerminating(asPod(oldObject)) !== isTerminating(asPod(object));
    },
    constraints: (required, object) =>
      podLevelResources && isPodLevelResourcesSet(asPod(object))
        ? undefined
        : missingResources(required, asPod(object)),
    matchingResources: (names) => names.filter(isPodResource),
    matchesScope(selector, object) {
      const pod = asPod(object);
      switch (selector.scopeName) {
        case "Terminating":
          return isTerminating(pod);
        case "NotTerminating":
          return !isTerminating(pod);
        case "BestEffort":
          return isBestEffort(pod);
        case "NotBestEffort":
          return !isBestEffort(pod);
        case "PriorityClass": {
          const { priorityClassName = "" } = pod.spec ?? {};
          return matchesScopeSelector(selector, priorityClassName === "" ? [] : [priorityClassName]);
        }
        case "CrossNamespacePodAffinity": {
          const { podAffinity, podAntiAffinity } = pod.spec?.affinity ?? {};
          return usesCrossNamespaceAffinity(podAffinity) || usesCrossNamespaceAffinity(podAntiAffinity);
        }
        default:
          return false;
      }
    },
    usage(object) {
      const pod = asPod(object);
      const counted: ResourceList = new Map([[countName, one]]);
      if (!isCounted(pod, now())) return counted;
      return addResourceLists(counted, computeUsage(podRequests(pod, resources), podLimits(pod, resources)));
    },
    replenishes(before, after) {
      const [old, pod] = [asPod(before), asPod(after)];
      const finished = (one_: Pod): boolean => !isCounted(one_, now());
      return (
        finished(old) !== finished(pod) ||
        old.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||
        isTerminating(old) !== isTerminating(pod) ||
        JSON.stringify(resourcesOf(old)) !== JSON.stringify(resourcesOf(pod))
      );
    },
  };
}

const resourcesOf = ({ spec, status }: Pod): unknown => [
  spec?.containers?.map(({ resources }) => resources),
  spec?.initContainers?.map(({ resources }) => resources),
  status?.containerStatuses?.map(({ resources, allocatedResources }) => [resources, allocatedResources]),
];

/** Returns which containers lack what a quota limits (podEvaluator.Constraints). */
function missingResources(required: readonly string[], { spec }: Pod): string | undefined {
  const wanted = required.filter((name) => mandatory.has(name));
  if (wanted.length === 0) return undefined;
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  const lacking = (name: string): readonly string[] =>
    containers.filter((container) => !ownUsage(container).has(name)).map((container) => container.name);
  const told = wanted
    .toSorted(compareUtf8)
    .map((name) => ({ name, containers: [...new Set(lacking(name))].sort(compareUtf8) }))
    .filter((found) => found.containers.length > 0)
    .map((found) => `${found.name} for: ${found.containers.join(",")}`);
  return told.length === 0 ? undefined : `must specify ${told.join("; ")}`;
}

const ownUsage = ({ resources }: Container): ResourceList =>
  computeUsage(parseResourceList(resources?.requests), parseResourceList(resources?.limits));
