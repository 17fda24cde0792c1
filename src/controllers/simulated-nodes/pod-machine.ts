import { greatestOf } from "../../apimachinery/long-lists.ts";
import type { PodCondition } from "../../api/core/scheduling.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { isRestarted, type MachineContainer, stepContainer } from "./container-machine.ts";
import { newStatus } from "./container-status.ts";
import { stopEvent, stoppedStatusOf, stopSidecars } from "./container-stop.ts";
import { stepResize } from "./pod-resize.ts";
import { type KubeletEvent, type PodRejection, type PodSurroundings, StepNotes } from "./pod-surroundings.ts";
import {
  isSidecar,
  type KubeletContainer,
  type KubeletContainerStatus,
  type KubeletPod,
  type KubeletPodStatus,
  type TerminatedState,
} from "./pod-types.ts";

/** What is to be written about a pod, and when to look at it again. */
export interface PodStep {
  /** The status to write; the same object if nothing has changed. */
  readonly status: KubeletPodStatus;
  readonly events: readonly KubeletEvent[];
  readonly wakeAt?: number;
}

type Restarts = MachineContainer["restarts"];
const second = 1000;

/** A step never takes more states than this one after the other. */
const mostStates = 20;

/**
 * Returns what becomes of a pod by now: a function of its status, what its containers do, and the time (the kubelet's
 * SyncPod, generateAPIPodStatus and getPhase).
 */
export function stepPod(pod: KubeletPod, around: PodSurroundings): PodStep {
  const before = pod.status ?? {};
  const notes = new StepNotes();
  if (before.phase === "Succeeded" || before.phase === "Failed") return { status: before, events: [] };
  if (before.startTime === undefined) {
    const rejection = around.rejection();
    return rejection === undefined
      ? { ...admitted(pod, around), wakeAt: around.now }
      : rejected(pod, rejection, around);
  }
  const deadline = deadlineOf(pod, before.startTime);
  if (deadline !== undefined && deadline <= around.now) return exceeded(pod, around);
  const unmounted = around.missingVolume();
  const containers = unmounted === undefined ? stepContainers(pod, around, notes) : containersBefore(before);
  if (unmounted !== undefined && !around.memory.unmounted.has(unmounted.volume)) {
    around.memory.unmounted.add(unmounted.volume);
    notes.event("Warning", "FailedMount", unmounted.message);
  }
  const resized = stepResize(pod, containers, around, notes);
  const status = statusOf(pod, { ...containers, ...resized }, around);
  const wakeAt = Math.min(notes.wakeAt ?? Infinity, deadline ?? Infinity);
  const isSame = JSON.stringify(status) === JSON.stringify(before);
  return {
    status: isSame ? before : status,
    events: notes.events,
    ...(wakeAt !== Infinity && status.phase !== "Succeeded" && status.phase !== "Failed" && { wakeAt }),
  };
}

const deadlineOf = ({ spec }: KubeletPod, startTime: string): number | undefined =>
  spec?.activeDeadlineSeconds === undefined ? undefined : Date.parse(startTime) + spec.activeDeadlineSeconds * second;

interface Containers {
  readonly inits: readonly KubeletContainerStatus[];
  readonly mains: readonly KubeletContainerStatus[];
  readonly ephemerals: readonly KubeletContainerStatus[];
  /** Conditions of a resize that is not done. */
  readonly conditions?: readonly PodCondition[];
}

const containersBefore = (status: KubeletPodStatus): Containers => ({
  inits: status.initContainerStatuses ?? [],
  mains: status.containerStatuses ?? [],
  ephemerals: status.ephemeralContainerStatuses ?? [],
});

/** How long a kubelet takes to refuse a pod; a controller that replaces it at once would else never let time pass. */
const rejectionMs = 1000;

/** The status of a pod that its node does not take: nothing of it will run (kubelet rejectPod). */
function rejected(pod: KubeletPod, { reason, message }: PodRejection, around: PodSurroundings): PodStep {
  const { generation } = pod.metadata;
  around.memory.rejectedAt ??= around.now + rejectionMs;
  if (around.memory.rejectedAt > around.now)
    return { status: pod.status ?? {}, events: [], wakeAt: around.memory.rejectedAt };
  const status = {
    ...pod.status,
    phase: "Failed",
    reason,
    message: `Pod was rejected: ${message}`,
    startTime: formatTime(around.now),
    ...(generation !== undefined && { observedGeneration: generation }),
    conditions: (pod.status?.conditions ?? []).filter(({ type }) => !ownConditions.has(type)),
  };
  return { status, events: [{ type: "Warning", reason, message }] };
}

