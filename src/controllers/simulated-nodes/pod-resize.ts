import type { PodCondition } from "../../api/core/scheduling.ts";
import type { ResourceRequirements } from "../../api/core/v1.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { PodSurroundings, StepNotes } from "./pod-surroundings.ts";
import { isSidecar, type KubeletContainer, type KubeletContainerStatus, type KubeletPod } from "./pod-types.ts";

const pending = "PodResizePending";
const inProgress = "PodResizeInProgress";

/** How long a resize takes once the node has agreed to it. */
const resizeMs = 1000;

const resizable = ["cpu", "memory"] as const;
const lists = ["requests", "limits"] as const;

type Resource = (typeof resizable)[number];

const amountOf = (list: ResourceRequirements | undefined, kind: (typeof lists)[number], name: Resource) => {
  const text = list?.[kind]?.[name];
  return text === undefined ? undefined : parseQuantity(text).scaledValue(-3);
};

/** Returns the resources of which a running container has another amount than it is to have. */
const changedResources = ({ resources }: KubeletContainer, status: KubeletContainerStatus): readonly Resource[] =>
  status.state.running === undefined || status.resources === undefined
    ? []
    : resizable.filter((name) =>
        lists.some((kind) => amountOf(resources, kind, name) !== amountOf(status.resources, kind, name)),
      );

const conditionOf = ({ status }: KubeletPod, type: string): PodCondition | undefined =>
  status?.conditions?.find((one) => one.type === type);

/** Reports whether the node has agreed to what the containers of a pod are to have now. */
export function isResizeAllocated(pod: KubeletPod): boolean {
  const { observedGeneration } = conditionOf(pod, inProgress) ?? {};
  return observedGeneration !== undefined && Number(observedGeneration) === Number(pod.metadata.generation);
}

const isDue = (pod: KubeletPod, now: number): boolean =>
  isResizeAllocated(pod) && Date.parse(conditionOf(pod, inProgress)?.lastTransitionTime ?? "") + resizeMs <= now;

const needsRestart = ({ resizePolicy = [] }: KubeletContainer, changed: readonly Resource[]): boolean =>
  resizePolicy.some(
    ({ resourceName, restartPolicy }) =>
      restartPolicy === "RestartContainer" && changed.some((name) => name === resourceName),
  );

/** Reports whether it is time to restart a running container, since its resize wants that. */
export const isRestartedByResize = (
  pod: KubeletPod,
  container: KubeletContainer,
  status: KubeletContainerStatus,
  now: number,
): boolean => isDue(pod, now) && needsRestart(container, changedResources(container, status));

/** Returns a pod whose containers have what the node has agreed to (the allocation manager's getAllocatedPods). */
export function allocatedPod(pod: KubeletPod): KubeletPod {
  if (pod.spec === undefined || isResizeAllocated(pod)) return pod;
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
  const allocated = (container: KubeletContainer): KubeletContainer => {
    const { resources } = statuses.find(({ name }) => name === container.name) ?? {};
    return resources === undefined ? container : { ...container, resources };
  };
  const { containers = [], initContainers = [] } = pod.spec;
  const sidecarOnly = (container: KubeletContainer) => (isSidecar(container) ? allocated(container) : container);
  const spec = { ...pod.spec, containers: containers.map(allocated), initContainers: initContainers.map(sidecarOnly) };
  return { ...pod, spec };
}

/** The statuses of a pod's containers after a step, and the conditions of its resize. */
export interface ResizeStep {
  readonly inits: readonly KubeletContainerStatus[];
  readonly mains: readonly KubeletContainerStatus[];
  readonly conditions: readonly PodCondition[];
}

/**
 * Moves a resize on: running containers that are to have other resources get them a second after the node has agreed,
 * those whose policy wants a restart by one (the kubelet's handlePodResourcesResize, KEP-1287). The conditions
 * PodResizePending and PodResizeInProgress are those of a pod whose resize is not done.
 */
export function stepResize(
  pod: KubeletPod,
  { inits, mains }: Omit<ResizeStep, "conditions">,
  around: PodSurroundings,
  notes: StepNotes,
): ResizeStep {
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const all = [...containers, ...initContainers.filter(isSidecar)];
  const find = ({ name }: KubeletContainerStatus) => all.find((container) => container.name === name);
  const differs = (status: KubeletContainerStatus): boolean => {
    const container = find(status);
    return container !== undefined && changedResources(container, status).length > 0;
  };
  const isDone = (statuses: readonly KubeletContainerStatus[]) => !statuses.some(differs);
  const before = conditionOf(pod, inProgress);
  if (!isDone([...inits, ...mains]) && !isDue(pod, around.now)) {
    const conditions = isResizeAllocated(pod) && before !== undefined ? [before] : [admit(pod, around, notes)];
    if (conditions[0]?.type === inProgress) notes.wakeBy(startOf(conditions[0]) + resizeMs);
    return { inits, mains, conditions };
  }
  const resized = (status: KubeletContainerStatus): KubeletContainerStatus => {
    const container = find(status);
    if (container === undefined || !differs(status)) return status;
    if (needsRestart(container, changedResources(container, status))) return status;
    return { ...status, resources: container.resources ?? {} };
  };
  const after = { inits: inits.map(resized), mains: mains.map(resized) };
  const done = isDone([...after.inits, ...after.mains]);
  if (done && before !== undefined) notes.event("Normal", "ResizeCompleted", completed(pod));
  return { ...after, conditions: done || before === undefined ? [] : [before] };
}

const startOf = ({ lastTransitionTime = "" }: PodCondition): number => Date.parse(lastTransitionTime);

/** Asks the node; returns the condition that tells its answer. */
function admit(pod: KubeletPod, around: PodSurroundings, notes: StepNotes): PodCondition {
  const problem = around.resizeProblem();
  const type = problem === undefined ? inProgress : pending;
  const old = conditionOf(pod, type);
  const now = formatTime(around.now);
  const { generation } = pod.metadata;
  const isSame = old !== undefined && old.reason === problem?.reason && old.observedGeneration === generation;
  if (isSame && old.message === problem?.message && problem !== undefined) return old;
  if (problem === undefined) notes.wakeBy(around.now + resizeMs);
  return {
    type,
    ...(generation !== undefined && { observedGeneration: generation }),
    status: "True",
    lastProbeTime: now,
    lastTransitionTime: problem !== undefined && old?.reason === problem.reason ? (old.lastTransitionTime ?? now) : now,
    ...problem,
  };
}

/** The kubelet's event of a resize that is done: what the containers of the pod are to have. */
function completed({ spec = {} }: KubeletPod): string {
  const summary = (containers: readonly KubeletContainer[] = []) =>
    containers.map(({ name, resources }) => ({ name, resources: ordered(resources) }));
  const { initContainers = [], containers } = spec;
  const told = {
    ...(initContainers.length > 0 && { initContainers: summary(initContainers) }),
    containers: summary(containers),
  };
  return `Pod resize completed: ${JSON.stringify(told)}`;
}

const sorted = (list: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1)));

const ordered = ({ limits, requests }: ResourceRequirements = {}) => ({
  ...(limits && { limits: sorted(limits) }),
  ...(requests && { requests: sorted(requests) }),
});
