import { failure, type StatusError } from "../apimachinery/errors.ts";
import { formatGroupResource, type GroupResource } from "../apimachinery/gvk.ts";
import type { LabelSelector } from "../apimachinery/labels/selector.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { formatTime } from "../apimachinery/time.ts";
import { isNotFound } from "../client/client.ts";
import type { ServedResource } from "../client/discovery.ts";
import { simulationPrefix } from "../component-helpers/simulation.ts";
import { labelSelectorOf, type MetricsRequest } from "./answers.ts";
import type { MeteredPod } from "./metered-objects.ts";
import type { MeteredWorld } from "./metered-world.ts";
import { annotatedQuantity, printNumber } from "./quantities.ts";
import { podMetric } from "./usage.ts";

const group = "custom.metrics.k8s.io";
const versions: ReadonlySet<string> = new Set(["v1beta1", "v1beta2"]);
const metricPrefix = `${simulationPrefix}metric.`;
/** Metrics of the resource metrics API, which a load may be of, too. */
const resources: ReadonlySet<string> = new Set(["cpu", "memory"]);

/** A value of a metric, and the object that it is about. */
interface Value {
  readonly object: KubeObject;
  readonly value: number;
}

/** What a request asks for: a metric of one object, or of all that are selected (`*`). */
interface Asked {
  readonly namespace: string | undefined;
  readonly resource: GroupResource;
  readonly name: string;
  readonly metric: string;
}

/** The error that says that there is no such metric (provider.NewMetricNotFoundForError). */
const metricNotFound = ({ resource, metric, name }: Asked): StatusError => {
  const about = `${formatGroupResource(resource)}${name === "*" ? "" : ` ${name}`}`;
  return failure(404, "NotFound", `the server could not find the metric ${metric} for ${about}`);
};

/** Answers requests for custom.metrics.k8s.io as a server of custom-metrics-apiserver does. */
export async function customMetrics(world: MeteredWorld, request: MetricsRequest): Promise<object | undefined> {
  const { parts, version, query } = request;
  if (!versions.has(version)) return undefined;
  await world.synced();
  if (parts.length === 0) return resourceList(world, version);
  const asked = readParts(parts);
  if (asked === undefined) throw failure(400, "BadRequest", "invalid request path");
  const at = world.measuredAt();
  const selector = labelSelectorOf(query);
  const served = await world.kinds.resource(asked.resource.group, asked.resource.resource);
  if (served === undefined) throw metricNotFound(asked);
  const values =
    asked.resource.resource === "pods" && asked.resource.group === ""
      ? await valuesOfPods(world, asked, selector, at)
      : await valuesOfObjects(world, asked, served, selector, at);
  if (values.length === 0) throw metricNotFound(asked);
  const items = values.map(({ object, value }) => {
    const { namespace, name } = object.metadata;
    const apiVersion = `${served.group}/${served.version}`;
    const describedObject = { kind: served.kind, ...(namespace !== undefined && { namespace }), name, apiVersion };
    const measured = { timestamp: formatTime(at), value: printNumber(value) };
    return version === "v1beta1"
      ? { describedObject, metricName: asked.metric, ...measured, selector: null }
      : { describedObject, metric: { name: asked.metric, selector: null }, ...measured };
  });
  return { kind: "MetricValueList", apiVersion: `${group}/${version}`, metadata: {}, items };
}

/** Reads `namespaces/NS/RESOURCE/NAME/METRIC`, `RESOURCE/NAME/METRIC`, or `namespaces/NS/metrics/METRIC`. */
function readParts(parts: readonly string[]): Asked | undefined {
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = parts;
  if (first === "namespaces" && third === "metrics" && parts.length === 4)
    return { namespace: undefined, resource: { group: "", resource: "namespaces" }, name: second, metric: fourth };
  if (first === "namespaces" && parts.length === 5)
    return { namespace: second, resource: groupResourceOf(third), name: fourth, metric: fifth };
  if (parts.length !== 3) return undefined;
  return { namespace: undefined, resource: groupResourceOf(first), name: second, metric: third };
}

const groupResourceOf = (text: string): GroupResource => {
  const [resource = "", ...rest] = text.split(".");
  return { group: rest.join("."), resource };
};

async function valuesOfPods(
  world: MeteredWorld,
  { namespace, name, metric }: Asked,
  selector: LabelSelector,
  at: number,
): Promise<readonly Value[]> {
  const chosen = world
    .pods(namespace)
    .filter(({ metadata }) => (name === "*" ? selector.matches(metadata.labels ?? {}) : metadata.name === name));
  const values: Value[] = [];
  for (const pod of chosen) {
    const value = isMetered(pod) ? podMetric(metric, pod, await sourcesOf(world, pod, at), at) : undefined;
    if (value !== undefined) values.push({ object: pod, value });
  }
  return values;
}

const isMetered = ({ status, metadata }: MeteredPod): boolean =>
  status?.phase !== "Succeeded" && status?.phase !== "Failed" && metadata.deletionTimestamp === undefined;

const sourcesOf = (world: MeteredWorld, { metadata }: KubeObject, at: number) =>
  world.sourcesOf(metadata.namespace ?? "", at);

/** What annotations of objects say, and what PodBehavior objects say that the endpoints of Services share. */
async function valuesOfObjects(
  world: MeteredWorld,
  { namespace, name, metric, resource }: Asked,
  served: ServedResource,
  selector: LabelSelector,
  at: number,
): Promise<readonly Value[]> {
  const target = namespace === undefined || !served.namespaced ? served : { ...served, namespace };
  const objects =
    name === "*"
      ? (await world.client.list(target, { labelSelector: selector.toString() })).items
      : [await world.client.get(target, name).catch(unlessGone)].filter((object) => object !== undefined);
  const values = await Promise.all(
    objects.map(async (object) => {
      const { loads } = await sourcesOf(world, object, at);
      const shared = loads.filter(
        ({ service, metric: one }) =>
          one === metric && resource.resource === "services" && service === object.metadata.name,
      );
      const total = shared.length === 0 ? undefined : shared.reduce((sum, load) => sum + load.total, 0);
      const value = annotatedQuantity(object, `metric.${metric}`) ?? total;
      return value === undefined ? [] : [{ object, value }];
    }),
  );
  return values.flat();
}

function unlessGone(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}

/** Lists the metrics of pods and Services that are known. Those of other objects are found when they are asked for. */
function resourceList(world: MeteredWorld, version: string): object {
  const ofPods = world
    .pods()
    .flatMap(({ metadata }) => Object.keys(metadata.annotations ?? {}))
    .filter((key) => key.startsWith(metricPrefix))
    .map((key) => key.slice(metricPrefix.length).replaceAll("__", "/"));
  const scripted = world
    .behaviors()
    .flatMap(({ spec }) => spec?.metrics ?? [])
    .filter(({ name, external }) => external === undefined && !resources.has(name));
  const names = new Set([
    ...ofPods.map((name) => `pods/${name}`),
    ...scripted.flatMap(({ name, service }) => [
      `pods/${name}`,
      ...(service === undefined ? [] : [`services/${name}`]),
    ]),
  ]);
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: `${group}/${version}`,
    resources: [...names].toSorted().map((name) => ({
      name,
      singularName: "",
      namespaced: true,
      kind: "MetricValueList",
      verbs: ["get"],
    })),
  };
}
