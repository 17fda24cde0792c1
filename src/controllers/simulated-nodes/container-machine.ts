import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { ContainerBehavior } from "./behavior.ts";
import { imageId, imageReference } from "./image-names.ts";
import type { KubeletContainer, KubeletContainerStatus, KubeletPod, Probe, TerminatedState } from "./pod-types.ts";
import type { PodSurroundings, StepNotes } from "./pod-surroundings.ts";

const second = 1000;
/** How long an exited container is seen before it is restarted for the first time, and the shortest run. */
const shortestSeconds = 1;
const firstBackoffSeconds = 10;
const longestBackoffSeconds = 300;
/** After a run of this length, the back-off begins anew (kubelet backOffPeriod, MaxContainerBackOff). */
const resetSeconds = 600;
/** How long ErrImagePull is seen before ImagePullBackOff. */
const pullErrorSeconds = 2;

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

export const newStatus = ({ name, image = "" }: KubeletContainer, reason: string): KubeletContainerStatus => ({
  name,
  state: { waiting: { reason } },
  lastState: {},
  ready: false,
  started: false,
  restartCount: 0,
  image,
  imageID: "",
});

const backoffSeconds = (restartCount: number): number =>
  restartCount === 0 ? shortestSeconds : Math.min(firstBackoffSeconds * 2 ** (restartCount - 1), longestBackoffSeconds);

const waiting = (status: KubeletContainerStatus, reason: string, message?: string): KubeletContainerStatus => ({
  ...status,
  state: { waiting: { reason, ...(message !== undefined && { message }) } },
  ready: false,
  started: false,
});

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
  if (state.running !== undefined) return stepRunning(machine, status, state.running.startedAt, around, notes);
  if (state.terminated !== undefined) return stepTerminated(machine, status, state.terminated, around, notes);
  if (state.waiting?.reason === "CrashLoopBackOff" && lastState.terminated !== undefined) {
    const { finishedAt } = lastState.terminated;
    const at = Date.parse(finishedAt) + backoffSeconds(status.restartCount) * second;
    return at > around.now ? notes.wait(at, status) : start(machine, status, around, notes);
  }
  return start(machine, status, around, notes);
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
  notes.event("Normal", "Created", `Created container: ${container.name}`, container.name);
  notes.event("Normal", "Started", `Started container ${container.name}`, container.name);
  const last = status.lastState.terminated ?? status.state.terminated;
  const restartCount = last === undefined ? 0 : status.restartCount + 1;
  return {
    ...status,
    state: { running: { startedAt: formatTime(around.now) } },
    lastState: last === undefined ? {} : { terminated: last },
    ready: false,
    started: false,
    restartCount,
    imageID: imageId(container.image ?? "", around.digest(container.image ?? "")),
    containerID: `containerd://${around.digest(`${pod.metadata.uid ?? ""}/${container.name}/${restartCount}`)}`,
  };
}

