import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import type { WebhookObserver } from "../../admission/webhook-observer.ts";

const bounds = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];

/** The greatest code that is a label of its own. */
const maxCode = 600;

/** Measures the calls of admission webhooks (admission/metrics). */
export function createWebhookMetrics(registry: MetricsRegistry): WebhookObserver {
  const durations = registry.histogram(
    {
      name: "apiserver_admission_webhook_admission_duration_seconds",
      stability: "STABLE",
      labels: ["name", "type", "operation", "rejected"],
      help: "Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).",
    },
    bounds,
  );
  const rejections = registry.counter({
    name: "apiserver_admission_webhook_rejection_count",
    stability: "ALPHA",
    labels: ["name", "type", "operation", "error_type", "rejection_code"],
    help: "Admission webhook rejection count, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.",
  });
  const failOpen = registry.counter({
    name: "apiserver_admission_webhook_fail_open_count",
    stability: "ALPHA",
    labels: ["name", "type"],
    help: "Admission webhook fail open count, identified by name and broken out for each admission type (validating or admit).",
  });
  const requests = registry.counter({
    name: "apiserver_admission_webhook_request_total",
    stability: "ALPHA",
    labels: ["name", "type", "operation", "code", "rejected"],
    help: "Admission webhook request total, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.",
  });
  const codeLabel = (code: number): string => String(Math.min(code, maxCode));
  return {
    called({ name, type, operation }, code, rejected, ms) {
      requests.with(name, type, operation, codeLabel(code), String(rejected)).inc();
      durations.with(name, type, operation, String(rejected)).observe(ms / 1000);
    },
    rejected: ({ name, type, operation }, error, code) =>
      rejections.with(name, type, operation, error, codeLabel(code)).inc(),
    failedOpen: ({ name, type }) => failOpen.with(name, type).inc(),
  };
}
