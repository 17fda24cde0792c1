import type { KubeObject } from "../../apimachinery/meta.ts";
import { type RunContainer, runOf } from "../../component-helpers/pod-simulation/command-run.ts";
import { readOnlyBy } from "../../component-helpers/pod-simulation/read-only-paths.ts";
import { byEvent, conclude, field } from "../conclude.ts";
import { type ContainerView, containersOf, containerWords, type EndedView, endText } from "../container-view.ts";
import type { Diagnosis, Evidence } from "../diagnosis.ts";
import type { EventView } from "../event-view.ts";
import { itemsAt, textAt } from "../fields.ts";
import type { Rule } from "../rule.ts";
import { firstLine, listed, times } from "../words.ts";
import { probeText } from "./pod-probes.ts";
import { isPull, pullProblem } from "./pod-images.ts";

const restarted = (count: number): string => (count === 0 ? "" : `, restarted ${times(count)}`);

const asEvidence = (pod: KubeObject, { path }: ContainerView, { exitCode, reason }: EndedView, state: string) => [
  field(pod, `${path}.${state}.terminated.exitCode`, String(exitCode)),
  field(pod, `${path}.${state}.terminated.reason`, reason),
];

/** The event of a probe that killed a container. */
const killedByProbe = (events: readonly EventView[], { name }: ContainerView): EventView | undefined =>
  events.find(
    ({ reason, message }) =>
      reason === "Killing" &&
      message.includes(`Container ${name} failed `) &&
      / (?:liveness|startup) probe/.test(message),
  );

interface Crash {
  readonly container: ContainerView;
  readonly end: EndedView;
  readonly state: string;
  readonly events: readonly EventView[];
}

/** A container whose command the runtime cannot start. */
function notStarted(pod: KubeObject, crash: Crash, who: string, evidence: readonly Evidence[]): Diagnosis {
  const { container, end, state } = crash;
  const message = firstLine(end.message, 160);
  return conclude(pod, {
    situation: "pod-container-run-failed",
    state,
    level: "error",
    because: `${who} cannot be started: ${message}${restarted(container.restarts)}`,
    predicate: `cannot start its ${who}: ${message}`,
    evidence: [...evidence, field(pod, `${container.path}.lastState.terminated.message`, end.message)],
  });
}

/** What a container writes, by its command or its image, where its file system does not let it. */
function refusedWrite(pod: KubeObject, { name, init, spec }: ContainerView) {
  const { refusedPath } = runOf(spec as RunContainer);
  if (refusedPath === undefined) return undefined;
  const isRoot = readOnlyBy(spec as RunContainer, refusedPath) === "root";
  const what = isRoot ? "its root file system is read-only" : "the volume there is mounted to be read only";
  const list = init ? "spec.initContainers" : "spec.containers";
  const index = itemsAt(pod, list).findIndex((each) => each["name"] === name);
  const path = `${list}[${index}].${isRoot ? "securityContext.readOnlyRootFilesystem" : "volumeMounts"}`;
  return {
    because: `it writes ${refusedPath}, and ${what}${isRoot ? ": an emptyDir there takes it" : ""}`,
    evidence: [field(pod, path, isRoot ? "true" : refusedPath)],
  };
}

/** A container that the kubelet keeps starting again. */
function crashing(pod: KubeObject, { container, end, state, events }: Crash): Diagnosis {
  const { name, restarts, init } = container;
  const who = containerWords(container);
  const evidence = [
    ...asEvidence(pod, container, end, container.ended === end ? "state" : "lastState"),
    field(pod, `${container.path}.restartCount`, String(restarts)),
  ];
  const about = { state, level: "error" } as const;
  if (end.reason === "OOMKilled") {
    const limit = textAt(container.spec, "resources.limits.memory");
    const over =
      limit === "" ? "it used more memory than the node has" : `it used more memory than its limit of ${limit}`;
    return conclude(pod, {
      ...about,
      situation: "pod-out-of-memory",
      because: `${who} was killed: ${over}${restarted(restarts)}`,
      predicate: `runs out of memory: ${over}${restarted(restarts)}`,
      evidence: [...evidence, field(pod, "spec.containers[*].resources.limits.memory", limit)],
    });
  }
  if (["StartError", "ContainerCannotRun"].includes(end.reason))
    return notStarted(pod, { container, end, state, events }, who, evidence);
  const killing = end.exitCode === 0 && end.reason === "Completed" ? undefined : killedByProbe(events, container);
  if (killing !== undefined) {
    const probe = / (liveness|startup) probe/.exec(killing.message)?.[1] ?? "liveness";
    const failure = events.find(
      ({ reason, message }) => reason === "Unhealthy" && message.toLowerCase().startsWith(`${probe} probe`),
    );
    const text = failure === undefined ? "" : `: ${probeText(failure.message, container.spec[`${probe}Probe`])}`;
    return conclude(pod, {
      ...about,
      situation: `pod-${probe}-probe-failing`,
      because: `${who} fails its ${probe} probe and is killed${restarted(restarts)}${text}`,
      predicate: `fails its ${probe} probe and is killed${restarted(restarts)}${text}`,
      evidence: [...evidence, ...byEvent(pod, killing), ...byEvent(pod, failure)],
    });
  }
  const hook = events.find((event) => event.reason === "FailedPostStartHook");
  if (hook !== undefined && end.exitCode !== 0 && container.spec["lifecycle"] !== undefined)
    return conclude(pod, {
      ...about,
      situation: "pod-post-start-hook-failed",
      because: `the postStart hook of ${who} fails, so it is killed${restarted(restarts)}`,
      predicate: `fails in its postStart hook and is killed${restarted(restarts)}`,
      evidence: [...evidence, ...byEvent(pod, hook)],
    });
  if (!init && container.ended === end && textAt(pod, "spec.restartPolicy") === "Never")
    return conclude(pod, {
      ...about,
      situation: "pod-container-failed",
      because: `${who} ended with ${endText(end)}, and restartPolicy is Never; its other containers run on`,
      predicate: `has a container that failed: ${name}, ${endText(end)}`,
      evidence,
    });
  if (end.exitCode === 0)
    return conclude(pod, {
      ...about,
      situation: init ? "pod-init-failing" : "pod-ends-and-restarts",
      because: `${who} ends with exit code 0 instead of running on${restarted(restarts)}`,
      predicate: `ends instead of running on: exit code 0${restarted(restarts)}`,
      evidence,
    });
  return plainCrash(pod, { container, end, state, events }, evidence);
}

