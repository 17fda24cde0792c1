import { type LabelSelectorSpec, labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { simulationPrefix } from "../simulation.ts";
import { runOf, type RunContainer } from "./command-run.ts";

/** What a PodBehavior says about the containers that it means. */
export interface ScriptedContainer {
  readonly name?: string;
  readonly image?: string;
  readonly pullSeconds?: number;
  readonly pull?: "success" | "failure";
  readonly runSeconds?: number;
  readonly exitCode?: number;
  readonly readiness?: "success" | "failure";
  readonly liveness?: "success" | "failure";
  readonly startup?: "success" | "failure";
  readonly stopSeconds?: number;
  readonly cpu?: string;
  readonly memory?: string;
  readonly logs?: string;
  readonly terminationMessage?: string;
}

/** A quantity that changes from one value to another in so many seconds. */
export interface ScriptedChange {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
}

/** A quantity over time: always the same, rising or falling once, or going to and fro. */
export interface ScriptedCurve {
  readonly value?: string;
  readonly ramp?: ScriptedChange;
  readonly wave?: ScriptedChange;
}

/** What a PodBehavior says that is measured: of its pods, of what a Service's endpoints share, or of neither. */
export interface ScriptedMetric extends ScriptedCurve {
  /** `cpu`, `memory`, or the name of any other metric. */
  readonly name: string;
  readonly container?: string;
  /** The Service whose ready endpoints share the quantity. */
  readonly service?: string;
  /** The labels of a metric that is about no object of the cluster. */
  readonly external?: Readonly<Record<string, string>>;
}

/** simulation.kubepad.dev/v1alpha1 PodBehavior: scripts what pods do on simulated nodes. */
export interface PodBehavior extends KubeObject {
  readonly spec?: {
    readonly selector?: LabelSelectorSpec;
    readonly containers?: readonly ScriptedContainer[];
    readonly metrics?: readonly ScriptedMetric[];
  };
}

export const podBehaviorKind = { group: "simulation.kubepad.dev", version: "v1alpha1", kind: "PodBehavior" };

/** The members of a container by which it is meant. */
interface NamedContainer {
  readonly name: string;
  readonly image?: string;
}

const isMeant = ({ metadata, spec }: PodBehavior, pod: KubeObject): boolean =>
  metadata.namespace === pod.metadata.namespace &&
  (spec?.selector === undefined || labelSelectorAsSelector(spec.selector).matches(pod.metadata.labels ?? {}));

/** Returns the PodBehavior objects that mean a pod, in the order of their names. */
export function behaviorsFor(behaviors: Iterable<PodBehavior>, pod: KubeObject): readonly PodBehavior[] {
  const meant = [...behaviors].filter((behavior) => isMeant(behavior, pod));
  return meant.toSorted((a, b) => ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1));
}

/** Returns what PodBehavior objects say about a container, in the order of their names. */
export function scriptsOf(
  behaviors: Iterable<PodBehavior>,
  pod: KubeObject,
  { name, image }: NamedContainer,
): readonly ScriptedContainer[] {
  return behaviorsFor(behaviors, pod)
    .flatMap(({ spec }) => spec?.containers ?? [])
    .filter((scripted) => (scripted.name ?? name) === name && (scripted.image ?? image) === image);
}

/**
 * Returns what a container of a simulated node prints each time that it runs: what an annotation of the pod says about
 * the container or about all of them, else the last PodBehavior that says it, else what its command echoes.
 */
export function outputOf(
  pod: KubeObject,
  container: NamedContainer & RunContainer,
  behaviors: Iterable<PodBehavior>,
): string {
  const { annotations = {} } = pod.metadata;
  return (
    annotations[`${simulationPrefix}logs.${container.name}`] ??
    annotations[`${simulationPrefix}logs`] ??
    scriptsOf(behaviors, pod, container).findLast(({ logs }) => logs !== undefined)?.logs ??
    runOf(container).output
  );
}

/** Returns the log of a container of a simulated node: what it prints, ended by a line feed. */
export function logsOf(
  pod: KubeObject,
  container: NamedContainer & RunContainer,
  behaviors: Iterable<PodBehavior>,
): string {
  const text = outputOf(pod, container, behaviors);
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
