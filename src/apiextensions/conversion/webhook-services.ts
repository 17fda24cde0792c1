import type { CallWebhook } from "../../component-base/webhook.ts";

/** Dependencies of webhook calls. */
export interface WebhookServices {
  /** Undefined if the server cannot reach the network, as in a browser. */
  readonly callWebhook?: CallWebhook | undefined;
  /** Looks up a Service of the cluster. */
  findService?(namespace: string, name: string): object | undefined;
}
