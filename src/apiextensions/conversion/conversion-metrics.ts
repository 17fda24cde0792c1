import { exponentialBounds } from "../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../component-base/metrics/metrics-registry.ts";

/** Failure types of conversions, as metrics label them (ConversionWebhookErrorType). */
export type ConversionFailure =
  | "conversion_webhook_call_failure"
  | "conversion_webhook_malformed_response_failure"
  | "conversion_webhook_partial_response_failure"
  | "conversion_webhook_invalid_converted_object_failure";

/** A converter call and its outcome. */
export interface ConversionObservation {
  readonly definition: string;
  readonly from: string;
  readonly to: string;
  readonly failure: ConversionFailure | undefined;
}

/** Observes a conversion: called when it starts; the returned function is called when it ends. */
export type ObserveConversion = () => (observation: ConversionObservation) => void;

/** Metrics of conversions by webhooks, or by functions in their place (conversion/metrics). */
export function createConversionMetrics(registry: MetricsRegistry, monotonic: () => number): ObserveConversion {
  const labels = ["result", "failure_type"];
  const requests = registry.counter({
    name: "apiserver_conversion_webhook_request_total",
    stability: "ALPHA",
    labels,
    help: "Counter for conversion webhook requests with success/failure and failure error type",
  });
  const latency = registry.histogram(
    {
      name: "apiserver_conversion_webhook_duration_seconds",
      stability: "ALPHA",
      labels,
      help: "Conversion webhook request latency",
    },
    [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60],
  );
  const durations = registry.histogram(
    {
      name: "apiserver_crd_conversion_webhook_duration_seconds",
      stability: "ALPHA",
      labels: ["crd_name", "from_version", "to_version", "succeeded"],
      help: "CRD webhook conversion duration in seconds",
    },
    exponentialBounds(0.001, 2, 15),
  );
  return () => {
    const start = monotonic();
    return ({ definition, from, to, failure }) => {
      const seconds = (monotonic() - start) / 1000;
      const values = [failure === undefined ? "success" : "failure", failure ?? ""] as const;
      requests.with(...values).inc();
      latency.with(...values).observe(seconds);
      durations.with(definition, from, to, String(failure === undefined)).observe(seconds);
    };
  };
}
