import { messageOf } from "../../apimachinery/message-of.ts";
import {
  unreachableHost,
  webhookTimedOut,
  type CallWebhook,
  type WebhookRequest,
  type WebhookResponse,
} from "../../component-base/webhook.ts";
import { CallError } from "./call-error.ts";
import { resolveService, type ServiceReference } from "./resolve-service.ts";
import type { WebhookServices } from "./webhook-services.ts";

/** Where a webhook is (admissionregistration and apiextensions WebhookClientConfig). */
export interface WebhookClientConfig {
  readonly url?: string | undefined;
  readonly service?: ServiceReference | undefined;
  /** CA certificates, PEM in base64. */
  readonly caBundle?: string | undefined;
}

/** A review as JSON. */
interface ReviewRequest extends Pick<WebhookRequest, "body" | "timeoutMs"> {
  /** The error message of a timeout, if it is the context of the call that ends it. */
  readonly timedOut?: string;
}

/** Posts a review to a webhook. Rejects with a CallError that names the URL if there is no response. */
export async function postReview(
  services: WebhookServices,
  config: WebhookClientConfig,
  { body, timeoutMs, timedOut = webhookTimedOut }: ReviewRequest,
): Promise<WebhookResponse> {
  const url = addressOf(config, timeoutMs);
  try {
    const { service } = config;
    const connectTo = service === undefined ? undefined : resolveService(service, services);
    const caBundle = trustedBundle(config.caBundle);
    return await callOf(services, url)({ url, connectTo, caBundle, body, timeoutMs });
  } catch (err) {
    const message = messageOf(err);
    throw new CallError(`Post "${url}": ${message === webhookTimedOut ? timedOut : message}`, { cause: err });
  }
}

/** Returns the URL with its path cleaned as client-go does. */
function addressOf({ url, service }: WebhookClientConfig, timeoutMs: number): string {
  const given = new URL(
    url ?? `https://${service?.name}.${service?.namespace}.svc:${service?.port ?? 443}${service?.path ?? ""}`,
  );
  const authority = url === undefined ? `${given.hostname}:${service?.port ?? 443}` : given.host;
  const path = given.pathname.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return `${given.protocol}//${authority}${path}?timeout=${Math.ceil(timeoutMs / 1000)}s`;
}

/** Decodes a CA bundle; one that is only whitespace counts as absent. */
export function trustedBundle(caBundle: string | undefined): string | undefined {
  const text = caBundle === undefined ? "" : atob(caBundle);
  return text.trim() === "" ? undefined : text;
}

/** Returns the webhook client. A server without network access fails as if the webhook were unreachable. */
const callOf = ({ callWebhook }: WebhookServices, url: string): CallWebhook =>
  callWebhook ?? (() => Promise.reject(new Error(unreachableHost(new URL(url)))));