/** Sees to the image; returns "present", or the status in which the container waits for it. */
function pull(
  { container, behavior }: MachineContainer,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus | "present" {
  const { name, image = "", imagePullPolicy = "IfNotPresent" } = container;
  const fail = (reason: string, message: string, event: string): KubeletContainerStatus => {
    if (status.state.waiting?.reason === reason) return status;
    notes.event("Warning", event, message, name);
    notes.event("Warning", "Failed", `Error: ${reason}`, name);
    return waiting(status, reason, message);
  };
  if (behavior.pullFailure === "InvalidImageName") {
    const problem = `couldn't parse image name "${image}": invalid reference format`;
    return fail("InvalidImageName", `Failed to apply default image tag "${image}": ${problem}`, "InspectFailed");
  }
  const known = around.memory.pulls.get(name);
  if (known?.done === true) return "present";
  if (imagePullPolicy !== "Always" && around.hasImage(image)) {
    notes.event("Normal", "Pulled", `Container image "${image}" already present on machine`, name);
    around.memory.pulls.set(name, { since: around.now, attempts: 0, done: true });
    return "present";
  }
  if (imagePullPolicy === "Never") {
    const message = `Container image "${image}" is not present with pull policy of Never`;
    return fail("ErrImageNeverPull", message, "ErrImageNeverPull");
  }
  return pullFromRegistry(container, behavior, status, around, notes);
}

function pullFromRegistry(
  { name, image = "" }: KubeletContainer,
  { pullSeconds, pullFailure }: ContainerBehavior,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus | "present" {
  const { now, memory } = around;
  const known = memory.pulls.get(name);
  if (known?.failedAt !== undefined) return waitToPull(name, image, status, around, notes);
  const { since, attempts } = known ?? { since: now, attempts: 0 };
  if (known === undefined) {
    notes.event("Normal", "Pulling", `Pulling image "${image}"`, name);
    memory.pulls.set(name, { since, attempts, done: false });
  }
  const at = since + pullSeconds * second;
  if (at > now) return notes.wait(at, status);
  if (pullFailure === undefined) {
    const took = `${pullSeconds}s`;
    const size = 20_000_000 + Number.parseInt(around.digest(image).slice(0, 6), 16);
    const message = `Successfully pulled image "${image}" in ${took} (${took} including waiting). Image size: ${size} bytes.`;
    notes.event("Normal", "Pulled", message, name);
    memory.pulls.set(name, { since, attempts: 0, done: true });
    return "present";
  }
  memory.pulls.set(name, { since, attempts: attempts + 1, failedAt: now, done: false });
  const problem = pullError(image);
  notes.event("Warning", "Failed", `Failed to pull image "${image}": ${problem}`, name);
  notes.event("Warning", "Failed", "Error: ErrImagePull", name);
  notes.wait(now + pullErrorSeconds * second, status);
  return waiting(status, "ErrImagePull", problem);
}

/** What containerd answers for a tag that its registry does not have. */
function pullError(image: string): string {
  const reference = imageReference(image);
  return `rpc error: code = NotFound desc = failed to pull and unpack image "${reference}": failed to resolve reference "${reference}": ${reference}: not found`;
}

/** Waits for the next attempt, and tries it again when it is time. */
function waitToPull(
  name: string,
  image: string,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const { now, memory } = around;
  const { since = now, attempts = 1, failedAt = now } = memory.pulls.get(name) ?? {};
  const seconds = Math.min(firstBackoffSeconds * 2 ** (attempts - 1), longestBackoffSeconds);
  const again = failedAt + seconds * second;
  if (now >= again) {
    notes.event("Normal", "Pulling", `Pulling image "${image}"`, name);
    memory.pulls.set(name, { since: now, attempts, done: false });
    return notes.wait(now + second, status);
  }
  const backoffAt = failedAt + pullErrorSeconds * second;
  if (now < backoffAt) return notes.wait(backoffAt, status);
  notes.wait(again, status);
  if (status.state.waiting?.reason === "ImagePullBackOff") return status;
  memory.pulls.set(name, { since, attempts, failedAt, done: false });
  notes.event("Normal", "BackOff", `Back-off pulling image "${image}"`, name);
  notes.event("Warning", "Failed", "Error: ImagePullBackOff", name);
  const message = `Back-off pulling image "${image}": ErrImagePull: ${pullError(image)}`;
  return waiting(status, "ImagePullBackOff", message);
}

/** An end of a container that is to come. */
interface End {
  readonly at: number;
  readonly exitCode: number;
  readonly reason: string;
  /** The probe that failed. */
  readonly probe?: "Liveness" | "Startup";
}

const failsAt = (started: number, { initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 }: Probe) =>
  started + (initialDelaySeconds + periodSeconds * failureThreshold) * second;

const passesAt = (from: number, { initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1 }: Probe) =>
  from + (initialDelaySeconds + periodSeconds * (successThreshold - 1)) * second;

/** Returns when a started container has started up by its probe. */
const startedUpAt = (started: number, { startupProbe }: KubeletContainer): number =>
  startupProbe === undefined ? started : passesAt(started, startupProbe);

function endOf({ container, behavior }: MachineContainer, started: number): End | undefined {
  const { runSeconds, exitCode, memory, liveness, startup } = behavior;
  const limit = container.resources?.limits?.["memory"];
  const ends: End[] = [];
  if (limit !== undefined && memory > Number(parseQuantity(limit).value))
    ends.push({ at: started + second, exitCode: 137, reason: "OOMKilled" });
  if (runSeconds !== undefined)
    ends.push({
      at: started + Math.max(runSeconds, shortestSeconds) * second,
      exitCode,
      reason: exitCode === 0 ? "Completed" : "Error",
    });
  if (container.startupProbe !== undefined && startup === "failure")
    ends.push({ at: failsAt(started, container.startupProbe), exitCode: 137, reason: "Error", probe: "Startup" });
  else if (container.livenessProbe !== undefined && liveness === "failure") {
    const at = failsAt(startedUpAt(started, container), container.livenessProbe);
    ends.push({ at, exitCode: 137, reason: "Error", probe: "Liveness" });
  }
  return ends.sort((a, b) => a.at - b.at)[0];
}

/** Says how a probe fails, by what it does. A command is taken to print nothing. */
function probeFailure({ exec, tcpSocket, grpc }: Probe, podIp: string, code: number): string {
  if (exec !== undefined) return "";
  if (tcpSocket !== undefined) return `dial tcp ${podIp}:${tcpSocket.port ?? ""}: connect: connection refused`;
  if (grpc !== undefined) return 'service unhealthy (responded with "NOT_SERVING")';
  return `HTTP probe failed with statuscode: ${code}`;
}

function stepRunning(
  machine: MachineContainer,
  status: KubeletContainerStatus,
  startedAt: string,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const began = Date.parse(startedAt);
  const end = endOf(machine, began);
  if (end !== undefined && end.at <= around.now)
    return exit(machine, status, startedAt, end, { notes, podIp: around.podIp });
  if (end !== undefined) notes.wait(end.at, status);
  return probed(machine, status, began, around, notes);
}

function exit(
  { container }: MachineContainer,
  status: KubeletContainerStatus,
  startedAt: string,
  { at, exitCode, reason, probe }: End,
  { notes, podIp }: { readonly notes: StepNotes; readonly podIp: string },
): KubeletContainerStatus {
  const { name } = container;
  if (probe !== undefined) {
    const failed = probe === "Startup" ? container.startupProbe : container.livenessProbe;
    notes.event("Warning", "Unhealthy", `${probe} probe failed: ${probeFailure(failed ?? {}, podIp, 500)}`, name);
    const message = `Container ${name} failed ${probe.toLowerCase()} probe, will be restarted`;
    notes.event("Normal", "Killing", message, name);
  }
  const terminated: TerminatedState = {
    exitCode,
    reason,
    startedAt,
    finishedAt: formatTime(at),
    containerID: status.containerID ?? "",
  };
  return { ...status, state: { terminated }, ready: false, started: false };
}

/** Says whether a running container has started up and is ready. */
function probed(
  { container, behavior }: MachineContainer,
  status: KubeletContainerStatus,
  began: number,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const { now, memory } = around;
  const upAt = startedUpAt(began, container);
  if (container.startupProbe !== undefined && behavior.startup === "failure") return status;
  if (upAt > now) return notes.wait(upAt, status);
  const { readinessProbe } = container;
  const readyAt = readinessProbe === undefined ? upAt : passesAt(upAt, readinessProbe);
  const isReady = readinessProbe === undefined || behavior.readiness === "success";
  if (readyAt > now) notes.wait(readyAt, status);
  else if (!isReady && !memory.unready.has(container.name)) {
    memory.unready.add(container.name);
    const problem = `Readiness probe failed: ${probeFailure(readinessProbe ?? {}, around.podIp, 503)}`;
    notes.event("Warning", "Unhealthy", problem, container.name);
  }
  const ready = isReady && readyAt <= now;
  return status.started && status.ready === ready ? status : { ...status, started: true, ready };
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