/** The first status: the pod is on its node, and nothing runs. */
function admitted(pod: KubeletPod, around: PodSurroundings): PodStep {
  const { initContainers = [], containers = [] } = pod.spec ?? {};
  const reason = initContainers.length > 0 ? "PodInitializing" : "ContainerCreating";
  const statuses = {
    inits: initContainers.map((container) => newStatus(container, reason)),
    mains: containers.map((container) => newStatus(container, reason)),
    ephemerals: [],
  };
  const started = { ...pod, status: { ...pod.status, startTime: formatTime(around.now) } };
  return { status: statusOf(started, statuses, { ...around, podIp: "" }), events: [] };
}

function exceeded(pod: KubeletPod, around: PodSurroundings): PodStep {
  const message = "Pod was active on the node longer than the specified deadline";
  const { terminationGracePeriodSeconds = 30 } = pod.spec ?? {};
  const stopped = stopContainers(pod, around, terminationGracePeriodSeconds);
  const status = { ...statusOf(pod, stopped, around, "Failed"), reason: "DeadlineExceeded", message };
  return { status, events: [{ type: "Normal", reason: "DeadlineExceeded", message }, ...stopEvents(pod)] };
}

/** The events of the containers that a kubelet stops. */
export const stopEvents = ({ status = {} }: KubeletPod): readonly KubeletEvent[] =>
  Object.values(containersBefore(status))
    .flat()
    .filter(({ state }) => state.running !== undefined)
    .map(stopEvent);

/** How long the containers of a pod take to stop, at most so many seconds. */
export const stopSecondsOf = (pod: KubeletPod, around: PodSurroundings, graceSeconds: number): number =>
  greatestOf(
    (pod.spec?.containers ?? []).map((one) => around.stopOf(one, graceSeconds).seconds),
    0,
  );

/**
 * Returns the last status of a pod whose containers were stopped: it has succeeded if all of them ended well, and has
 * failed otherwise (the kubelet's SyncTerminatedPod and getPhase of a pod that is terminal).
 */
export function stoppedStatus(pod: KubeletPod, around: PodSurroundings, graceSeconds: number): KubeletPodStatus {
  const stopped = stopContainers(pod, around, graceSeconds);
  const isWell = stopped.mains.every(({ state }) => state.terminated?.exitCode === 0);
  return statusOf(pod, stopped, around, isWell ? "Succeeded" : "Failed");
}

/** Returns the statuses of containers that were stopped: those that need more time than they have are killed. */
function stopContainers(pod: KubeletPod, around: PodSurroundings, graceSeconds: number): Containers {
  const { spec = {}, status = {} } = pod;
  const isKilled = ({ name }: KubeletContainerStatus): boolean => {
    const container = spec.containers?.find((one) => one.name === name);
    return container !== undefined && around.stopOf(container, graceSeconds).isKilled;
  };
  const stop = (one: KubeletContainerStatus): KubeletContainerStatus => stoppedStatusOf(one, around.now, isKilled(one));
  const { inits, mains, ephemerals } = containersBefore(status);
  return { inits: inits.map(stop), mains: mains.map(stop), ephemerals: ephemerals.map(stop) };
}

type Move = (container: KubeletContainer, isInit: boolean, restarts: Restarts) => KubeletContainerStatus;
type Waits = (container: KubeletContainer) => KubeletContainerStatus;

