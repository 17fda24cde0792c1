import { formatDuration } from "../apimachinery/duration.ts";
import { newNotFound } from "../apimachinery/errors.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { parseTime, formatTime } from "../apimachinery/time.ts";
import { fieldSelectorOf, labelSelectorOf, type MetricsRequest } from "./answers.ts";
import { isReady, type MeteredNode, type MeteredPod } from "./metered-objects.ts";
import { resolutionMs, type MeteredWorld } from "./metered-world.ts";
import { annotatedQuantity, printCpu, printMemory } from "./quantities.ts";
import { type ContainerUsage, usageOf } from "./usage.ts";

const group = "metrics.k8s.io";
const apiVersion = `${group}/v1beta1`;

/** A pod has no metrics before its containers have run for so long (freshContainerMinMetricsResolution). */
const freshMs = 10_000;

/** What the operating system and the kubelet of a node use, if no annotation says it. */
const system = { cpu: 0.1, memory: 512 * 2 ** 20 };

interface Amounts {
  readonly cpu: number;
  readonly memory: number;
}

/** What was measured of a pod or a node, and how it is answered. */
interface Measured {
  readonly object: KubeObject;
  readonly windowMs: number;
  readonly total: Amounts;
  readonly usage: object;
}

const sum = (amounts: readonly Amounts[]): Amounts => ({
  cpu: amounts.reduce((total, { cpu }) => total + cpu, 0),
  memory: amounts.reduce((total, { memory }) => total + memory, 0),
});

const printed = ({ cpu, memory }: Amounts) => ({ cpu: printCpu(cpu), memory: printMemory(memory) });

/** Answers requests for metrics.k8s.io/v1beta1 as metrics-server v0.8 does. */
export async function resourceMetrics(world: MeteredWorld, request: MetricsRequest): Promise<object | undefined> {
  const { parts, version } = request;
  if (version !== "v1beta1") return undefined;
  if (parts.length === 0) return resourceList;
  await world.synced();
  const at = world.measuredAt();
  const [first = "", second, third, fourth] = parts;
  if (first === "nodes" && parts.length <= 2) {
    const measured = await measureNodes(world, at);
    if (second === undefined) return listOf("NodeMetricsList", selected(measured, request), at, request.asTable);
    if (!world.nodes().some(({ metadata }) => metadata.name === second))
      throw newNotFound({ group: "", resource: "nodes" }, second);
    return oneOf("NodeMetrics", measured, { name: second }, { group, resource: "nodes" }, at, request.asTable);
  }
  const isNamespaced = first === "namespaces" && third === "pods" && parts.length <= 4;
  if (!isNamespaced && (first !== "pods" || parts.length > 1)) return undefined;
  const measured = await measurePods(world, isNamespaced ? second : undefined, at);
  if (fourth === undefined) return listOf("PodMetricsList", selected(measured, request), at, request.asTable);
  if (!world.pods(second).some(({ metadata }) => metadata.name === fourth))
    throw newNotFound({ group: "", resource: "pods" }, fourth);
  const wanted = { name: fourth, label: `${second}/${fourth}` };
  return oneOf("PodMetrics", measured, wanted, { group, resource: "pods" }, at, request.asTable);
}

async function measurePods(
  world: MeteredWorld,
  namespace: string | undefined,
  at: number,
): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  for (const [pod, usages] of await usagesOf(world, world.pods(namespace), at)) {
    if (usages.length === 0 || usages.some(({ since }) => at - since < freshMs)) continue;
    const windowMs = Math.min(resolutionMs, ...usages.map(({ since }) => at - since));
    const containers = usages.map(({ container, ...usage }) => ({ name: container.name, usage: printed(usage) }));
    measured.push({ object: pod, windowMs, total: sum(usages), usage: { containers } });
  }
  return measured;
}

