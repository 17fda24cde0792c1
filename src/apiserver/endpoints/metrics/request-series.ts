import {
  exponentialBounds,
  linearBounds,
  type Counter,
  type Histogram,
  type MetricOptions,
} from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

const seconds = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const place = ["verb", "group", "version", "resource", "subresource", "scope", "component"];
const placeWithDryRun = ["verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component"];

/** The verb label of body sizes, by method. */
const bodyVerbs: Readonly<Record<string, string>> = {
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  APPLY: "patch",
  DELETE: "delete",
};

/** The labels of request metrics. */
export interface RequestPlace {
  readonly verb: string;
  readonly dryRun: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: string;
}

/** The metrics of the requests with the same labels. */
export interface RequestSeries {
  counter(code: number): Counter;
  readonly duration: Histogram;
  readonly sli: Histogram;
  /** The response sizes of read requests. */
  readonly sizes: Histogram | undefined;
  /** The sizes of request bodies. */
  readonly bodies: Histogram | undefined;
}

/**
 * Registers the request metrics with upstream's names, labels and buckets (endpoints/metrics). Returns a function that
 * creates the series for given labels.
 */
export function createRequestSeries(registry: MetricsRegistry): (place: RequestPlace) => RequestSeries {
  const total = registry.counter({
    name: "apiserver_request_total",
    stability: "STABLE",
    labels: [...placeWithDryRun, "code"],
    help: "Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.",
  });
  const duration = registry.histogram(
    {
      name: "apiserver_request_duration_seconds",
      stability: "STABLE",
      labels: placeWithDryRun,
      help: "Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.",
    },
    [0.005, 0.025, ...seconds],
  );
  const indicator: MetricOptions = {
    name: "apiserver_request_sli_duration_seconds",
    stability: "ALPHA",
    labels: place,
    help: "Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.",
  };
  const sli = registry.histogram(indicator, seconds, {
    ...indicator,
    name: "apiserver_request_slo_duration_seconds",
    deprecatedSince: 27,
  });
  const bodies = registry.histogram(
    {
      name: "apiserver_request_body_size_bytes",
      stability: "ALPHA",
      labels: ["group", "resource", "verb"],
      help: "Apiserver request body size in bytes broken out by resource and verb.",
    },
    linearBounds(50_000, 100_000, 31),
  );
  const sizes = registry.histogram(
    {
      name: "apiserver_response_sizes",
      stability: "STABLE",
      labels: place,
      help: "Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.",
    },
    exponentialBounds(1000, 10, 7),
  );
  return ({ verb, dryRun, group, version, resource, subresource, scope }) => {
    const component = resource === "" ? "" : "apiserver";
    const sent = bodyVerbs[verb];
    const tail = [group, version, resource, subresource, scope, component];
    const codes = new Map<number, Counter>();
    return {
      counter(code) {
        const counter = codes.get(code) ?? total.with(verb, dryRun, ...tail, String(code));
        codes.set(code, counter);
        return counter;
      },
      duration: duration.with(verb, dryRun, ...tail),
      sli: sli.with(verb, ...tail),
      sizes: verb === "GET" || verb === "LIST" ? sizes.with(verb, ...tail) : undefined,
      bodies: sent === undefined || resource === "" ? undefined : bodies.with(group, resource, sent),
    };
  };
}