/** Moves the containers on: ephemeral ones first, init containers one after the other, then all others. */
function stepContainers(pod: KubeletPod, around: PodSurroundings, notes: StepNotes): Containers {
  const { initContainers = [], containers = [], ephemeralContainers = [], restartPolicy = "Always" } = pod.spec ?? {};
  const known = new Map(
    Object.values(containersBefore(pod.status ?? {}))
      .flat()
      .map((status) => [status.name, status]),
  );
  const move: Move = (container, isInit, restarts) => {
    const machine = { pod, container, restarts, behavior: around.behavior(container, isInit) };
    let status = known.get(container.name) ?? newStatus(container, "ContainerCreating");
    for (let count = 0; count < mostStates; count++) {
      const next = stepContainer(machine, status, around, notes);
      if (next === status) break;
      status = next;
    }
    return status;
  };
  const waits: Waits = (container) => known.get(container.name) ?? newStatus(container, "PodInitializing");
  const policy = restartPolicy as Restarts;
  const ephemerals = ephemeralContainers.map((container) => asEphemeral(move(container, false, "Never")));
  const isOver = (statuses: readonly KubeletContainerStatus[]): boolean =>
    statuses.length > 0 && statuses.every(({ state }) => hasEnded(policy, state.terminated));
  const before = containers.map(waits);
  if (isOver(before)) {
    const inits = stopSidecars(pod, initContainers.map(waits), around, notes);
    return { inits, mains: before, ephemerals };
  }
  const { inits, blocked } = stepInits(pod, move, waits);
  const mains = containers.map((container) => (blocked ? waits(container) : move(container, false, policy)));
  if (isOver(mains)) notes.wakeBy(around.now);
  return { inits, mains, ephemerals };
}

/** Moves init containers on, sidecars among them; says whether the others have to wait. */
function stepInits({ spec = {} }: KubeletPod, move: Move, waits: Waits) {
  const { initContainers = [], restartPolicy = "Always" } = spec;
  const policy = restartPolicy === "Always" ? "OnFailure" : (restartPolicy as Restarts);
  let blocked = false;
  const inits = initContainers.map((container) => {
    const status = waits(container);
    if (blocked || isDone(container, status)) return status;
    const sidecar = isSidecar(container);
    const moved = move(container, true, sidecar ? "Always" : policy);
    blocked = sidecar ? moved.started !== true : !isDone(container, moved);
    return sidecar ? moved : asInit(moved);
  });
  return { inits, blocked };
}

/** Ephemeral containers are never ready, and do not tell whether they have started. */
function asEphemeral({ started: _started, resources: _resources, ...status }: KubeletContainerStatus) {
  return { ...status, ready: false };
}

/** Init containers have no probes; they are ready once they have ended well. */
const asInit = (status: KubeletContainerStatus): KubeletContainerStatus => {
  const ready = status.state.terminated?.exitCode === 0;
  return status.ready === ready ? status : { ...status, ready };
};

/** Whether a container has ended and is not to be started again. */
const hasEnded = (policy: Restarts, terminated: TerminatedState | undefined): boolean =>
  terminated !== undefined && !isRestarted(policy, terminated);

const isDone = (container: KubeletContainer, { state }: KubeletContainerStatus): boolean =>
  !isSidecar(container) && state.terminated?.exitCode === 0;

/** Sums the containers up (kubelet getPhase). */
function phaseOf({ spec = {} }: KubeletPod, { inits, mains }: Containers): string {
  const { initContainers = [], restartPolicy = "Always" } = spec;
  const regular = initContainers.map((container, i) => ({ container, status: inits[i] }));
  for (const { container, status } of regular) {
    if (status === undefined) return "Pending";
    const { terminated } = status.state;
    if (!isSidecar(container) && terminated !== undefined && terminated.exitCode !== 0 && restartPolicy === "Never")
      return "Failed";
    const isStarting = status.started !== true && status.restartCount === 0 && terminated === undefined;
    if (isSidecar(container) ? isStarting : !isDone(container, status)) return "Pending";
  }
  const isWaiting = mains.some(({ state, lastState }) => state.waiting !== undefined && !("terminated" in lastState));
  if (isWaiting) return "Pending";
  const ended = mains.every(({ state }) => hasEnded(restartPolicy as Restarts, state.terminated));
  // sidecars that still run keep the pod from its end
  if (!ended || regular.some(({ status }) => status?.state.running !== undefined)) return "Running";
  return mains.every(({ state }) => state.terminated?.exitCode === 0) ? "Succeeded" : "Failed";
}

/** The conditions that a kubelet writes (kubetypes PodConditionByKubelet). */
const ownConditions: ReadonlySet<string> = new Set([
  "PodReadyToStartContainers",
  "Initialized",
  "Ready",
  "ContainersReady",
  "PodScheduled",
  "PodResizePending",
  "PodResizeInProgress",
]);

const listed = (names: readonly string[]): string => `[${names.join(" ")}]`;

