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

/** What keeps a server well, by the names of the server's own options. */
export interface OperationsOptions {
  /** Milliseconds after which a request is given up; 60,000 unless told. */
  readonly requestTimeoutMs?: number | undefined;
  /** Most requests that only read, at one time; 400 unless told, 0 is any number. */
  readonly maxRequestsInFlight?: number | undefined;
  /** Most other requests at one time; 200 unless told, 0 is any number. */
  readonly maxMutatingRequestsInFlight?: number | undefined;
  /** What is noted of requests, and where; nothing unless told or somebody reads. */
  readonly audit?: AuditOptions | undefined;
}

/** Filters that defend the server and note what it does, and the Inspector's way to what was noted. */
export interface Operations {
  /** Stand where nobody is known yet. */
  readonly outer: readonly Filter[];
  /** Stands where the user is known, but not yet as whom they act. */
  readonly audit: Filter;
  readonly inFlight: Filter;
  readonly calls: AuditCalls;
  close(): void;
}

/** What operations need of the server. */
export interface OperationsParts {
  readonly clock: Clock;
  readonly metrics: AuditMetrics;
}

/** Makes what defends a server, with upstream's limits where none are told. */
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
