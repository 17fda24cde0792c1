import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { ContainerBehavior } from "./behavior.ts";
import { mountStatuses, waiting } from "./container-status.ts";
import { stoppedState } from "./container-stop.ts";
import { imageId, imageReference } from "./image-names.ts";
import { pull } from "./image-pull.ts";
import { isRestartedByResize } from "./pod-resize.ts";
import { probed, probedEnds, type ProbedEnd, shortestSeconds, tellKill } from "./probes.ts";
import { terminationMessage } from "./termination-message.ts";
import type { ResourceRequirements } from "../../api/core/v1.ts";
import type { KubeletContainer, KubeletContainerStatus, KubeletPod, TerminatedState } from "./pod-types.ts";
import type { PodSurroundings, StepNotes } from "./pod-surroundings.ts";

const second = 1000;
const firstBackoffSeconds = 10;
const longestBackoffSeconds = 300;
/** After a run of this length, the back-off begins anew (kubelet backOffPeriod, MaxContainerBackOff). */
const resetSeconds = 600;

/** A container of a pod with what it does. */
export interface MachineContainer {
  readonly pod: KubeletPod;
  readonly container: KubeletContainer;
  readonly behavior: ContainerBehavior;
  /** The restart policy that holds for it. */
  readonly restarts: "Always" | "OnFailure" | "Never";
}

/** Reports whether an exited container is to be started again. */
export const isRestarted = (restarts: MachineContainer["restarts"], { exitCode }: TerminatedState): boolean =>
  restarts === "Always" || (restarts === "OnFailure" && exitCode !== 0);

const backoffSeconds = (restartCount: number): number =>
  restartCount === 0 ? shortestSeconds : Math.min(firstBackoffSeconds * 2 ** (restartCount - 1), longestBackoffSeconds);

/**
 * Moves a container on by one state, if it is time for it; returns the same status if it is not, and notes when it will
 * be (kubelet SyncPod and kuberuntime).
 */
export function stepContainer(
  machine: MachineContainer,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const { state, lastState } = status;
  if (state.waiting !== undefined && isOtherImage(machine.container, status)) return renewed(machine, status, around);
  if (state.running !== undefined) return stepRunning(machine, status, state.running.startedAt, around, notes);
  if (state.terminated !== undefined) return stepTerminated(machine, status, state.terminated, around, notes);
  if (state.waiting?.reason === "CrashLoopBackOff" && lastState.terminated !== undefined) {
    const { finishedAt } = lastState.terminated;
    const at = Date.parse(finishedAt) + backoffSeconds(status.restartCount) * second;
    return at > around.now ? notes.wait(at, status) : start(machine, status, around, notes);
  }
  return start(machine, status, around, notes);
}

const isOtherImage = ({ image = "" }: KubeletContainer, status: KubeletContainerStatus): boolean =>
  imageReference(image) !== imageReference(status.image);

/** Begins anew with another image: what was waited for was about the one before. */
function renewed(
  { container: { name, image = "" } }: MachineContainer,
  status: KubeletContainerStatus,
  { memory }: PodSurroundings,
): KubeletContainerStatus {
  memory.pulls.delete(name);
  return { ...status, image, state: { waiting: { reason: "ContainerCreating" } } };
}

function start(
  machine: MachineContainer,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const pulled = pull(machine, status, around, notes);
  if (pulled !== "present") return pulled;
  const { container, pod } = machine;
  const missing = around.missing(container);
  if (missing !== undefined) {
    const reason = "CreateContainerConfigError";
    if (status.state.waiting?.reason === reason && status.state.waiting.message === missing) return status;
    notes.event("Warning", "Failed", `Error: ${missing}`, container.name);
    return waiting(status, reason, missing);
  }
  around.memory.pulls.delete(container.name);
  around.memory.replaced.delete(container.name);
  notes.event("Normal", "Created", `Created container: ${container.name}`, container.name);
  notes.event("Normal", "Started", `Started container ${container.name}`, container.name);
  const last = status.state.terminated ?? status.lastState.terminated;
  const restartCount = last === undefined ? 0 : status.restartCount + 1;
  return {
    ...status,
    state: { running: { startedAt: formatTime(around.now) } },
    lastState: last === undefined ? {} : { terminated: last },
    ready: false,
    started: false,
    restartCount,
    image: container.image ?? "",
    imageID: imageId(container.image ?? "", around.digest(container.image ?? "")),
    containerID: `containerd://${around.digest(`${pod.metadata.uid ?? ""}/${container.name}/${restartCount}`)}`,
    resources: status.resources ?? container.resources ?? {},
    ...mountStatuses(container),
  };
}

/** An end of a container that is to come. */
interface End {
  readonly at: number;
  readonly exitCode: number;
  readonly reason: string;
  /** The probe or hook that failed. */
  readonly failed?: ProbedEnd["failed"];
}

