import type { Operation } from "./attributes.ts";

/** Why a webhook's call led to the refusal of a request (metrics.WebhookRejectionErrorType). */
export type RejectionType = "calling_webhook_error" | "apiserver_internal_error" | "no_error";

/** A call as the metrics label it. */
export interface ObservedCall {
  readonly name: string;
  readonly type: "admit" | "validating";
  readonly operation: Operation;
}

/** Observes the calls of webhooks (admission/metrics). */
export interface WebhookObserver {
  called(call: ObservedCall, code: number, rejected: boolean, ms: number): void;
  rejected(call: ObservedCall, type: RejectionType, code: number): void;
  failedOpen(call: ObservedCall): void;
}
