import type { GroupResource } from "../../../apimachinery/gvk.ts";
import { createMetricsRegistry, type MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import { binaryRelease } from "../../../component-base/versions/release.ts";
import type { NonResourceRoute } from "../routes/non-resource-route.ts";
import type { ChainObserver } from "../../admission/admission-plugin.ts";
import { createAdmissionMetrics } from "./admission-metrics.ts";
import { createAuditMetrics, type AuditMetrics } from "./audit-metrics.ts";
import { createAccessMetrics, type AccessMetrics } from "./access-metrics.ts";
import { createCelMetrics } from "./cel-metrics.ts";
import { createDeclarativeMetrics } from "./declarative-metrics.ts";
import { createListMetrics } from "./list-metrics.ts";
import type { StorageObserver } from "../../storage/storage-request.ts";
import { createStorageRequestMetrics } from "./storage-request-metrics.ts";
import { createHealthMetrics, type ObserveHealth } from "./health-metrics.ts";
import type { WebhookObserver } from "../../admission/webhook-observer.ts";
import type { PolicyObserver } from "../../admission/policy/policy-metrics.ts";
import { createWebhookMetrics } from "./webhook-metrics.ts";
import { createMetricsRoutes } from "./metrics-routes.ts";
import { createPolicyMetrics } from "./policy-metrics.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { registerServerMetrics, registerStart, type ServerMetricsParts } from "./server-metrics.ts";

/** The metrics of a server and the routes that expose them. */
export interface Metrics {
  /** The registry in which other components register their metrics. */
  readonly registry: MetricsRegistry;
  readonly requests: RequestMetrics;
  readonly access: AccessMetrics;
  readonly audit: AuditMetrics;
  readonly admission: ChainObserver;
  readonly policies: PolicyObserver;
  readonly webhooks: WebhookObserver;
  readonly observeStorage: StorageObserver;
  readonly observeHealth: ObserveHealth;
  readonly routes: NonResourceRoute;
}

/** The dependencies of the metrics. */
export interface MetricsParts extends Omit<ServerMetricsParts, "activities"> {
  monotonic(): number;
  /** Returns the resource of a key in storage, if it is one's. */
  resourceOf(key: string): GroupResource | undefined;
  /** Whether to expose metrics that were deprecated in an earlier release. */
  readonly showHidden?: boolean | undefined;
  /** Receives differences between declarative and hand-written validation. */
  readonly report?: ((error: Error) => void) | undefined;
}

/** Creates the metrics of a server; some values are computed only when the metrics are read. */
export function createMetrics(parts: MetricsParts): Metrics {
  const visible = { release: binaryRelease, showHidden: parts.showHidden };
  const registry = createMetricsRegistry(visible);
  const slis = createMetricsRegistry(visible);
  const requests = new RequestMetrics(registry, {
    listed: createListMetrics(registry),
    cel: createCelMetrics(registry, parts.monotonic),
    declarative: createDeclarativeMetrics(registry, parts.report ?? (() => undefined)),
  });
  registerServerMetrics(registry, { ...parts, activities: () => requests.underWay });
  registerStart(slis, parts.startedAt, "ALPHA");
  return {
    registry,
    requests,
    access: createAccessMetrics(registry),
    audit: createAuditMetrics(registry),
    admission: createAdmissionMetrics(registry, parts.monotonic),
    policies: createPolicyMetrics(registry, parts.monotonic),
    webhooks: createWebhookMetrics(registry),
    observeStorage: createStorageRequestMetrics(registry, parts.resourceOf),
    observeHealth: createHealthMetrics(slis),
    routes: createMetricsRoutes(registry, slis),
  };
}
