import { messageOf } from "../../apimachinery/message-of.ts";
import type { CrossVersionObjectReference, MetricIdentifier } from "../../api/autoscaling/v2.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import { newGenericServerResponse, StatusError } from "../../apimachinery/errors.ts";
import { formatGroupKind, formatGroupResource, type GroupResource } from "../../apimachinery/gvk.ts";
import { formatLabelSelector, type LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { parseTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import { groupOf, type Kinds } from "../../client/kinds.ts";
import { type QueryParameters, withQuery } from "../../client/resource-path.ts";

/** The value of a metric of a pod in thousandths, when it was measured, and over how long. */
export interface PodMetric {
  readonly value: number;
  readonly timestamp: number;
  readonly windowMs: number;
}

/** The metrics of pods, by their names. */
export type PodMetrics = Map<string, PodMetric>;

/** Whose metrics are asked for: those of the pods in a namespace that a selector chooses. */
export interface MetricScope {
  readonly namespace: string;
  readonly selector: string;
}

interface WirePodMetrics extends KubeObject {
  readonly timestamp?: string;
  readonly window?: string;
  readonly containers?: readonly { readonly name: string; readonly usage?: Readonly<Record<string, string>> }[];
}

/** A MetricValue, or an ExternalMetricValue: what is read of it. */
interface WireValue {
  readonly describedObject?: { readonly name?: string };
  readonly value?: string;
  readonly timestamp?: string;
  /** The members of v1beta1 and v1beta2. */
  readonly window?: number;
  readonly windowSeconds?: number;
}

interface WireGroups {
  readonly groups?: readonly {
    readonly name: string;
    readonly preferredVersion?: { readonly version?: string };
    readonly versions?: readonly { readonly version?: string }[];
  }[];
}

function milliOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    return Number(parseQuantity(text).milliValue);
  } catch {
    return undefined;
  }
}

/** What a value is an answer to: the path, and how client-go names it in its errors. */
interface Question {
  readonly path: string;
  readonly query?: QueryParameters;
  readonly resource: GroupResource;
  readonly name?: string;
}

const customGroup = "custom.metrics.k8s.io";

/** What a metric of the type Pods counts as measured over if the server does not say it. */
const defaultWindowMs = 60_000;

/** The metrics that an autoscaler reads (podautoscaler/metrics RESTMetricsClient). Rejects with upstream's messages. */
export class MetricsSource {
  readonly #client: Client;
  readonly #kinds: Kinds;
  readonly #now: () => number;

  /** `client` acts as the controller. */
  constructor(options: { readonly client: Client; readonly kinds: Kinds; readonly now: () => number }) {
    this.#client = options.client;
    this.#kinds = options.kinds;
    this.#now = options.now;
  }

