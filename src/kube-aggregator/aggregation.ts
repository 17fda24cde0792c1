import { builtinApiServices } from "../apis/apiregistration/local-api-services.ts";
import type { DiscoveredGroups } from "../apiserver/endpoints/discovery/merged-groups.ts";
import type { ServedGroup } from "../apiserver/endpoints/discovery/api-groups.ts";
import type { Handler } from "../apiserver/endpoints/handler.ts";
import type { OtherDocuments } from "../apiserver/endpoints/openapi/openapi-routes.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import { ObjectLister } from "../apiserver/registry/object-lister.ts";
import type { Counter } from "../component-base/metrics/metric.ts";
import type { MetricsRegistry, MetricVec } from "../component-base/metrics/metrics-registry.ts";
import type { Aggregator } from "./aggregator.ts";
import type { AggregationOptions } from "./aggregation-parts.ts";
import { asApiService, isAvailable, type ApiService } from "./api-service.ts";

/** The part of a server that makes several servers one (kube-aggregator). */
export interface Aggregation {
  /** Returns the handler of requests for a group version that another server serves; undefined for any other. */
  route(group: string, version: string): Handler | undefined;
  /** Returns the groups as clients discover them; undefined while they are those of this server in its own order. */
  groups(own: readonly ServedGroup[]): DiscoveredGroups | undefined;
  /** Returns the OpenAPI documents of other servers; undefined while there are none. */
  documents(): OtherDocuments | undefined;
  /** Reports whether APIServices of all built-in group versions are there (autoregister-completion). */
  missing(): readonly string[];
  /** Resolves when every change so far is taken in; what is tried again later does not count. */
  idle(): Promise<void>;
  /** Asks the server of an APIService again, since what answers for it has changed. */
  check(name: string): void;
  close(): void;
}

/**
 * Registers what this server serves and proxies what others serve. The APIServices of built-in groups are written with
 * the other bootstrap objects. Everything else is loaded when the first definition or the first other APIService is
 * there, or when one changes.
 */
export function createAggregation(options: AggregationOptions): Aggregation {
  const { registry, report, custom } = options;
  const closing = new AbortController();
  const lister = new ObjectLister(options.storage, storageRoot(options.installed.resource), asApiService);
  const builtin = builtinApiServices(options.served);
  const wanted = new Map(builtin.map(({ metadata, ...rest }) => [metadata.name ?? "", JSON.stringify(rest["spec"])]));
  const atStart = lister.all();
  const ordinary = atStart.filter(({ metadata, spec }) => wanted.get(metadata.name ?? "") === JSON.stringify(spec));
  const namesOf = (services: readonly ApiService[]) => new Set(services.map(({ metadata }) => metadata.name ?? ""));
  const parts = { lister, builtin, synced: namesOf(ordinary), presentAtStart: namesOf(atStart) };
  const unavailable = registerMetrics(registry, lister);
  let loading: Promise<Aggregator> | undefined;
  let loaded: Aggregator | undefined;
  const load = (): Promise<Aggregator> =>
    (loading ??= import("./aggregator.ts").then(({ startAggregator }) => {
      loaded = startAggregator({ ...options, ...parts, unavailable });
      if (closing.signal.aborted) loaded.close();
      return loaded;
    }));
  const need = (): void => {
    if (loading === undefined && !closing.signal.aborted) load().catch(report);
  };
  if (ordinary.length < atStart.length || custom.all().length > 0) need();
  lister.listen(need);
  custom.listen(need);
  lister.follow(closing.signal).catch(report);
  return {
    route(group, version) {
      const service = lister.get(`${version}.${group}`);
      if (service?.spec.service === undefined) return undefined;
      return loaded?.proxy(service) ?? (async (ctx) => (await load()).proxy(service)(ctx));
    },
    groups: (own) => loaded?.groups(own),
    documents: () => loaded?.documents,
    missing: () => [...wanted.keys()].filter((name) => !parts.synced.has(name) && lister.get(name) === undefined),
    idle: async () => (await loading)?.idle(),
    check: (name) => loaded?.check(name),
    close() {
      closing.abort();
      loaded?.close();
    },
  };
}

function registerMetrics(registry: MetricsRegistry, lister: ObjectLister<ApiService>): MetricVec<Counter> {
  registry.collected(
    "gauge",
    {
      name: "aggregator_unavailable_apiservice",
      stability: "ALPHA",
      labels: ["name"],
      help: "Gauge of APIServices which are marked as unavailable broken down by APIService name.",
    },
    () =>
      lister.all().map((service) => ({ values: [service.metadata.name ?? ""], value: isAvailable(service) ? 0 : 1 })),
  );
  return registry.counter({
    name: "aggregator_unavailable_apiservice_total",
    stability: "ALPHA",
    labels: ["name", "reason"],
    help: "Counter of APIServices which are marked as unavailable broken down by APIService name and reason.",
  });
}
