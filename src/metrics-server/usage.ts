import { stressCpus, stressMemory } from "../component-helpers/pod-simulation/stress.ts";
import {
  behaviorsFor,
  type PodBehavior,
  type ScriptedMetric,
  scriptsOf,
} from "../component-helpers/pod-simulation/pod-scripts.ts";
import { type MeteredContainer, type MeteredPod, type RunningContainer, runningContainers } from "./metered-objects.ts";
import { annotatedQuantity, numberOf, valueOfCurve } from "./quantities.ts";

/** A quantity that the ready pods behind something share equally. */
export interface SharedLoad {
  /** `cpu`, `memory`, or the name of any other metric. */
  readonly metric: string;
  readonly container?: string | undefined;
  readonly total: number;
  /** The names of the pods that share it. */
  readonly pods: ReadonlySet<string>;
  /** The Service whose endpoints they are. */
  readonly service?: string;
}

/** What the usage of pods follows from. */
export interface UsageSources {
  readonly behaviors: readonly PodBehavior[];
  /** The loads of the pod's namespace. */
  readonly loads: readonly SharedLoad[];
}

/** What a container uses: CPUs, and bytes of memory. */
export interface ContainerUsage extends RunningContainer {
  readonly cpu: number;
  readonly memory: number;
}

export type Resource = "cpu" | "memory";

/** What a container uses of which nothing is said: a part of its request, or what a process that waits uses. */
const idle: Readonly<Record<Resource, { readonly share: number; readonly least: number }>> = {
  cpu: { share: 0.1, least: 0.001 },
  memory: { share: 0.5, least: 8 * 2 ** 20 },
};

/** Returns what each running container of a pod uses at a time. */
export const usageOf = (pod: MeteredPod, sources: UsageSources, at: number): readonly ContainerUsage[] =>
  runningContainers(pod).map((running) => ({
    ...running,
    cpu: resourceUsage("cpu", pod, running, sources, at),
    memory: resourceUsage("memory", pod, running, sources, at),
  }));

/**
 * Returns what a container uses of a resource: what annotations of its pod say, else what PodBehavior objects say, else
 * what its command does; its shares of loads come on top. A container of which nothing is said is idle. None uses more
 * than its limit.
 */
function resourceUsage(
  resource: Resource,
  pod: MeteredPod,
  running: RunningContainer,
  sources: UsageSources,
  at: number,
): number {
  const { container } = running;
  const own =
    annotatedQuantity(pod, `${resource}.${container.name}`) ??
    annotatedQuantity(pod, resource) ??
    scripted(resource, pod, running, sources, at) ??
    commanded(resource, container);
  const shares = sharesOf(resource, pod, sources.loads).filter((load) => isFor(load.container, container, pod));
  const request = numberOf(container.resources?.requests?.[resource]);
  const { share, least } = idle[resource];
  const used =
    own === undefined && shares.length === 0
      ? Math.max((request ?? 0) * share, least)
      : (own ?? 0) + shares.reduce((sum, load) => sum + load.total / load.pods.size, 0);
  return Math.min(used, numberOf(container.resources?.limits?.[resource]) ?? Infinity);
}

/** What concerns no container by its name concerns the first one. */
const isFor = (name: string | undefined, container: MeteredContainer, { spec }: MeteredPod): boolean =>
  (name ?? spec?.containers?.[0]?.name) === container.name;

function scripted(
  resource: Resource,
  pod: MeteredPod,
  { container, since }: RunningContainer,
  { behaviors }: UsageSources,
  at: number,
): number | undefined {
  const metric = ownMetrics(behaviors, pod).findLast(
    (one) => one.name === resource && isFor(one.container, container, pod),
  );
  const said = scriptsOf(behaviors, pod, container).findLast((one) => one[resource] !== undefined)?.[resource];
  return (metric && valueOfCurve(metric, at - since)) ?? numberOf(said);
}

function commanded(resource: Resource, { command = [], args = [] }: MeteredContainer): number | undefined {
  const used = (resource === "cpu" ? stressCpus : stressMemory)([...command, ...args]);
  return used === 0 ? undefined : used;
}

/** What PodBehavior objects say of a pod itself. */
const ownMetrics = (behaviors: readonly PodBehavior[], pod: MeteredPod): readonly ScriptedMetric[] =>
  behaviorsFor(behaviors, pod)
    .flatMap(({ spec }) => spec?.metrics ?? [])
    .filter(({ service, external }) => service === undefined && external === undefined);

const sharesOf = (metric: string, { metadata }: MeteredPod, loads: readonly SharedLoad[]): readonly SharedLoad[] =>
  loads.filter((load) => load.metric === metric && load.pods.has(metadata.name ?? ""));

/** Returns another metric of a pod: what an annotation says, else PodBehavior objects, and its shares of loads. */
export function podMetric(metric: string, pod: MeteredPod, sources: UsageSources, at: number): number | undefined {
  const annotated = annotatedQuantity(pod, `metric.${metric}`);
  const since = Math.min(...runningContainers(pod).map((running) => running.since));
  const script = ownMetrics(sources.behaviors, pod).findLast((one) => one.name === metric);
  const own = annotated ?? (script && valueOfCurve(script, at - (Number.isFinite(since) ? since : at)));
  const shares = sharesOf(metric, pod, sources.loads);
  if (own === undefined && shares.length === 0) return undefined;
  return (own ?? 0) + shares.reduce((sum, load) => sum + load.total / load.pods.size, 0);
}
