import { nearestWord } from "../apimachinery/edit-distance.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { itemsAt, numberAt, textAt } from "./fields.ts";
import { firstLine, listed } from "./words.ts";

/** How a container ended. */
export interface EndedView {
  readonly reason: string;
  readonly message: string;
  readonly exitCode: number;
  readonly at: string;
}

/** A container of a pod with its status, as rules read it. */
export interface ContainerView {
  readonly name: string;
  readonly image: string;
  /** The path of its status, for evidence. */
  readonly path: string;
  readonly init: boolean;
  /** An init container that keeps running beside the others. */
  readonly sidecar: boolean;
  readonly waiting: { readonly reason: string; readonly message: string } | undefined;
  readonly running: boolean;
  /** Since when it runs; "" if it does not. */
  readonly startedAt: string;
  readonly ended: EndedView | undefined;
  readonly lastEnded: EndedView | undefined;
  readonly restarts: number;
  readonly ready: boolean;
  readonly started: boolean;
  /** The container as the pod's spec has it. */
  readonly spec: Readonly<Record<string, unknown>>;
}

function endedOf(status: unknown, path: string): EndedView | undefined {
  const exitCode = numberAt(status, `${path}.terminated.exitCode`);
  if (exitCode === undefined) return undefined;
  return {
    exitCode,
    reason: textAt(status, `${path}.terminated.reason`),
    message: textAt(status, `${path}.terminated.message`),
    at: textAt(status, `${path}.terminated.finishedAt`),
  };
}

const statusPaths = {
  containers: "status.containerStatuses",
  initContainers: "status.initContainerStatuses",
  ephemeralContainers: "status.ephemeralContainerStatuses",
} as const;

function viewsOf(pod: KubeObject, list: keyof typeof statusPaths): readonly ContainerView[] {
  const path = statusPaths[list];
  const statuses = itemsAt(pod, path);
  return itemsAt(pod, `spec.${list}`).map((spec) => {
    const name = textAt(spec, "name");
    const at = statuses.findIndex((status) => status["name"] === name);
    const status = statuses[at];
    const reason = textAt(status, "state.waiting.reason");
    return {
      name,
      image: textAt(spec, "image"),
      path: `${path}[${Math.max(0, at)}]`,
      init: list === "initContainers",
      sidecar: list === "initContainers" && spec["restartPolicy"] === "Always",
      waiting: reason === "" ? undefined : { reason, message: textAt(status, "state.waiting.message") },
      running: numberAt(status, "restartCount") !== undefined && textAt(status, "state.running.startedAt") !== "",
      startedAt: textAt(status, "state.running.startedAt"),
      ended: endedOf(status, "state"),
      lastEnded: endedOf(status, "lastState"),
      restarts: numberAt(status, "restartCount") ?? 0,
      ready: status?.["ready"] === true,
      started: status?.["started"] === true,
      spec,
    };
  });
}

/** The containers of a pod in the order in which they start: init containers first. */
export const containersOf = (pod: KubeObject): readonly ContainerView[] => [
  ...viewsOf(pod, "initContainers"),
  ...viewsOf(pod, "containers"),
];

/** The ephemeral containers of a pod, which were added to debug it. */
export const debugContainersOf = (pod: KubeObject): readonly ContainerView[] => viewsOf(pod, "ephemeralContainers");

/**
 * Says that a pod has no container of a name, which ones it has, and which of them may be meant. `names` are those of
 * its containers.
 */
export function noContainerWords(pod: string, wanted: string, names: readonly string[]): string {
  const near = nearestWord(wanted, names);
  const meant = near === undefined ? "" : `; did you mean ${near}?`;
  return `${pod} has no container ${wanted}; it has ${listed(names, 6)}${meant}`;
}

/** How sentences name a container: `init container prepare`. */
export const containerWords = ({ name, init, sidecar }: ContainerView): string =>
  `${sidecar ? "sidecar" : init ? "init container" : "container"} ${name}`;

/** What shells mean by the exit codes that are theirs (POSIX, Exit Status for Commands). */
const shellCodes: Readonly<Record<number, string>> = { 126: "command cannot be executed", 127: "command not found" };

/** The signals from 1 on, which a process that they end leaves as 128 and their number (signal(7)). */
const signals = "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM".split(" ");

/** How a container ended: `exit code 1`, `exit code 139 (SIGSEGV)`, with its last words. */
export function endText({ exitCode, message }: EndedView): string {
  const signal = signals[exitCode - 129];
  const meaning = signal === undefined ? shellCodes[exitCode] : `SIG${signal}`;
  const words = message.trim() === "" ? "" : `, saying "${firstLine(message, 80)}"`;
  return `exit code ${exitCode}${meaning === undefined ? "" : ` (${meaning})`}${words}`;
}
