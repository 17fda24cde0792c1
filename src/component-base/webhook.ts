/** What a webhook is asked, and where it is. */
export interface WebhookRequest {
  /** With the query. */
  readonly url: string;
  /** Certificates, in PEM, of whom to trust that it is the webhook; undefined for those that the host trusts. */
  readonly caBundle: string | undefined;
  /** Where to connect in place of the URL's host; the URL's host stays the one that has to prove itself. */
  readonly connectTo?: { readonly host: string; readonly port: number } | undefined;
  readonly body: string;
  readonly timeoutMs: number;
}

/** What it answers, whatever that means. */
export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** Why there is no answer where it takes longer than it may (net/http Client.Timeout). */
export const webhookTimedOut = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";

/** Calls a webhook. Rejects where there is no answer, with an Error that says why in the words of Go's net packages. */
export type CallWebhook = (request: WebhookRequest) => Promise<WebhookResponse>;
