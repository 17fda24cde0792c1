import { nearestWord } from "../apimachinery/edit-distance.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { itemsAt, numberAt, textAt } from "./fields.ts";
import { listed } from "./words.ts";

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
