import { failure } from "../apimachinery/errors.ts";
import { parseTime, formatTime } from "../apimachinery/time.ts";
import { simulationPrefix } from "../component-helpers/simulation.ts";
import { labelSelectorOf, type MetricsRequest } from "./answers.ts";
import type { MeteredWorld } from "./metered-world.ts";
import { numberOf, printNumber, valueOfCurve } from "./quantities.ts";

const group = "external.metrics.k8s.io";
const metricPrefix = `${simulationPrefix}metric.`;

/** A series of an external metric. */
interface Series {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Answers requests for external.metrics.k8s.io/v1beta1 as a server of custom-metrics-apiserver does. */
export async function externalMetrics(world: MeteredWorld, request: MetricsRequest): Promise<object | undefined> {
  const { parts, version, query } = request;
  if (version !== "v1beta1") return undefined;
  await world.synced();
  const at = world.measuredAt();
  if (parts.length === 0) return resourceList(world, at);
  const [first, namespace = "", metric = ""] = parts;
  if (first !== "namespaces" || parts.length !== 3) return undefined;
  const known = seriesOf(world, namespace, at).filter((series) => series.metric === metric);
  if (known.length === 0)
    throw failure(404, "NotFound", `the server could not find the metric ${metric} for namespaces`);
  const selector = labelSelectorOf(query);
  const items = known
    .filter(({ labels }) => selector.matches(labels))
    .map(({ labels, value }) => ({
      metricName: metric,
      metricLabels: labels,
      timestamp: formatTime(at),
      value: printNumber(value),
    }));
  return { kind: "ExternalMetricValueList", apiVersion: `${group}/v1beta1`, metadata: {}, items };
}

/** What PodBehavior objects of a namespace say of external metrics, and what annotations of its autoscalers say. */
function seriesOf(world: MeteredWorld, namespace: string, at: number): readonly Series[] {
  const scripted = world
    .behaviors()
    .filter(({ metadata }) => metadata.namespace === namespace)
    .flatMap(({ metadata, spec }) => {
      const elapsed = at - parseTime(metadata.creationTimestamp ?? "1970-01-01T00:00:00Z");
      return (spec?.metrics ?? []).map((curve) => ({ curve, value: valueOfCurve(curve, elapsed) }));
    })
    .flatMap(({ curve: { name: metric, external: labels }, value }) =>
      labels === undefined || value === undefined ? [] : [{ metric, labels, value }],
    );
  const annotated = world.autoscalers(namespace).flatMap(({ metadata: { name = "", annotations = {} } }) =>
    Object.entries(annotations).flatMap(([key, text]) => {
      const value = key.startsWith(metricPrefix) ? numberOf(text) : undefined;
      const metric = key.slice(metricPrefix.length).replaceAll("__", "/");
      return value === undefined ? [] : [{ metric, labels: { horizontalpodautoscaler: name }, value }];
    }),
  );
  return [...scripted, ...annotated];
}

function resourceList(world: MeteredWorld, at: number): object {
  const namespaces = new Set(world.pods().map(({ metadata }) => metadata.namespace ?? ""));
  for (const { metadata } of world.behaviors()) namespaces.add(metadata.namespace ?? "");
  const names = new Set([...namespaces].flatMap((name) => seriesOf(world, name, at).map(({ metric }) => metric)));
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: `${group}/v1beta1`,
    resources: [...names].toSorted().map((name) => ({
      name,
      singularName: "",
      namespaced: true,
      kind: "ExternalMetricValueList",
      verbs: ["get"],
    })),
  };
}
