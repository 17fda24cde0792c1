import { parseDuration } from "../../apimachinery/duration.ts";
import { parseBool } from "../flags/flag-values.ts";
import type { ServeValues } from "../serve-flags.ts";
import { UsageError } from "../usage-error.ts";

/** How events reach a webhook: in batches beside the requests, or one by one before requests go on. */
export type AuditMode = "batch" | "blocking" | "blocking-strict";

/** How events are batched. */
export interface AuditBatchOptions {
  readonly bufferSize: number;
  readonly maxBatchSize: number;
  readonly maxBatchWaitMs: number;
  /** Undefined if batches are sent as they come. */
  readonly throttle: { readonly perSecond: number; readonly burst: number } | undefined;
}

/** The options of the webhook for audit events. */
export interface AuditWebhookOptions {
  /** The kubeconfig that names the webhook. */
  readonly configFile: string;
  readonly mode: AuditMode;
  readonly batch: AuditBatchOptions;
  readonly initialBackoffMs: number;
  /** The most bytes of an event; undefined if none is truncated. */
  readonly maxEventSize: number | undefined;
}

const modes: readonly AuditMode[] = ["batch", "blocking", "blocking-strict"];

/**
 * Returns the options of the flags, or undefined without a webhook, whose other flags are not validated then. Throws a
 * UsageError with upstream's text (AuditWebhookOptions.Validate).
 */
export function auditWebhookOptions(values: ServeValues): AuditWebhookOptions | undefined {
  const configFile = values["audit-webhook-config-file"];
  if (configFile === undefined) return undefined;
  const mode = modes.find((known) => known === values["audit-webhook-mode"]);
  if (mode === undefined)
    throw new UsageError(
      `invalid audit webhook mode ${values["audit-webhook-mode"]}, allowed modes are "${modes.join(",")}"`,
    );
  const { "audit-webhook-batch-initial-backoff": earlier, "audit-webhook-initial-backoff": initial } = values;
  const version = values["audit-webhook-version"];
  if (version !== "audit.k8s.io/v1")
    throw new UsageError('invalid group version, allowed versions are ["audit.k8s.io/v1"]');
  return {
    configFile,
    mode,
    batch: batchOptions(values, mode),
    initialBackoffMs: milliseconds(initial ?? earlier ?? "10s"),
    maxEventSize: largestEvent(values),
  };
}

const milliseconds = (text: string): number => Number(parseDuration(text)) / 1e6;

function batchOptions(values: ServeValues, mode: AuditMode): AuditBatchOptions {
  const [bufferSize, maxBatchSize] = [
    Number(values["audit-webhook-batch-buffer-size"]),
    Number(values["audit-webhook-batch-max-size"]),
  ];
  const [perSecond, burst] = [
    Number(values["audit-webhook-batch-throttle-qps"]),
    Number(values["audit-webhook-batch-throttle-burst"]),
  ];
  const isThrottled = parseBool(values["audit-webhook-batch-throttle-enable"]);
  const batch = {
    bufferSize,
    maxBatchSize,
    maxBatchWaitMs: milliseconds(values["audit-webhook-batch-max-wait"]),
    throttle: isThrottled ? { perSecond, burst } : undefined,
  };
  if (mode !== "batch") return batch;
  positive("batch webhook buffer size", bufferSize);
  positive("batch webhook max batch size", maxBatchSize);
  if (!isThrottled) return batch;
  positive("batch webhook throttle QPS", perSecond);
  positive("batch webhook throttle burst", burst);
  return batch;
}

function positive(name: string, value: number): void {
  if (!(value > 0)) throw new UsageError(`invalid audit ${name} ${value}, must be a positive number`);
}

function largestEvent(values: ServeValues): number | undefined {
  const [event, batch] = [
    Number(values["audit-webhook-truncate-max-event-size"]),
    Number(values["audit-webhook-truncate-max-batch-size"]),
  ];
  positive("truncate webhook max event size", event);
  if (batch < event)
    throw new UsageError(
      `invalid audit truncate webhook max batch size ${batch}, must be greater than max event size (${event})`,
    );
  return values["audit-webhook-truncate-enabled"] ? event : undefined;
}
