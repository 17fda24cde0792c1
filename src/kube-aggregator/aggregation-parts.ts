import type { Clock } from "../apimachinery/clock.ts";
import type { GroupVersion } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { InstalledResource } from "../apiserver/endpoints/routes/resource-table.ts";
import type { ObjectLister } from "../apiserver/registry/object-lister.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import type { Storage } from "../apiserver/storage/interface.ts";
import type { Counter } from "../component-base/metrics/metric.ts";
import type { MetricsRegistry, MetricVec } from "../component-base/metrics/metrics-registry.ts";
import type { ApiService } from "./api-service.ts";
import type { CustomVersions } from "./autoregister-controller.ts";
import type { ExtensionServices } from "./extension-client.ts";

/** The dependencies of aggregation. */
export interface AggregationOptions {
  /** The installed resource of APIServices, and its storage. */
  readonly installed: InstalledResource;
  readonly storage: Storage<KubeObject>;
  readonly clock: Clock;
  readonly registry: MetricsRegistry;
  readonly extensions: ExtensionServices;
  /** The built-in group versions that are served. */
  readonly served: readonly GroupVersion[];
  readonly custom: CustomVersions;
  /** Returns the context of the server's own requests. */
  context(): StrategyContext;
  /** Follows changes of a resource until the signal is aborted. */
  follow(resource: string, changed: (object: KubeObject) => void, signal: AbortSignal): Promise<void>;
  /** Called with unexpected errors. */
  report(error: unknown): void;
}

/** The dependencies of the controllers. */
export interface AggregationParts extends AggregationOptions {
  readonly lister: ObjectLister<ApiService>;
  readonly builtin: readonly KubeObject[];
  /** The names of the APIServices that were as they should be when the server started, and of all of them. */
  readonly synced: ReadonlySet<string>;
  readonly presentAtStart: ReadonlySet<string>;
  readonly unavailable: MetricVec<Counter>;
}