function endOf({ container, behavior }: MachineContainer, started: number): End | undefined {
  const { runSeconds, exitCode, memory } = behavior;
  const limit = container.resources?.limits?.["memory"];
  const ends: End[] = probedEnds(container, behavior, started).map((end) => ({
    ...end,
    exitCode: 137,
    reason: "Error",
  }));
  if (limit !== undefined && memory > Number(parseQuantity(limit).value))
    ends.push({ at: started + second, exitCode: 137, reason: "OOMKilled" });
  if (runSeconds !== undefined)
    ends.push({
      at: started + Math.max(runSeconds, shortestSeconds) * second,
      exitCode,
      reason: exitCode === 0 ? "Completed" : "Error",
    });
  return ends.sort((a, b) => a.at - b.at)[0];
}

function stepRunning(
  machine: MachineContainer,
  status: KubeletContainerStatus,
  startedAt: string,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const began = Date.parse(startedAt);
  const replacing = replacementOf(machine, status, around);
  if (replacing !== undefined) return replace(machine, status, { ...replacing, startedAt }, around, notes);
  const end = endOf(machine, waitedSince(machine, began, around, status, notes));
  if (end !== undefined && end.at <= around.now) return exit(machine, status, startedAt, end, { notes, around });
  if (end !== undefined) notes.wait(end.at, status);
  return probed(machine.container, machine.behavior, status, began, around, notes);
}

/** Returns since when a container runs, or no longer waits for what its client asks for; notes when it asks again. */
function waitedSince(
  { container: { name }, behavior: { runSeconds, retrySeconds } }: MachineContainer,
  began: number,
  { now, memory: { waiting } }: PodSurroundings,
  status: KubeletContainerStatus,
  notes: StepNotes,
): number {
  if (runSeconds === undefined && retrySeconds !== undefined) {
    waiting.set(name, now);
    notes.wait(now + Math.max(retrySeconds, shortestSeconds) * second, status);
  }
  return Math.max(began, waiting.get(name) ?? began);
}

/** Why a running container is replaced, and what the next one gets. */
interface Replacement {
  readonly message: string;
  readonly resources: ResourceRequirements;
}

/** Says whether another container is to run in place of this one (kuberuntime computePodActions). */
function replacementOf(
  { pod, container }: MachineContainer,
  status: KubeletContainerStatus,
  { now }: PodSurroundings,
): Replacement | undefined {
  const { name, resources = {} } = container;
  if (isOtherImage(container, status)) {
    const message = `Container ${name} definition changed, will be restarted`;
    return { message, resources: status.resources ?? resources };
  }
  return isRestartedByResize(pod, container, status, now)
    ? { message: `Container ${name} resize requires restart`, resources }
    : undefined;
}

/**
 * Stops a running container and starts it anew, whatever its restart policy and without a back-off. It is seen to run
 * until the next one does, since a kubelet does both in one turn.
 */
function replace(
  machine: MachineContainer,
  status: KubeletContainerStatus,
  { message, resources, startedAt }: Replacement & { readonly startedAt: string },
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const { name } = machine.container;
  const { replaced } = around.memory;
  const { seconds, isKilled } = around.stopOf(machine.container);
  const at = replaced.get(name) ?? around.now + seconds * second;
  if (!replaced.has(name)) notes.event("Normal", "Killing", message, name);
  replaced.set(name, at);
  if (at > around.now) return notes.wait(at, status);
  const terminated = stoppedState(status, { startedAt, at, isKilled });
  const ended = { ...status, state: { terminated }, resources, ready: false, started: false };
  const next = start(machine, ended, around, notes);
  return next === ended ? status : next;
}

function exit(
  machine: MachineContainer,
  status: KubeletContainerStatus,
  startedAt: string,
  { at, exitCode, reason, failed }: End,
  { notes, around }: { readonly notes: StepNotes; readonly around: PodSurroundings },
): KubeletContainerStatus {
  if (failed !== undefined) tellKill(machine.container, failed, around, notes);
  const said = terminationMessage(machine, exitCode, around);
  const terminated: TerminatedState = {
    exitCode,
    reason,
    ...(said !== "" && { message: said }),
    startedAt,
    finishedAt: formatTime(at),
    containerID: status.containerID ?? "",
  };
  return { ...status, state: { terminated }, ready: false, started: false };
}

function stepTerminated(
  machine: MachineContainer,
  status: KubeletContainerStatus,
  terminated: TerminatedState,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  if (!isRestarted(machine.restarts, terminated)) return status;
  const ran = (Date.parse(terminated.finishedAt) - Date.parse(terminated.startedAt)) / second;
  const seconds = backoffSeconds(ran >= resetSeconds ? 0 : status.restartCount);
  const at = Date.parse(terminated.finishedAt) + seconds * second;
  if (at <= around.now) return start(machine, status, around, notes);
  notes.wait(at, status);
  if (seconds < firstBackoffSeconds) return status;
  const { name } = machine.container;
  const { name: pod = "", namespace = "", uid = "" } = machine.pod.metadata;
  const id = `${pod}_${namespace}(${uid})`;
  notes.event("Warning", "BackOff", `Back-off restarting failed container ${name} in pod ${id}`, name);
  const message = `back-off ${durationText(seconds)} restarting failed container=${name} pod=${id}`;
  return { ...waiting(status, "CrashLoopBackOff", message), lastState: { terminated } };
}

/** Prints seconds as Go prints durations: 10s, 1m20s, 5m0s. */
const durationText = (seconds: number): string =>
  seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
