import type { CrossVersionObjectReference, HorizontalPodAutoscaler } from "../../api/autoscaling/v2.ts";
import type { Pod } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { isNotFound, type Client } from "../../client/client.ts";
import { withQuery } from "../../client/resource-path.ts";
import { simulationPrefix } from "../../component-helpers/simulation.ts";
import { messageOf } from "../framework/pod-control.ts";
import { isPodReady } from "../../component-helpers/pod-state.ts";
import { isPodActive } from "../framework/pod-state.ts";

/** The value of a metric of a pod in thousandths, when it was measured, and over how long. */
export interface PodMetric {
  readonly value: number;
  readonly timestamp: number;
  readonly windowMs: number;
}

/** The metrics of pods, by their names. */
export type PodMetrics = Map<string, PodMetric>;

/** Whose metrics are asked for. */
export interface MetricScope {
  readonly autoscaler: HorizontalPodAutoscaler;
  readonly namespace: string;
  /** The pods of the scale, and the selector that chose them. */
  readonly pods: readonly Pod[];
  readonly selector: string;
}

/** For how long metrics-server measures by default (--metric-resolution). */
const windowMs = 15_000;

interface WirePodMetrics extends KubeObject {
  readonly timestamp?: string;
  readonly containers?: readonly { readonly name: string; readonly usage?: Readonly<Record<string, string>> }[];
}

function milliOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return Number(parseQuantity(text).milliValue);
  } catch {
    return undefined;
  }
}

/** The value of an annotation about simulation; `/` in names of resources is written `__`. */
const annotated = ({ metadata }: KubeObject, key: string): number | undefined =>
  milliOf(metadata.annotations?.[`${simulationPrefix}${key.replaceAll("/", "__")}`]);

/**
 * The metrics that an autoscaler reads (podautoscaler/metrics RESTMetricsClient): what annotations say, and where there
 * are none, what the metrics APIs answer. All methods reject with upstream's messages.
 */
export class MetricsSource {
  readonly #client: Client;
  readonly #manager: Client;
  readonly #now: () => number;

  /** `client` acts as the controller; `manager` reads the objects that metrics are about. */
  constructor(options: { readonly client: Client; readonly manager: Client; readonly now: () => number }) {
    this.#client = options.client;
    this.#manager = options.manager;
    this.#now = options.now;
  }

  /** What pods use of a resource, or one of their containers does (GetResourceMetric). */
  async resource(resource: string, scope: MetricScope, container: string, signal: AbortSignal): Promise<PodMetrics> {
    const load = annotated(scope.autoscaler, `load.${resource}`);
    const metrics = load === undefined ? this.#usage(resource, scope, container) : this.#shared(load, scope);
    return metrics.size > 0 ? metrics : this.#fromResourceApi(resource, scope, container, signal);
  }

  /** A metric of the pods (GetRawMetric). */
  async pods(metric: string, scope: MetricScope): Promise<PodMetrics> {
    const load = annotated(scope.autoscaler, `load.${metric}`);
    if (load !== undefined) return this.#shared(load, scope);
    const found = scope.pods.filter(isPodActive).flatMap((pod) => {
      const value = annotated(pod, `metric.${metric}`);
      return value === undefined ? [] : [[nameOf(pod), this.#measured(value)] as const];
    });
    if (found.length === 0) throw new Error(noCustomMetrics);
    return new Map(found);
  }

  /** A metric of another object, in thousandths (GetObjectMetric). */
  async object(
    metric: string,
    namespace: string,
    { apiVersion = "v1", kind, name }: CrossVersionObjectReference,
    resourceOf: (apiVersion: string, kind: string) => Promise<{ readonly path: string } | undefined>,
    signal: AbortSignal,
  ): Promise<number> {
    const resource = await resourceOf(apiVersion, kind);
    if (resource === undefined) throw new Error(noCustomMetrics);
    const isNamespace = kind === "Namespace" && apiVersion === "v1";
    const path = withQuery(resource.path, { fieldSelector: `metadata.name=${isNamespace ? namespace : name}` });
    const { items = [] } = await this.#manager.json<{ readonly items?: readonly KubeObject[] }>(
      "GET",
      path,
      undefined,
      { signal },
    );
    const value = items.map((object) => annotated(object, `metric.${metric}`)).find((one) => one !== undefined);
    if (value === undefined) throw new Error(noCustomMetrics);
    return value;
  }

  /** The values of a metric of something outside of the cluster (GetExternalMetric). */
  async external(
    metric: string,
    selector: string,
    { autoscaler, namespace }: Pick<MetricScope, "autoscaler" | "namespace">,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const value = annotated(autoscaler, `metric.${metric}`);
    if (value !== undefined) return [value];
    const path = `/apis/external.metrics.k8s.io/v1beta1/namespaces/${namespace}/${encodeURIComponent(metric)}`;
    const items = await this.#read<{ readonly value?: string }>(
      withQuery(path, { labelSelector: selector === "" ? undefined : selector }),
      { api: "external metrics API", resource: `${metric}.external.metrics.k8s.io` },
      signal,
    );
    if (items.length === 0) throw new Error("no metrics returned from external metrics API");
    return items.map(({ value: text }) => milliOf(text) ?? 0);
  }