/** Returns what the containers of pods use that ran when they were measured. */
async function usagesOf(
  world: MeteredWorld,
  pods: readonly MeteredPod[],
  at: number,
): Promise<readonly (readonly [MeteredPod, readonly ContainerUsage[]])[]> {
  const namespaces = new Set(pods.map(({ metadata }) => metadata.namespace ?? ""));
  const sources = new Map(
    await Promise.all([...namespaces].map(async (name) => [name, await world.sourcesOf(name, at)] as const)),
  );
  const none = { behaviors: [], loads: [] };
  return pods
    .filter((pod) => world.isMeasured(pod))
    .map((pod) => {
      const usages = usageOf(pod, sources.get(pod.metadata.namespace ?? "") ?? none, at);
      return [pod, usages.filter(({ since }) => since <= at)] as const;
    });
}

async function measureNodes(world: MeteredWorld, at: number): Promise<readonly Measured[]> {
  const usages = await usagesOf(world, world.pods(), at);
  const isOld = ({ metadata }: MeteredNode): boolean =>
    parseTime(metadata.creationTimestamp ?? "1970-01-01T00:00:00Z") <= at - resolutionMs;
  return world
    .nodes()
    .filter((node) => isReady(node) && isOld(node))
    .map((node) => {
      const own = {
        cpu: annotatedQuantity(node, "cpu") ?? system.cpu,
        memory: annotatedQuantity(node, "memory") ?? system.memory,
      };
      const there = usages.filter(([{ spec }]) => spec?.nodeName === node.metadata.name);
      const total = sum([own, ...there.flatMap(([, one]) => one)]);
      return { object: node, windowMs: resolutionMs, total, usage: { usage: printed(total) } };
    });
}

const selected = (all: readonly Measured[], { query }: MetricsRequest): readonly Measured[] => {
  const labels = labelSelectorOf(query);
  const fields = fieldSelectorOf(query);
  return all.filter(({ object: { metadata } }) => {
    const { name = "", namespace = "" } = metadata;
    return (
      labels.matches(metadata.labels ?? {}) &&
      fields.matches({ "metadata.name": name, "metadata.namespace": namespace })
    );
  });
};

const metadataOf = ({ metadata }: KubeObject, at: number) => ({
  name: metadata.name,
  ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
  creationTimestamp: formatTime(at),
  ...(metadata.labels !== undefined && { labels: metadata.labels }),
});

const windowOf = ({ windowMs }: Measured): string => formatDuration(BigInt(windowMs) * 1_000_000n);

const itemOf = (measured: Measured, at: number) => ({
  metadata: metadataOf(measured.object, at),
  timestamp: formatTime(at),
  window: windowOf(measured),
  ...measured.usage,
});

const listOf = (kind: string, all: readonly Measured[], at: number, asTable: boolean): object =>
  asTable ? tableOf(all, at) : { kind, apiVersion, metadata: {}, items: all.map((one) => itemOf(one, at)) };

function oneOf(
  kind: string,
  all: readonly Measured[],
  { name, label = name }: { readonly name: string; readonly label?: string },
  resource: { readonly group: string; readonly resource: string },
  at: number,
  asTable: boolean,
): object {
  const found = all.find(({ object }) => object.metadata.name === name);
  if (found === undefined) throw newNotFound(resource, label);
  return asTable ? tableOf([found], at) : { kind, apiVersion, ...itemOf(found, at) };
}

/** Returns the Table for kubectl get; one without rows has no columns either (addPodMetricsToTable). */
function tableOf(all: readonly Measured[], at: number): object {
  const column = (name: string, format: string, description = "") => ({
    name,
    type: "string",
    format,
    description,
    priority: 0,
  });
  const columns = [
    column("Name", "name", "Name of the resource"),
    column("cpu", "quantity"),
    column("memory", "quantity"),
    column("Window", "duration"),
  ];
  const rows = all.map((measured) => {
    const { cpu, memory } = printed(measured.total);
    const metadata = metadataOf(measured.object, at);
    return {
      cells: [metadata.name, cpu, memory, windowOf(measured)],
      object: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata },
    };
  });
  const isEmpty = rows.length === 0;
  return {
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata: {},
    columnDefinitions: isEmpty ? null : columns,
    rows: isEmpty ? null : rows,
  };
}

const resourceList = {
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: apiVersion,
  resources: [
    { name: "nodes", singularName: "", namespaced: false, kind: "NodeMetrics", verbs: ["get", "list"] },
    { name: "pods", singularName: "", namespaced: true, kind: "PodMetrics", verbs: ["get", "list"] },
  ],
};
