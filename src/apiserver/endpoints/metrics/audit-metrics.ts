import type { AuditLevel } from "../../../component-base/audit/audit-event.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** Audit metrics (k8s.io/apiserver audit metrics). */
export interface AuditMetrics {
  /** Records the level that the policy determined for a request. */
  decided(level: AuditLevel): void;
  /** Records that an event was written. */
  noted(): void;
}

export function createAuditMetrics(registry: MetricsRegistry): AuditMetrics {
  const events = registry
    .counter({
      name: "apiserver_audit_event_total",
      stability: "ALPHA",
      help: "Counter of audit events generated and sent to the audit backend.",
    })
    .with();
  const levels = registry.counter({
    name: "apiserver_audit_level_total",
    stability: "ALPHA",
    labels: ["level"],
    help: "Counter of policy levels for audit events (1 per request).",
  });
  registry
    .counter({
      name: "apiserver_audit_requests_rejected_total",
      stability: "ALPHA",
      help: "Counter of apiserver requests rejected due to an error in audit logging backend.",
    })
    .with();
  return { decided: (level) => levels.with(level).inc(), noted: () => events.inc() };
}