  /** What annotations of pods say that each of their containers uses. */
  #usage(resource: string, { pods }: MetricScope, container: string): PodMetrics {
    const metrics: PodMetrics = new Map();
    for (const pod of pods.filter(isPodActive)) {
      const values = (pod.spec?.containers ?? [])
        .filter(({ name }) => container === "" || name === container)
        .map(({ name }) => annotated(pod, `${resource}.${name}`) ?? annotated(pod, resource));
      const known = values.filter((value) => value !== undefined);
      if (known.length === values.length && known.length > 0)
        metrics.set(nameOf(pod), this.#measured(known.reduce((sum, value) => sum + value, 0)));
    }
    return metrics;
  }

  /** A load that the ready pods share. */
  #shared(load: number, { pods }: MetricScope): PodMetrics {
    const serving = pods.filter((pod) => isPodActive(pod) && isPodReady(pod));
    return new Map(serving.map((pod) => [nameOf(pod), this.#measured(Math.ceil(load / serving.length))]));
  }

  #measured(value: number): PodMetric {
    return { value, timestamp: this.#now(), windowMs };
  }

  async #fromResourceApi(
    resource: string,
    { namespace, selector }: MetricScope,
    container: string,
    signal: AbortSignal,
  ): Promise<PodMetrics> {
    const items = await this.#read<WirePodMetrics>(
      withQuery(`/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods`, { labelSelector: selector }),
      { api: "resource metrics API", resource: "pods.metrics.k8s.io" },
      signal,
    );
    if (items.length === 0) throw new Error("no metrics returned from resource metrics API");
    const metrics: PodMetrics = new Map();
    for (const { metadata, timestamp, containers = [] } of items) {
      const name = metadata.name ?? "";
      const asked = containers.filter((one) => container === "" || one.name === container);
      if (container !== "" && asked.length === 0)
        throw new Error(
          `failed to get container metrics: container ${container} not present in metrics for pod ${namespace}/${name}`,
        );
      const values = asked.map(({ usage }) => milliOf(usage?.[resource]));
      const known = values.filter((value) => value !== undefined);
      const measuredAt = timestamp === undefined ? this.#now() : parseTime(timestamp);
      if (known.length === values.length && known.length > 0)
        metrics.set(name, { value: known.reduce((sum, value) => sum + value, 0), timestamp: measuredAt, windowMs });
    }
    return metrics;
  }

  /** Lists metrics; where the API is not served, the error is the one that client-go makes of that answer. */
  async #read<T>(
    path: string,
    { api, resource }: { readonly api: string; readonly resource: string },
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    try {
      const { items = [] } = await this.#client.json<{ readonly items?: readonly T[] }>("GET", path, undefined, {
        signal,
      });
      return items;
    } catch (error) {
      const text = isNotFound(error) ? `the server could not find the requested resource (get ${resource})` : undefined;
      throw new Error(`unable to fetch metrics from ${api}: ${text ?? messageOf(error)}`, { cause: error });
    }
  }
}

const nameOf = ({ metadata }: Pod): string => metadata.name ?? "";

/** What upstream's client answers where no custom metrics API is registered. */
const noCustomMetrics =
  "unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered";
