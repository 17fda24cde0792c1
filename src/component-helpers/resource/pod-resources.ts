import type { Container, ContainerStatus, Pod, ResourceListText, ResourceRequirements } from "../../api/core/v1.ts";
import {
  addResourceLists,
  maxResourceLists,
  noResources,
  parseResourceList,
  type ResourceList,
} from "./resource-list.ts";
import { isSupportedPodLevelResource } from "./resource-names.ts";

/** What counts into the resources of a pod (component-helpers/resource PodResourcesOptions). */
export interface PodResourcesOptions {
  /** Whether what containers were given counts too, for a resize that is under way. */
  readonly useStatusResources?: boolean;
  readonly excludeOverhead?: boolean;
  readonly skipPodLevelResources?: boolean;
}

const podLevel = ({ spec }: Pod, list: "requests" | "limits"): readonly (readonly [string, string])[] =>
  Object.entries(spec?.resources?.[list] ?? {}).filter(([name]) => isSupportedPodLevelResource(name));

/** Reports whether a pod requests resources for all its containers together. */
export const isPodLevelRequestsSet = (pod: Pod): boolean => podLevel(pod, "requests").length > 0;

/** Reports whether a pod names resources for all its containers together. */
export const isPodLevelResourcesSet = (pod: Pod): boolean =>
  isPodLevelRequestsSet(pod) || podLevel(pod, "limits").length > 0;

/** An init container that keeps running beside the others. */
export const isRestartableInitContainer = ({ restartPolicy }: Container): boolean => restartPolicy === "Always";

const isResizeInfeasible = ({ status }: Pod): boolean =>
  status?.conditions?.find(({ type }) => type === "PodResizePending")?.reason === "Infeasible";

const maxOf = (...lists: readonly (ResourceListText | undefined)[]): ResourceList =>
  lists.map(parseResourceList).reduce(maxResourceLists, noResources);

/** Returns the requests of a container, which a resize must not lower before the kubelet has carried it out. */
function requestsOf(pod: Pod, asked: ResourceRequirements | undefined, status: ContainerStatus | undefined) {
  if (status?.resources === undefined) return parseResourceList(asked?.requests);
  const { resources, allocatedResources } = status;
  return isResizeInfeasible(pod)
    ? maxOf(resources.requests, allocatedResources)
    : maxOf(asked?.requests, resources.requests, allocatedResources);
}

function limitsOf(pod: Pod, asked: ResourceRequirements | undefined, status: ContainerStatus | undefined) {
  if (status?.resources === undefined) return parseResourceList(asked?.limits);
  return isResizeInfeasible(pod)
    ? parseResourceList(status.resources.limits)
    : maxOf(asked?.limits, status.resources.limits);
}

type ResourcesOf = typeof requestsOf;

const statusesOf = ({ status }: Pod): ReadonlyMap<string, ContainerStatus> =>
  new Map(
    [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].map((one) => [one.name, one]),
  );

/**
 * Adds up containers and sidecars. Init containers run one after the other, beside the sidecars that were started
 * before them: the greatest of those sums is the least of what the pod needs.
 */
function aggregate(pod: Pod, { useStatusResources = false }: PodResourcesOptions, resourcesOf: ResourcesOf) {
  const statuses = useStatusResources ? statusesOf(pod) : new Map<string, ContainerStatus>();
  let total = noResources;
  for (const { name, resources } of pod.spec?.containers ?? [])
    total = addResourceLists(total, resourcesOf(pod, resources, statuses.get(name)));
  let sidecars = noResources;
  let initial = noResources;
  for (const container of pod.spec?.initContainers ?? []) {
    if (isRestartableInitContainer(container)) {
      const own = resourcesOf(pod, container.resources, statuses.get(container.name));
      total = addResourceLists(total, own);
      sidecars = addResourceLists(sidecars, own);
      initial = maxResourceLists(initial, sidecars);
    } else {
      const own = resourcesOf(pod, container.resources, undefined);
      initial = maxResourceLists(initial, addResourceLists(own, sidecars));
    }
  }
  return maxResourceLists(total, initial);
}

const withPodLevel = (pod: Pod, list: "requests" | "limits", sums: ResourceList): ResourceList =>
  new Map([...sums, ...parseResourceList(Object.fromEntries(podLevel(pod, list)))]);

/** Returns what a pod requests in total (component-helpers/resource PodRequests). */
export function podRequests(pod: Pod, options: PodResourcesOptions = {}): ResourceList {
  const sums = aggregate(pod, options, requestsOf);
  const requests = options.skipPodLevelResources === true ? sums : withPodLevel(pod, "requests", sums);
  return options.excludeOverhead === true
    ? requests
    : addResourceLists(requests, parseResourceList(pod.spec?.overhead));
}

/**
 * Returns the limits of a pod in total; overhead counts where there is a limit (component-helpers/resource PodLimits).
 */
export function podLimits(pod: Pod, options: PodResourcesOptions = {}): ResourceList {
  const sums = aggregate(pod, options, limitsOf);
  const limits = options.skipPodLevelResources === true ? sums : withPodLevel(pod, "limits", sums);
  if (options.excludeOverhead === true) return limits;
  const overhead = [...parseResourceList(pod.spec?.overhead)].filter(([name]) => limits.get(name)?.isZero === false);
  return addResourceLists(limits, new Map(overhead));
}
