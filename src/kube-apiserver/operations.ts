import type { Clock } from "../apimachinery/clock.ts";
import type { AuditCalls } from "../client/audit.ts";
import { Deadlines } from "../component-base/deadlines.ts";
import { createAuditCalls } from "../apiserver/endpoints/audit/audit-calls.ts";
import { Auditor, type AuditOptions } from "../apiserver/endpoints/audit/auditor.ts";
import { withAudit, withFailedRequestAudit } from "../apiserver/endpoints/filters/with-audit.ts";
import { withMaxInFlight } from "../apiserver/endpoints/filters/with-max-in-flight.ts";
import { withRequestDeadline } from "../apiserver/endpoints/filters/with-request-deadline.ts";
import type { Filter } from "../apiserver/endpoints/handler.ts";
import type { AuditMetrics } from "../apiserver/endpoints/metrics/audit-metrics.ts";

/** Options for timeouts, request limits and auditing. */
export interface OperationsOptions {
  /** The request timeout in milliseconds; 60,000 by default. */
  readonly requestTimeoutMs?: number | undefined;
  /** The maximum number of non-mutating requests in flight; 400 by default, 0 for no limit. */
  readonly maxRequestsInFlight?: number | undefined;
  /** The maximum number of mutating requests in flight; 200 by default, 0 for no limit. */
  readonly maxMutatingRequestsInFlight?: number | undefined;
  /** The audit policy and backend; by default, requests are audited only while there is a reader of audit events. */
  readonly audit?: AuditOptions | undefined;
}

/** The filters for timeouts, request limits and auditing, and the Inspector's access to audit events. */
export interface Operations {
  /** Filters before authentication. */
  readonly outer: readonly Filter[];
  /** The audit filter, between authentication and impersonation. */
  readonly audit: Filter;
  readonly inFlight: Filter;
  readonly calls: AuditCalls;
  close(): void;
}

/** The dependencies of the operational filters. */
export interface OperationsParts {
  readonly clock: Clock;
  readonly metrics: AuditMetrics;
}

/** Creates the operational filters, with upstream's default limits. */
export function createOperations(
  { clock, metrics }: OperationsParts,
  { requestTimeoutMs = 60_000, maxRequestsInFlight = 400, maxMutatingRequestsInFlight = 200, audit }: OperationsOptions,
): Operations {
  const deadlines = new Deadlines(clock, requestTimeoutMs);
  const auditor = new Auditor(clock, metrics, audit);
  return {
    outer: [withFailedRequestAudit(auditor), withRequestDeadline({ clock, maximumMs: requestTimeoutMs, deadlines })],
    audit: withAudit(auditor),
    inFlight: withMaxInFlight({ reading: maxRequestsInFlight, mutating: maxMutatingRequestsInFlight }),
    calls: createAuditCalls(auditor),
    close: () => deadlines.close(),
  };
}
