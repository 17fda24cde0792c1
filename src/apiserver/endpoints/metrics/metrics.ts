import { createMetricsRegistry, type MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import { binaryRelease } from "../../../component-base/versions/release.ts";
import type { NonResourceRoute } from "../routes/non-resource-route.ts";
import type { StepObserver } from "../../admission/admission.ts";
import { createAdmissionMetrics, createStepMetrics, type MeasurePlugin } from "./admission-metrics.ts";
import { createAuditMetrics, type AuditMetrics } from "./audit-metrics.ts";
import { createAccessMetrics, type AccessMetrics } from "./access-metrics.ts";
import { createCelMetrics } from "./cel-metrics.ts";
import { createListMetrics } from "./list-metrics.ts";
import { createCommitMetrics, type ObserveCommit } from "./commit-metrics.ts";
import { createHealthMetrics, type ObserveHealth } from "./health-metrics.ts";
import { createMetricsRoutes } from "./metrics-routes.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { registerServerMetrics, registerStart, type ServerMetricsParts } from "./server-metrics.ts";

/** All that the parts of a server tell of themselves, and the routes that print it. */
export interface Metrics {
  /** Where further parts register theirs. */
  readonly registry: MetricsRegistry;
  readonly requests: RequestMetrics;
  readonly access: AccessMetrics;
  readonly audit: AuditMetrics;
  readonly measurePlugin: MeasurePlugin;
  readonly steps: StepObserver;
  readonly observeCommit: ObserveCommit;
  readonly observeHealth: ObserveHealth;
  readonly routes: NonResourceRoute;
}

/** What metrics are made of. */
export interface MetricsParts extends Omit<ServerMetricsParts, "activities"> {
  monotonic(): number;
  /** Shows metrics that were deprecated in an earlier release. */
  readonly showHidden?: boolean | undefined;
}

/** Makes the metrics of a server; what is looked up later is asked for when somebody reads them. */
export function createMetrics(parts: MetricsParts): Metrics {
  const visible = { release: binaryRelease, showHidden: parts.showHidden };
  const registry = createMetricsRegistry(visible);
  const slis = createMetricsRegistry(visible);
  const requests = new RequestMetrics(registry, {
    listed: createListMetrics(registry),
    cel: createCelMetrics(registry, parts.monotonic),
  });
  registerServerMetrics(registry, { ...parts, activities: () => requests.underWay });
  registerStart(slis, parts.startedAt, "ALPHA");
  return {
    registry,
    requests,
    access: createAccessMetrics(registry),
    audit: createAuditMetrics(registry),
    measurePlugin: createAdmissionMetrics(registry, parts.monotonic),
    steps: createStepMetrics(registry, parts.monotonic),
    observeCommit: createCommitMetrics(registry),
    observeHealth: createHealthMetrics(slis),
    routes: createMetricsRoutes(registry, slis),
  };
}
