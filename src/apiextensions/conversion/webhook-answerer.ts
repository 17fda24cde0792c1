import type { Random } from "../../apimachinery/random.ts";
import type { WebhookRequest } from "../../component-base/webhook.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import { CallError, type Answerer } from "./answerer.ts";
import { newReview, readReview, reviewVersionOf } from "./conversion-review.ts";
import { resolveService } from "./resolve-service.ts";
import type { WebhookServices } from "./webhook-services.ts";
import { checkedAnswer } from "./webhook-answer.ts";

const timeoutMs = 30_000;

/** Where a conversion webhook is, as client-go writes its address. */
type WebhookTarget = Pick<WebhookRequest, "url" | "connectTo">;

type Webhook = NonNullable<NonNullable<Definition["spec"]["conversion"]>["webhook"]>;
type ClientConfig = NonNullable<Webhook["clientConfig"]>;

/** The webhook of a definition as one who answers (webhookConverter). */
export function webhookAnswerer(
  webhook: Webhook | undefined,
  services: WebhookServices & { readonly random: Random },
): Answerer {
  const clientConfig = webhook?.clientConfig ?? {};
  const url = addressOf(clientConfig);
  const caBundle = trustedBundle(clientConfig.caBundle);
  return async (texts, apiVersion) => {
    const version = reviewVersionOf(webhook?.conversionReviewVersions ?? []);
    const uid = services.random.uuid();
    const body = newReview(version, uid, apiVersion, texts);
    const response = await withUrl(url, async () =>
      callOf(services, url)({ ...targetOf(url, clientConfig, services), caBundle, body, timeoutMs }),
    );
    return readReview(version, uid, checkedAnswer(response));
  };
}

/** What goes wrong before there is an answer, told with the request as Go's http client does. */
async function withUrl<T>(url: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (err) {
    throw new CallError(`Post "${url}": ${err instanceof Error ? err.message : String(err)}`, { cause: err });
  }
}

function targetOf(url: string, { service }: ClientConfig, { findService }: WebhookServices): WebhookTarget {
  if (service === undefined) return { url };
  return { url, connectTo: resolveService(findService?.(service.namespace, service.name), service) };
}

/** The address with the path as client-go cleans it. */
function addressOf({ url, service }: ClientConfig): string {
  const given = new URL(
    url ?? `https://${service?.name}.${service?.namespace}.svc:${service?.port ?? 443}${service?.path ?? ""}`,
  );
  const authority = url === undefined ? `${given.hostname}:${service?.port ?? 443}` : given.host;
  const path = given.pathname.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return `${given.protocol}//${authority}${path}?timeout=${timeoutMs / 1000}s`;
}

/** A bundle of nothing but spaces counts as none. */
function trustedBundle(caBundle: string | undefined): string | undefined {
  const text = caBundle === undefined ? "" : atob(caBundle);
  return text.trim() === "" ? undefined : text;
}

/** A server that reaches nobody beyond itself fails as with a webhook that does not answer. */
const callOf = ({ callWebhook }: WebhookServices, url: string): NonNullable<WebhookServices["callWebhook"]> =>
  callWebhook ?? (() => Promise.reject(new Error(unreachable(new URL(url)))));

function unreachable({ host, hostname, port }: URL): string {
  const numeric = /^[\d.]+$|^\[/.test(hostname);
  return numeric
    ? `dial tcp ${port === "" ? `${host}:443` : host}: connect: connection refused`
    : `dial tcp: lookup ${hostname}: no such host`;
}