function conditionsOf(pod: KubeletPod, { inits, mains }: Containers, phase: string, isSandboxReady: boolean) {
  const { initContainers = [], readinessGates = [] } = pod.spec ?? {};
  const incomplete = initContainers
    .filter((container, i) => {
      const status = inits[i];
      return status === undefined || !(isSidecar(container) ? status.started === true : isDone(container, status));
    })
    .map(({ name }) => name);
  const sidecars = inits.filter((_, i) => initContainers[i] !== undefined && isSidecar(initContainers[i]));
  const ordered = (pod.spec?.containers ?? []).flatMap(({ name }) => mains.find((one) => one.name === name) ?? []);
  const unready = [...sidecars, ...ordered].filter(({ ready }) => !ready).map(({ name }) => name);
  const hasStarted = mains.some(({ state, lastState }) => state.waiting === undefined || "terminated" in lastState);
  const done = phase === "Succeeded" ? "PodCompleted" : phase === "Failed" ? "PodFailed" : undefined;
  const initialized: Verdict =
    phase === "Succeeded"
      ? { isTrue: true, reason: "PodCompleted" }
      : incomplete.length === 0 || hasStarted
        ? { isTrue: true }
        : {
            isTrue: false,
            reason: "ContainersNotInitialized",
            message: `containers with incomplete status: ${listed(incomplete)}`,
          };
  const containersReady: Verdict =
    done !== undefined
      ? { isTrue: false, reason: done }
      : unready.length === 0
        ? { isTrue: true }
        : {
            isTrue: false,
            reason: "ContainersNotReady",
            message: `containers with unready status: ${listed(unready)}`,
          };
  return {
    PodReadyToStartContainers: { isTrue: isSandboxReady && done === undefined },
    Initialized: initialized,
    Ready: containersReady.isTrue ? gated(pod, readinessGates) : containersReady,
    ContainersReady: containersReady,
    PodScheduled: { isTrue: true },
  } satisfies Record<string, Verdict>;
}

interface Verdict {
  readonly isTrue: boolean;
  readonly reason?: string;
  readonly message?: string;
}

function gated({ status }: KubeletPod, gates: readonly { readonly conditionType: string }[]): Verdict {
  const problems = gates.flatMap(({ conditionType }) => {
    const condition = status?.conditions?.find(({ type }) => type === conditionType);
    if (condition === undefined)
      return [`corresponding condition of pod readiness gate "${conditionType}" does not exist.`];
    return condition.status === "True"
      ? []
      : [`the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status ?? ""}`];
  });
  return problems.length === 0
    ? { isTrue: true }
    : { isTrue: false, reason: "ReadinessGatesNotReady", message: problems.join(", ") };
}

const byName = (a: KubeletContainerStatus, b: KubeletContainerStatus): number => (a.name < b.name ? -1 : 1);

/** Sums up what the containers do; `phase` is given where it does not follow from that. */
function statusOf(
  pod: KubeletPod,
  containers: Containers,
  around: PodSurroundings,
  phase = phaseOf(pod, containers),
): KubeletPodStatus {
  const before = pod.status ?? {};
  const { generation } = pod.metadata;
  const podIp = pod.spec?.hostNetwork === true ? around.hostIp : around.podIp;
  const verdicts = conditionsOf(pod, containers, phase, podIp !== "");
  const now = formatTime(around.now);
  const dated = ([type, { isTrue, reason, message }]: readonly [string, Verdict]): PodCondition => {
    const status = isTrue ? "True" : "False";
    const old = before.conditions?.find((one) => one.type === type);
    return {
      type,
      ...(generation !== undefined && { observedGeneration: generation }),
      status,
      lastTransitionTime: old?.status === status ? (old.lastTransitionTime ?? now) : now,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
    };
  };
  const others = (before.conditions ?? []).filter(({ type }) => !ownConditions.has(type));
  return {
    ...before,
    phase,
    ...(generation !== undefined && { observedGeneration: generation }),
    conditions: [...Object.entries(verdicts).map(dated), ...(containers.conditions ?? []), ...others],
    hostIP: around.hostIp,
    hostIPs: [{ ip: around.hostIp }],
    ...(podIp !== "" && { podIP: podIp, podIPs: [{ ip: podIp }] }),
    ...(containers.inits.length > 0 && { initContainerStatuses: containers.inits }),
    containerStatuses: containers.mains.toSorted(byName),
    ...(containers.ephemerals.length > 0 && { ephemeralContainerStatuses: containers.ephemerals.toSorted(byName) }),
  };
}
