import type { Container, Pod } from "../../api/core/v1.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { parseTime } from "../../apimachinery/time.ts";
import {
  isPodLevelRequestsSet,
  isRestartableInitContainer,
  podRequests,
} from "../../component-helpers/resource/pod-resources.ts";
import { isPodReady, podCondition } from "../../component-helpers/pod-state.ts";
import type { PodMetric, PodMetrics } from "./metrics.ts";

/** By how much usage may differ from its target before anything is scaled. */
export interface Tolerances {
  readonly scaleUp: number;
  readonly scaleDown: number;
}

/** A proposal of a number of replicas, and what it is based on: per cent of the request, and thousandths. */
export interface ReplicaProposal {
  readonly replicas: number;
  readonly usage: number;
  readonly utilization?: number;
}

export interface CalculatorInput {
  readonly currentReplicas: number;
  readonly tolerances: Tolerances;
  readonly pods: readonly Pod[];
  readonly now: number;
}

/** --horizontal-pod-autoscaler-cpu-initialization-period */
const cpuInitializationMs = 300_000;
/** --horizontal-pod-autoscaler-initial-readiness-delay */
const initialReadinessMs = 30_000;
const mostReplicas = 2_147_483_647;

const isWithin = ({ scaleUp, scaleDown }: Tolerances, ratio: number): boolean =>
  1 - scaleDown <= ratio && ratio <= 1 + scaleUp;

interface Groups {
  readonly readyCount: number;
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  readonly ignored: readonly string[];
}

/** Whether the CPU that a starting pod uses says nothing about its load yet. */
function isStarting(pod: Pod, metric: PodMetric, now: number): boolean {
  const ready = podCondition(pod, "Ready");
  const { startTime: started } = pod.status ?? {};
  if (ready === undefined || started === undefined) return true;
  const since = parseTime(started);
  const changed = ready.lastTransitionTime === undefined ? 0 : parseTime(ready.lastTransitionTime);
  const isUnready = ready.status === "False";
  if (since + cpuInitializationMs > now) return isUnready || metric.timestamp < changed + metric.windowMs;
  return isUnready && since + initialReadinessMs > changed;
}

/** Sorts pods by whether their metrics count (groupPods). */
function groupPods(pods: readonly Pod[], metrics: PodMetrics, resource: string, now: number): Groups {
  const [unready, missing, ignored]: [string[], string[], string[]] = [[], [], []];
  let readyCount = 0;
  for (const pod of pods) {
    const name = pod.metadata.name ?? "";
    const metric = metrics.get(name);
    if (pod.metadata.deletionTimestamp !== undefined || pod.status?.phase === "Failed") ignored.push(name);
    else if (pod.status?.phase === "Pending") unready.push(name);
    else if (metric === undefined) missing.push(name);
    else if (resource === "cpu" && isStarting(pod, metric, now)) unready.push(name);
    else readyCount += 1;
  }
  return { readyCount, unready, missing, ignored };
}

interface Ratio {
  readonly ratio: number;
  readonly usage: number;
  readonly utilization?: number;
}

/** Chooses the number of replicas from metrics of pods, taking pods without metrics for what slows a change down. */
function propose(
  metrics: PodMetrics,
  { currentReplicas, tolerances, pods, now }: CalculatorInput,
  resource: string,
  {
    ratioOf,
    missingValue,
  }: {
    readonly ratioOf: (metrics: PodMetrics) => Ratio;
    /** What a pod without metrics counts as when fewer replicas are proposed. */
    readonly missingValue: (name: string) => number;
  },
): ReplicaProposal {
  if (pods.length === 0) throw new Error("no pods returned by selector while calculating replica count");
  const { readyCount, unready, missing, ignored } = groupPods(pods, metrics, resource, now);
  for (const name of [...ignored, ...unready]) metrics.delete(name);
  if (metrics.size === 0) throw new Error("did not receive metrics for targeted pods (pods might be unready)");
  const { ratio, usage, utilization } = ratioOf(metrics);
  const proposed = (replicas: number): ReplicaProposal => ({
    replicas,
    usage,
    ...(utilization !== undefined && { utilization }),
  });
  const countsUnready = unready.length > 0 && ratio > 1;
  if (!countsUnready && missing.length === 0)
    return proposed(isWithin(tolerances, ratio) ? currentReplicas : Math.ceil(ratio * readyCount));
  const assumed = (value: number) => ({ value, timestamp: now, windowMs: 0 });
  if (ratio !== 1) for (const name of missing) metrics.set(name, assumed(ratio < 1 ? missingValue(name) : 0));
  if (countsUnready) for (const name of unready) metrics.set(name, assumed(0));
  const { ratio: next } = ratioOf(metrics);
  if (isWithin(tolerances, next) || (ratio < 1 && next > 1) || (ratio > 1 && next < 1))
    return proposed(currentReplicas);
  const replicas = Math.ceil(next * metrics.size);
  const turns = (next < 1 && replicas > currentReplicas) || (next > 1 && replicas < currentReplicas);
  return proposed(turns ? currentReplicas : replicas);
}

