import type { JsonObject } from "../apimachinery/json/value.ts";
import type { MaybeAsync } from "../component-base/maybe-async.ts";

/** The answer of a function to an AdmissionReview: an AdmissionResponse without its uid. */
export interface AdmissionWebhookResponse {
  readonly allowed: boolean;
  /** Why the request is denied. */
  readonly status?: { readonly message?: string; readonly reason?: string; readonly code?: number };
  /** A JSON patch: its operations, or as webhooks answer it, encoded in base64. */
  readonly patch?: readonly unknown[] | string;
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/**
 * Takes the place of an admission webhook. It receives a copy of the AdmissionReview, which it may change; an error
 * that it throws counts as a failed call. /
 */
export type AdmissionWebhook = (review: JsonObject) => MaybeAsync<AdmissionWebhookResponse>;

/** Functions by the name of the webhook that they take the place of, looked up for every call. */
export type AdmissionWebhooks = Pick<ReadonlyMap<string, AdmissionWebhook>, "get">;
