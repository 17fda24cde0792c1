import type { CallWebhook } from "../../component-base/webhook.ts";

/** What conversion webhooks are reached with. */
export interface WebhookServices {
  /** Undefined where the server reaches nobody beyond itself, as in a browser. */
  readonly callWebhook?: CallWebhook | undefined;
  /** A Service of the cluster. */
  findService?(namespace: string, name: string): object | undefined;
}
