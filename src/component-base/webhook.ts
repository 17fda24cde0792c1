/** A request to a webhook. */
export interface WebhookRequest {
  /** The URL including the query. */
  readonly url: string;
  /** The CA certificates in PEM that verify the webhook; undefined to use those of the host. */
  readonly caBundle: string | undefined;
  /** Connects to this address instead of the URL's host; the certificate is still verified for the URL's host. */
  readonly connectTo?: { readonly host: string; readonly port: number } | undefined;
  readonly body: string;
  readonly timeoutMs: number;
}

/** The response of a webhook, not interpreted. */
export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * The most bytes of a webhook's response. Upstream reads responses of any length; a list of converted objects may be
 * long, a text of half a gigabyte is one that no engine holds.
 */
export const largestWebhookAnswer = 128_000_000;

/** The error message of a timeout (net/http Client.Timeout). */
export const webhookTimedOut = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";

/** Calls a webhook. If there is no response, it rejects with an Error that has the message of Go's net packages. */
export type CallWebhook = (request: WebhookRequest) => Promise<WebhookResponse>;

/** Returns Go's message for a host that cannot be reached at all, as by a server without a network. */
export function unreachableHost({ host, hostname, port }: Pick<URL, "host" | "hostname" | "port">): string {
  const numeric = /^[\d.]+$|^\[/.test(hostname);
  return numeric
    ? `dial tcp ${port === "" ? `${host}:443` : host}: connect: connection refused`
    : `dial tcp: lookup ${hostname}: no such host`;
}
