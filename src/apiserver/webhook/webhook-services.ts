import type { CallWebhook, WebhookRequest } from "../../component-base/webhook.ts";

/** Dependencies of webhook calls. */
export interface WebhookServices {
  /** Undefined if the server cannot reach the network, as in a browser. */
  readonly callWebhook?: CallWebhook | undefined;
  /** Looks up a Service of the cluster. */
  findService?(namespace: string, name: string): object | undefined;
  /** Returns the endpoint slices of a Service. */
  endpointSlices?(namespace: string, name: string): readonly object[];
  /** The address that stands in for a port of a Service, for servers outside of the cluster network. */
  readonly serviceAddress?:
    | ((namespace: string, name: string, port: number) => WebhookRequest["connectTo"])
    | undefined;
  /** Services are called by one of their endpoints only, never by their cluster IP (--enable-aggregator-routing). */
  readonly routesToEndpoints?: boolean | undefined;
}
