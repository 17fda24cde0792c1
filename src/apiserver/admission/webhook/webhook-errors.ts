import { StatusError } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Status } from "../../../apimachinery/meta.ts";

/** A call that failed; the failure policy of the webhook decides (webhook.ErrCallingWebhook). */
export class WebhookCallError extends Error {
  /** The status code for the metrics. */
  readonly code: number;

  constructor(webhook: string, reason: string, code: number, options?: ErrorOptions) {
    super(`failed calling webhook ${quoteGo(webhook)}: ${reason}`, options);
    this.code = code;
  }
}

/** Returns the status of a denial (webhook/errors.ToStatusErr). */
export function rejection(webhook: string, result: Status | undefined): StatusError {
  const denied = `admission webhook ${quoteGo(webhook)} denied the request`;
  const { message = "", reason = "", code = 0, status, metadata, details } = result ?? {};
  const explanation = message || reason;
  return new StatusError({
    kind: "Status",
    apiVersion: "v1",
    metadata: metadata ?? {},
    status: status === undefined || status === "Success" ? "Failure" : status,
    message: explanation === "" ? `${denied} without explanation` : `${denied}: ${explanation}`,
    ...(reason !== "" && { reason }),
    ...(details !== undefined && { details }),
    code: Math.max(code, 400),
  });
}