/** A container that ends by itself with a code of failure. */
function plainCrash(pod: KubeObject, { container, end, state }: Crash, evidence: readonly Evidence[]): Diagnosis {
  const { restarts, init, sidecar } = container;
  const who = containerWords(container);
  const refused = refusedWrite(pod, container);
  const how = `${endText(end)}${restarted(restarts)}${refused === undefined ? "" : `; ${refused.because}`}`;
  const plain = sidecar ? "pod-sidecar-failing" : init ? "pod-init-failing" : "pod-crash-loop";
  return conclude(pod, {
    state,
    level: "error",
    situation: refused === undefined ? plain : "pod-file-system-read-only",
    because: `${who} crashes: ${how}`,
    predicate: `${init ? `fails in the ${who}` : "crashes"}: ${how}`,
    evidence: [...evidence, ...(refused?.evidence ?? [])],
  });
}

/** Containers that end and are started again, in back-off or for the moment running. */
export const podCrashes: Rule = async (pod, { reading }) => {
  if (!["", "Pending", "Running"].includes(textAt(pod, "status.phase"))) return undefined;
  const crashes = ({ waiting, ended, lastEnded, ready, running, init }: ContainerView): boolean => {
    if (waiting?.reason === "CrashLoopBackOff") return true;
    if (ended !== undefined) return ended.exitCode !== 0;
    return lastEnded !== undefined && running && !ready && !(init && lastEnded.exitCode === 0);
  };
  const container = containersOf(pod).find(crashes);
  const end = container?.ended ?? container?.lastEnded;
  if (container === undefined || end === undefined) return undefined;
  const state = container.waiting?.reason ?? (container.ended === undefined ? "Restarting" : end.reason || "Error");
  return crashing(pod, { container, end, state, events: await reading.events(pod) });
};

/** Pods of which some containers have ended well while others run on, so that they are not ready. */
export const podPartlyEnded: Rule = (pod) => {
  const containers = containersOf(pod).filter(({ init }) => !init);
  const done = containers.filter(({ ended }) => ended?.exitCode === 0);
  const left = containers.filter(({ running }) => running);
  if (done.length === 0 || left.length === 0) return undefined;
  return conclude(pod, {
    situation: "pod-partly-ended",
    state: "Not ready",
    level: "progressing",
    because: `${listed(done.map(({ name }) => name))} ended with exit code 0, and ${listed(left.map(({ name }) => name))} ${left.length === 1 ? "runs" : "run"} on`,
    evidence: done.map(({ path }) => field(pod, `${path}.state.terminated.exitCode`, "0")),
  });
};

/** Reasons to wait that are part of an ordinary start. */
const starts = new Set(["", "ContainerCreating", "PodInitializing"]);

const whyNot = (reason: string, message: string, image: string): string =>
  isPull(reason) ? ` from the image ${image}: ${pullProblem(message)}` : `: ${reason}: ${firstLine(message, 120)}`;

/** Debug containers of a pod that cannot start. The pod itself does not depend on them. */
export const podDebugContainers: Rule = (pod) => {
  const path = "status.ephemeralContainerStatuses";
  const statuses = itemsAt(pod, path);
  const at = statuses.findIndex((status) => !starts.has(textAt(status, "state.waiting.reason")));
  if (at < 0) return undefined;
  const [reason, message] = ["reason", "message"].map((name) => textAt(statuses[at], `state.waiting.${name}`));
  return conclude(pod, {
    situation: "pod-debug-container-waits",
    state: "Running",
    level: "warning",
    because: `its debug container ${textAt(statuses[at], "name")} cannot start${whyNot(reason ?? "", message ?? "", textAt(statuses[at], "image"))}`,
    evidence: [field(pod, `${path}[${at}].state.waiting.reason`, reason ?? "")],
  });
};
