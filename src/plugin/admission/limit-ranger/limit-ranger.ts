import type { Container, LimitRange, Pod, ResourceListText, ResourceRequirements } from "../../../api/core/v1.ts";
import { aggregateTexts } from "../../../apimachinery/field-error.ts";
import type { PluginSteps } from "../../../apiserver/admission/lazy-plugin.ts";
import type { AdmissionAttributes } from "../../../apiserver/admission/attributes.ts";
import { newAdmissionForbidden } from "../../../apiserver/admission/errors.ts";
import { asPersistentVolumeClaim, asPod } from "../core-objects.ts";
import { claimProblems, podProblems } from "./constraints.ts";

const annotation = "kubernetes.io/limit-ranger";

/** The limit ranges of a namespace. */
export type ListLimitRanges = (namespace: string) => readonly LimitRange[];

/** Updates of pods cannot change resources, except by resize; objects that are being deleted are left alone. */
const isJudged = ({ operation, resource, subresource, oldObject }: AdmissionAttributes): boolean =>
  (operation === "CREATE" || resource.resource !== "pods" || subresource === "resize") &&
  oldObject?.metadata.deletionTimestamp === undefined;

/** Fills in requests and limits, and enforces the limit ranges of the namespace (plugin LimitRanger). */
export function createLimitRanger(list: ListLimitRanges, podLevelResources: boolean): PluginSteps {
  return {
    admit(attributes) {
      const pod = asPod(attributes.object);
      if (pod === undefined || attributes.resource.resource !== "pods" || !isJudged(attributes)) return undefined;
      const changed = list(attributes.namespace).reduce(withDefaults, pod);
      return changed === pod ? undefined : changed;
    },
    validate(attributes) {
      const { object, resource, namespace } = attributes;
      if (object === undefined || !isJudged(attributes)) return;
      for (const range of list(namespace)) {
        const problems =
          resource.resource === "pods"
            ? podProblems(range, asPod(object), podLevelResources)
            : claimProblems(range, asPersistentVolumeClaim(object));
        if (problems.length > 0) throw newAdmissionForbidden(attributes, aggregateTexts(problems));
      }
    },
  };
}

/** The defaults of a limit range for containers (limitranger defaultContainerResourceRequirements). */
function defaultsOf({ spec }: LimitRange): Required<ResourceRequirements> {
  const items = (spec?.limits ?? []).filter(({ type }) => type === "Container");
  return {
    requests: Object.assign({}, ...items.map(({ defaultRequest }) => defaultRequest)),
    limits: Object.assign({}, ...items.map((item) => item.default)),
  };
}

const missing = (own: ResourceListText, defaults: ResourceListText): readonly string[] =>
  Object.keys(defaults)
    .filter((name) => own[name] === undefined)
    .sort();

/** Fills in what containers leave out, and says so in an annotation (limitranger mergePodResourceRequirements). */
function withDefaults(pod: Pod, range: LimitRange): Pod {
  const defaults = defaultsOf(range);
  const told: string[] = [];
  const filled = (kind: string, containers: readonly Container[] | undefined): readonly Container[] | undefined =>
    containers?.map((container) => {
      const { requests = {}, limits = {} } = container.resources ?? {};
      const addedRequests = missing(requests, defaults.requests);
      const addedLimits = missing(limits, defaults.limits);
      if (addedRequests.length > 0) told.push(`${addedRequests.join(", ")} request for ${kind} ${container.name}`);
      if (addedLimits.length > 0) told.push(`${addedLimits.join(", ")} limit for ${kind} ${container.name}`);
      if (addedRequests.length + addedLimits.length === 0) return container;
      return {
        ...container,
        resources: {
          ...container.resources,
          ...merged("requests", requests, defaults.requests),
          ...merged("limits", limits, defaults.limits),
        },
      };
    });
  const containers = filled("container", pod.spec?.containers);
  const initContainers = filled("init container", pod.spec?.initContainers);
  if (told.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${told.join("; ")}` };
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations },
    spec: { ...pod.spec, ...(containers && { containers }), ...(initContainers && { initContainers }) },
  };
}

/** Returns a list with its defaults; an empty one is left out, as Go prints it. */
function merged(member: keyof ResourceRequirements, own: ResourceListText, defaults: ResourceListText) {
  const list = { ...defaults, ...own };
  return Object.keys(list).length === 0 ? {} : { [member]: list };
}