  /** What pods use of a resource, or one of their containers, where they have it, does (GetResourceMetric). */
  async resource(
    resource: string,
    { namespace, selector }: MetricScope,
    container: string,
    signal: AbortSignal,
  ): Promise<PodMetrics> {
    const items = await fetched("resource metrics API", () =>
      this.#items<WirePodMetrics>(
        {
          path: `/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods`,
          query: { labelSelector: selector },
          resource: { group: "metrics.k8s.io", resource: "pods" },
        },
        signal,
      ),
    );
    if (items.length === 0) throw new Error("no metrics returned from resource metrics API");
    const metrics: PodMetrics = new Map();
    for (const { metadata, timestamp, window, containers = [] } of items) {
      const name = metadata.name ?? "";
      const asked = containers.filter((one) => container === "" || one.name === container);
      const values = asked.map(({ usage }) => milliOf(usage?.[resource]));
      const known = values.filter((value) => value !== undefined);
      if (known.length === values.length && known.length > 0)
        metrics.set(name, {
          value: known.reduce((sum, value) => sum + value, 0),
          timestamp: this.#timeOf(timestamp),
          windowMs: window === undefined ? 0 : Number(parseDuration(window) / 1_000_000n),
        });
    }
    return metrics;
  }

  /** A metric of the pods (GetRawMetric). */
  async pods(
    { name, selector: metricSelector }: MetricIdentifier,
    { namespace, selector }: MetricScope,
    signal: AbortSignal,
  ): Promise<PodMetrics> {
    const items = await fetched("custom metrics API", () =>
      this.#custom(
        `namespaces/${namespace}/pods/*/${encodeURIComponent(name)}`,
        { labelSelector: selector, ...metricQuery(metricSelector) },
        { resource: { group: customGroup, resource: "pods" }, name: "*" },
        signal,
      ),
    );
    if (items.length === 0) throw new Error("no metrics returned from custom metrics API");
    return new Map(
      items.map(({ describedObject, value, timestamp, windowSeconds, window = windowSeconds }) => {
        const windowMs = window === undefined ? defaultWindowMs : window * 1000;
        return [
          describedObject?.name ?? "",
          { value: milliOf(value) ?? 0, timestamp: this.#timeOf(timestamp), windowMs },
        ];
      }),
    );
  }

  /** A metric of another object, in thousandths (GetObjectMetric). */
  async object(
    { name: metric, selector }: MetricIdentifier,
    namespace: string,
    { apiVersion = "", kind, name }: CrossVersionObjectReference,
    signal: AbortSignal,
  ): Promise<number> {
    const group = groupOf(apiVersion);
    const { value } = await fetched("custom metrics API", async () => {
      const query = metricQuery(selector);
      const encoded = encodeURIComponent(metric);
      if (kind === "Namespace" && group === "") {
        const about = { resource: { group: customGroup, resource: "metrics" }, name: metric };
        return exactlyOne(await this.#custom(`namespaces/${namespace}/metrics/${encoded}`, query, about, signal));
      }
      const resource = await this.#resourceOf(group, kind, signal);
      const about = { resource: { group: customGroup, resource }, name };
      const path = `namespaces/${namespace}/${resource}/${encodeURIComponent(name)}/${encoded}`;
      return exactlyOne(await this.#custom(path, query, about, signal));
    });
    return milliOf(value) ?? 0;
  }

  /** The values of a metric of something outside of the cluster (GetExternalMetric). */
  async external(
    metric: string,
    selector: string,
    { namespace }: Pick<MetricScope, "namespace">,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const items = await fetched("external metrics API", () =>
      this.#items<WireValue>(
        {
          path: `/apis/external.metrics.k8s.io/v1beta1/namespaces/${namespace}/${encodeURIComponent(metric)}`,
          query: { labelSelector: selector === "" ? undefined : selector },
          resource: { group: "external.metrics.k8s.io", resource: metric },
        },
        signal,
      ),
    );
    if (items.length === 0) throw new Error("no metrics returned from external metrics API");
    return items.map(({ value }) => milliOf(value) ?? 0);
  }

  #timeOf(timestamp: string | undefined): number {
    return timestamp === undefined ? this.#now() : parseTime(timestamp);
  }

  /** Returns the resource of a kind, with its group (qualResourceForKind). */
  async #resourceOf(group: string, kind: string, signal: AbortSignal): Promise<string> {
    try {
      const [target] = await this.#kinds.mappings(group, kind, signal);
      return target === undefined ? "" : formatGroupResource(target);
    } catch (error) {
      throw new Error(`unable to map kind ${formatGroupKind({ group, kind })} to resource: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  /** Reads values of the custom metrics API in the version that is served (custom_metrics.multiClient). */
  async #custom(
    path: string,
    query: QueryParameters,
    about: Pick<Question, "resource" | "name">,
    signal: AbortSignal,
  ): Promise<readonly WireValue[]> {
    const version = await this.#customVersion(signal);
    return this.#items<WireValue>({ path: `/apis/${customGroup}/${version}/${path}`, query, ...about }, signal);
  }

  /** Returns the preferred version of the custom metrics API (apiVersionsFromDiscovery). */
  async #customVersion(signal: AbortSignal): Promise<string> {
    const { groups = [] } = await this.#client.json<WireGroups>("GET", "/apis", undefined, { signal });
    const found = groups.find(({ name }) => name === customGroup);
    if (found === undefined) throw new Error(`no custom metrics API (${customGroup}) registered`);
    const versions = [found.preferredVersion, ...(found.versions ?? [])].map((one) => one?.version ?? "");
    const known = versions.find((version) => version === "v1beta2" || version === "v1beta1");
    if (known === undefined) throw new Error("no known available metric versions found");
    return known;
  }

  /** Lists values. An answer that is no Status is told as client-go tells it. */
  async #items<T>({ path, query = {}, resource, name = "" }: Question, signal: AbortSignal): Promise<readonly T[]> {
    try {
      const answer = await this.#client.json<{ readonly items?: readonly T[] }>(
        "GET",
        withQuery(path, query),
        undefined,
        { signal },
      );
      return answer.items ?? [];
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== "") throw error;
      throw newGenericServerResponse(error.code, "get", resource, name, error.message, 0, true);
    }
  }
}

const metricQuery = (selector: LabelSelectorSpec | undefined): QueryParameters => ({
  metricLabelSelector: selector === undefined ? undefined : formatLabelSelector(selector),
});

const exactlyOne = (items: readonly WireValue[]): WireValue => {
  const [item] = items;
  if (item !== undefined && items.length === 1) return item;
  throw new Error(`the custom metrics API server returned ${items.length} results when we asked for exactly one`);
};

async function fetched<T>(api: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Error(`unable to fetch metrics from ${api}: ${messageOf(error)}`, { cause: error });
  }
}
