import { runOf } from "../../component-helpers/pod-simulation/command-run.ts";
import type { ContainerBehavior } from "./behavior.ts";
import type { PodSurroundings, StepNotes } from "./pod-surroundings.ts";
import type { KubeletContainer, KubeletContainerStatus, Probe } from "./pod-types.ts";

const second = 1000;
/** The shortest run of a container or a hook. */
export const shortestSeconds = 1;

/** The probes of a container, as events name them. */
type ProbeKind = "Startup" | "Readiness" | "Liveness";

const probeOf = (container: KubeletContainer, kind: ProbeKind): Probe | undefined =>
  ({
    Startup: container.startupProbe,
    Readiness: container.readinessProbe,
    Liveness: container.livenessProbe,
  })[kind];

/** When a probe has failed so many times in a row, by default as often as it may. */
const failsAt = (from: number, probe: Probe, times = probe.failureThreshold ?? 3): number =>
  from + ((probe.initialDelaySeconds ?? 0) + (probe.periodSeconds ?? 10) * times) * second;

/** When a probe has succeeded as often as it has to. */
const passesAt = (from: number, { initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1 }: Probe): number =>
  from + (initialDelaySeconds + periodSeconds * (successThreshold - 1)) * second;

/** When a started container has started up by its probe. */
const startedUpAt = (started: number, { startupProbe }: KubeletContainer): number =>
  startupProbe === undefined ? started : passesAt(started, startupProbe);

/**
 * Says why a probe cannot ask: it names a port that its container does not declare (probe ResolveContainerPort). Such
 * a probe neither succeeds nor fails.
 */
function portProblem({ httpGet, tcpSocket }: Probe, { ports = [] }: KubeletContainer): string | undefined {
  const port = httpGet?.port ?? tcpSocket?.port;
  if (typeof port !== "string" || /^\d+$/.test(port) || ports.some(({ name }) => name === port)) return undefined;
  return `strconv.Atoi: parsing "${port}": invalid syntax`;
}

/** What a probe of a container finds; undefined without a probe. */
function probeResult(
  container: KubeletContainer,
  behavior: ContainerBehavior,
  kind: ProbeKind,
): "success" | "failure" | "unknown" | undefined {
  const probe = probeOf(container, kind);
  if (probe === undefined) return undefined;
  if (portProblem(probe, container) !== undefined) return "unknown";
  return { Startup: behavior.startup, Readiness: behavior.readiness, Liveness: behavior.liveness }[kind];
}

/** Says how a probe fails, by what it does. A command is taken to print nothing. */
function failureText({ exec, tcpSocket, grpc }: Probe, podIp: string, kind: ProbeKind): string {
  if (exec !== undefined) return "";
  if (tcpSocket !== undefined) return `dial tcp ${podIp}:${tcpSocket.port ?? ""}: connect: connection refused`;
  if (grpc !== undefined) return 'service unhealthy (responded with "NOT_SERVING")';
  return `HTTP probe failed with statuscode: ${kind === "Readiness" ? 503 : 500}`;
}

/** Tells that a probe has failed, or could not ask (prober probe). */
function tellProbe(container: KubeletContainer, kind: ProbeKind, podIp: string, notes: StepNotes): void {
  const probe = probeOf(container, kind) ?? {};
  const problem = portProblem(probe, container);
  const text =
    problem === undefined
      ? `failed: ${failureText(probe, podIp, kind)}`
      : `errored and resulted in unknown state: ${problem}`;
  notes.event("Warning", "Unhealthy", `${kind} probe ${text}`, container.name);
}

/** Tells once of each run that a probe does not succeed, before the container is killed for it, if it is. */
function tellFirst(
  container: KubeletContainer,
  kind: ProbeKind,
  at: number,
  { now, memory: { failing }, podIp }: PodSurroundings,
  notes: StepNotes,
): void {
  const key = `${container.name}/${kind}`;
  if (at > now) return notes.wakeBy(at);
  if (failing.has(key)) return;
  failing.add(key);
  tellProbe(container, kind, podIp, notes);
}

/** An end that a container is brought to by a probe or a hook. */
export interface ProbedEnd {
  readonly at: number;
  readonly failed: "Liveness" | "Startup" | "PostStart";
}

/** When a container is killed since its hook or a probe fails. */
export function probedEnds(
  container: KubeletContainer,
  behavior: ContainerBehavior,
  started: number,
): readonly ProbedEnd[] {
  const { lifecycle, startupProbe, livenessProbe } = container;
  const ends: ProbedEnd[] = [];
  const hook = runOf(lifecycle?.postStart?.exec ?? { command: ["true"] });
  if (hook.exitCode !== 0) {
    const at = started + Math.max(hook.runSeconds ?? 0, shortestSeconds) * second;
    ends.push({ at, failed: "PostStart" });
  }
  const startup = probeResult(container, behavior, "Startup");
  if (startupProbe !== undefined && startup === "failure")
    ends.push({ at: failsAt(started, startupProbe), failed: "Startup" });
  const isUp = startup === undefined || startup === "success";
  if (isUp && livenessProbe !== undefined && probeResult(container, behavior, "Liveness") === "failure")
    ends.push({ at: failsAt(startedUpAt(started, container), livenessProbe), failed: "Liveness" });
  return ends;
}

/** Tells which probe or hook of a container failed, for which it is killed. */
export function tellKill(
  container: KubeletContainer,
  failed: ProbedEnd["failed"],
  { memory: { failing }, podIp }: PodSurroundings,
  notes: StepNotes,
): void {
  const { name } = container;
  if (failed === "PostStart") {
    notes.event("Warning", "FailedPostStartHook", "PostStartHook failed", name);
    return notes.event("Normal", "Killing", "FailedPostStartHook", name);
  }
  tellProbe(container, failed, podIp, notes);
  failing.delete(`${name}/${failed}`);
  notes.event("Normal", "Killing", `Container ${name} failed ${failed.toLowerCase()} probe, will be restarted`, name);
}

/** Says whether a running container has started up and is ready. */
export function probed(
  container: KubeletContainer,
  behavior: ContainerBehavior,
  status: KubeletContainerStatus,
  began: number,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const { now } = around;
  const { startupProbe, readinessProbe, livenessProbe } = container;
  const startup = probeResult(container, behavior, "Startup");
  if (startupProbe !== undefined && startup !== "success") {
    tellFirst(container, "Startup", failsAt(began, startupProbe, 1), around, notes);
    return status;
  }
  const upAt = startedUpAt(began, container);
  if (upAt > now) return notes.wait(upAt, status);
  const liveness = probeResult(container, behavior, "Liveness");
  if (livenessProbe !== undefined && liveness !== "success")
    tellFirst(container, "Liveness", failsAt(upAt, livenessProbe, 1), around, notes);
  const readyAt = readinessProbe === undefined ? upAt : passesAt(upAt, readinessProbe);
  const readiness = probeResult(container, behavior, "Readiness");
  const isReady = readiness === undefined || readiness === "success";
  if (readyAt > now) notes.wakeBy(readyAt);
  else if (!isReady) tellFirst(container, "Readiness", readyAt, around, notes);
  const ready = isReady && readyAt <= now;
  return status.started && status.ready === ready ? status : { ...status, started: true, ready };
}