/** Returns the replicas for a target in per cent of what pods request (GetResourceReplicas). */
export function resourceReplicas(
  metrics: PodMetrics,
  input: CalculatorInput,
  { resource, container, target }: { readonly resource: string; readonly container: string; readonly target: number },
): ReplicaProposal {
  let requests: ReadonlyMap<string, number> | undefined;
  const requested = () => (requests ??= calculateRequests(input.pods, container, resource));
  const ratioOf = (known: PodMetrics): Ratio => {
    const counted = [...known].filter(([name]) => requested().has(name));
    const used = counted.reduce((sum, [, { value }]) => sum + value, 0);
    const total = counted.reduce((sum, [name]) => sum + (requested().get(name) ?? 0), 0);
    if (total === 0) throw new Error("no metrics returned matched known pods");
    const utilization = Math.trunc((used * 100) / total);
    return { ratio: utilization / target, utilization, usage: Math.trunc(used / counted.length) };
  };
  const missingValue = (name: string) => Math.trunc(((requested().get(name) ?? 0) * Math.max(100, target)) / 100);
  return propose(metrics, input, resource, { ratioOf, missingValue });
}

/** Returns the replicas for a target of an average value in thousandths (calcPlainMetricReplicas). */
export function averageReplicas(
  metrics: PodMetrics,
  input: CalculatorInput,
  { resource = "", target }: { readonly resource?: string; readonly target: number },
): ReplicaProposal {
  const ratioOf = (known: PodMetrics): Ratio => {
    const usage = Math.trunc([...known.values()].reduce((sum, { value }) => sum + value, 0) / known.size);
    return { ratio: usage / target, usage };
  };
  return propose(metrics, input, resource, { ratioOf, missingValue: () => target });
}

/** Returns the replicas for a target of one value for all pods (getUsageRatioReplicaCount). */
export function valueReplicas(usage: number, target: number, input: CalculatorInput): ReplicaProposal {
  const { currentReplicas, tolerances, pods } = input;
  const ratio = usage / target;
  if (currentReplicas === 0) return { replicas: Math.ceil(ratio), usage };
  if (isWithin(tolerances, ratio)) return { replicas: currentReplicas, usage };
  if (pods.length === 0)
    throw new Error("unable to calculate ready pods: no pods returned by selector while calculating replica count");
  const ready = pods.filter((pod) => pod.status?.phase === "Running" && isPodReady(pod)).length;
  return { replicas: Math.min(Math.ceil(ratio * ready), mostReplicas), usage };
}

/** Returns the replicas for a target of one value for each pod of a common sum (GetObjectPerPodMetricReplicas). */
export function perPodReplicas(
  usage: number,
  target: number,
  { statusReplicas, tolerances }: { readonly statusReplicas: number; readonly tolerances: Tolerances },
): ReplicaProposal {
  const ratio = usage / (target * statusReplicas);
  const replicas = isWithin(tolerances, ratio) ? statusReplicas : Math.min(Math.ceil(usage / target), mostReplicas);
  return { replicas, usage: statusReplicas === 0 ? usage : Math.ceil(usage / statusReplicas) };
}

/** Returns what each pod requests of a resource in thousandths (calculateRequests); throws if one requests none. */
function calculateRequests(pods: readonly Pod[], container: string, resource: string): ReadonlyMap<string, number> {
  return new Map(pods.map((pod) => [pod.metadata.name ?? "", requestOf(pod, container, resource)]));
}

function requestOf(pod: Pod, container: string, resource: string): number {
  const name = pod.metadata.name ?? "";
  if (container === "" && isPodLevelRequestsSet(pod)) {
    const request = podRequests(pod).get(resource);
    if (request === undefined) throw new Error(`missing pod-level request for ${resource} in Pod ${name}`);
    return Number(request.milliValue);
  }
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const asked = [...containers, ...initContainers.filter(isRestartableInitContainer)].filter(
    (one) => container === "" || one.name === container,
  );
  const milli = (one: Container): number => {
    const text = one.resources?.requests?.[resource];
    if (text === undefined) throw new Error(`missing request for ${resource} in container ${one.name} of Pod ${name}`);
    return Number(parseQuantity(text).milliValue);
  };
  return asked.reduce((sum, one) => sum + milli(one), 0);
}
