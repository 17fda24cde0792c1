import { simulationPrefix } from "../../component-helpers/simulation.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { Reach } from "../../component-helpers/pod-simulation/client-programs.ts";
import { runOf } from "../../component-helpers/pod-simulation/command-run.ts";
import { stressMemory } from "../../component-helpers/pod-simulation/stress.ts";
import { isSidecar, type KubeletContainer, type KubeletPod } from "./pod-types.ts";

/** What a probe of a container finds. */
export type ProbeResult = "success" | "failure";

/** What a container does on a simulated node. */
export interface ContainerBehavior {
  /** How long its image takes to pull, and what is wrong with it. */
  readonly pullSeconds: number;
  readonly pullFailure?: "InvalidImageName" | "NotFound";
  /** How long it runs; for ever if undefined. */
  readonly runSeconds?: number;
  /** The seconds after which it asks again, while it waits for what a client does not get; `runSeconds` counts then. */
  readonly retrySeconds?: number;
  readonly exitCode: number;
  readonly readiness: ProbeResult;
  readonly liveness: ProbeResult;
  readonly startup: ProbeResult;
  /** How long it takes to end after it was asked to. */
  readonly stopSeconds: number;
  /** The memory that it uses, in bytes: above its limit, it is killed. */
  readonly memory: number;
  /** What it writes to the file of its termination message. */
  readonly terminationMessage?: string;
}

/** How a container stops. */
export interface ContainerStop {
  readonly seconds: number;
  readonly isKilled: boolean;
}

/** What a PodBehavior object or an annotation says about a container. */
export type BehaviorChange = Partial<Omit<ContainerBehavior, "memory">> & { readonly memory?: number | undefined };

const imageReference =
  /^(?:[a-zA-Z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/;
/** What people write for an image that is not there. */
const missingImage = /does-?not-?exist|non-?existent|no-?such|not-?found|\.invalid(?:[:/]|$)/i;

/** Returns why an image cannot be pulled. */
function pullFailureOf({ image = "" }: KubeletContainer): ContainerBehavior["pullFailure"] {
  if (!imageReference.test(image)) return "InvalidImageName";
  return missingImage.test(image) ? "NotFound" : undefined;
}

/** Seconds after which a pod of a Job is done whose command says nothing about it. */
const jobSeconds = 5;

const isOfJob = ({ metadata }: KubeletPod): boolean =>
  metadata.ownerReferences?.some(({ kind, controller }) => kind === "Job" && controller === true) === true;

/** What follows from what is written in the pod; sidecars are no init containers that end. */
function written(
  pod: KubeletPod,
  container: KubeletContainer,
  isInitOrSidecar: boolean,
  reach: Reach | undefined,
): ContainerBehavior {
  const isInit = isInitOrSidecar && !isSidecar(container);
  const pullFailure = pullFailureOf(container);
  const { runSeconds, retrySeconds, exitCode, files } = runOf(container, reach);
  const message = files?.get(container.terminationMessagePath ?? "/dev/termination-log");
  const ends = retrySeconds === undefined && (isInit || isOfJob(pod));
  const seconds = runSeconds ?? (ends ? (isInit ? 1 : jobSeconds) : undefined);
  return {
    pullSeconds: 1,
    ...(pullFailure !== undefined && { pullFailure }),
    ...(seconds !== undefined && { runSeconds: seconds }),
    ...(retrySeconds !== undefined && { retrySeconds }),
    exitCode,
    readiness: "success",
    liveness: "success",
    startup: "success",
    stopSeconds: 1,
    memory: stressMemory([...(container.command ?? []), ...(container.args ?? [])]),
    ...(message !== undefined && { terminationMessage: message }),
  };
}

const numberOf = (text: string): number | undefined => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);
const resultOf = (text: string): ProbeResult | undefined =>
  text === "success" || text === "failure" ? text : undefined;

function bytesOf(text: string): number | undefined {
  try {
    return Number(parseQuantity(text).value);
  } catch {
    return undefined;
  }
}

/** The annotations, each with what its value means; undefined for a value that means nothing. */
const annotations: Readonly<Record<string, (text: string) => BehaviorChange | undefined>> = {
  "pull-seconds": (text) => defined("pullSeconds", numberOf(text)),
  "run-seconds": (text) => defined("runSeconds", numberOf(text)),
  "exit-code": (text) => defined("exitCode", numberOf(text)),
  "stop-seconds": (text) => defined("stopSeconds", numberOf(text)),
  readiness: (text) => defined("readiness", resultOf(text)),
  liveness: (text) => defined("liveness", resultOf(text)),
  startup: (text) => defined("startup", resultOf(text)),
  memory: (text) => defined("memory", bytesOf(text)),
  "termination-message": (text) => ({ terminationMessage: text }),
  pull: (text) => (text === "failure" ? { pullFailure: "NotFound" } : undefined),
};

const defined = <K extends keyof BehaviorChange>(key: K, value: BehaviorChange[K] | undefined) =>
  value === undefined ? undefined : ({ [key]: value } as BehaviorChange);

/** Reads the annotations about all containers, then those about this one: `simulation.kubepad.dev/exit-code.app`. */
function annotated({ metadata: { annotations: texts = {} } }: KubeletPod, name: string): BehaviorChange {
  let change: BehaviorChange = {};
  for (const suffix of ["", `.${name}`])
    for (const [key, read] of Object.entries(annotations)) {
      const text = texts[`${simulationPrefix}${key}${suffix}`];
      if (text !== undefined) change = { ...change, ...read(text) };
    }
  return change;
}

/**
 * Returns what a container does: what follows from what is written in the pod, then what PodBehavior objects say, then
 * what annotations of the pod say. A container that is to exit and has no time for it exits after a second.
 */
export function behaviorOf(
  pod: KubeletPod,
  container: KubeletContainer,
  isInit: boolean,
  scripted: BehaviorChange = {},
  reach?: Reach,
): ContainerBehavior {
  const change = { ...scripted, ...annotated(pod, container.name) };
  const behavior = { ...written(pod, container, isInit, reach), ...change } as ContainerBehavior;
  const exits = change.exitCode !== undefined && behavior.runSeconds === undefined;
  return exits ? { ...behavior, runSeconds: 1 } : behavior;
}

/**
 * Returns how a container stops that takes so many seconds for it after its preStop hook; it is killed when its grace
 * period is over (kuberuntime killContainer).
 */
export function stopOf({ lifecycle }: KubeletContainer, stopSeconds: number, graceSeconds: number): ContainerStop {
  const { exec, sleep } = lifecycle?.preStop ?? {};
  const hookSeconds = sleep?.seconds ?? (exec === undefined ? 0 : (runOf(exec).runSeconds ?? 0));
  const seconds = hookSeconds + stopSeconds;
  return { seconds: Math.min(seconds, graceSeconds), isKilled: seconds > graceSeconds };
}
