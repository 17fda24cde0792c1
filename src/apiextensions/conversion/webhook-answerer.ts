import type { Random } from "../../apimachinery/random.ts";
import type { WebhookRequest } from "../../component-base/webhook.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import { CallError, type Answerer } from "./answerer.ts";
import { newReview, readReview, reviewVersionOf } from "./conversion-review.ts";
import type { WebhookServices } from "./webhook-services.ts";
import { checkedAnswer } from "./webhook-answer.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { textOf } from "../../apimachinery/text-of.ts";

/** The Service reference of a webhook. */
interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port?: number | undefined;
}

const clusterTypes: ReadonlySet<unknown> = new Set(["ClusterIP", "NodePort", "LoadBalancer"]);

/** Resolves a Service to an address; throws upstream's error if that is not possible (proxy.ResolveCluster). */
function resolveService(
  service: object | undefined,
  { name, port = 443 }: ServiceReference,
): { readonly host: string; readonly port: number } {
  if (service === undefined) throw new Error(`service "${name}" not found`);
  const { spec } = service as { readonly spec?: JsonValue }; // a decoded Service
  const { type = "ClusterIP", clusterIP, externalName, ports } = isObject(spec) ? spec : {};
  if (type === "ClusterIP" && clusterIP === "None") throw new Error('cannot route to service with ClusterIP "None"');
  if (type === "ExternalName") return { host: textOf(externalName), port };
  if (!clusterTypes.has(type)) throw new Error(`unsupported service type "${textOf(type)}"`);
  if (!hasPort(ports, port)) throw new Error(`no service port ${port} found for service "${name}"`);
  return { host: textOf(clusterIP), port };
}

const hasPort = (ports: JsonValue | undefined, port: number): boolean =>
  Array.isArray(ports) && ports.some((one: JsonValue) => isObject(one) && one["port"] === port);

const timeoutMs = 30_000;

/** Address of a conversion webhook, in the form client-go produces. */
type WebhookTarget = Pick<WebhookRequest, "url" | "connectTo">;

type Webhook = NonNullable<NonNullable<Definition["spec"]["conversion"]>["webhook"]>;
type ClientConfig = NonNullable<Webhook["clientConfig"]>;

/** Returns an answerer that calls the webhook of a definition (webhookConverter). */
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

/** Wraps errors that occur before a response with the method and URL, as Go's http client does. */
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

/** Returns the URL with its path cleaned as client-go does. */
function addressOf({ url, service }: ClientConfig): string {
  const given = new URL(
    url ?? `https://${service?.name}.${service?.namespace}.svc:${service?.port ?? 443}${service?.path ?? ""}`,
  );
  const authority = url === undefined ? `${given.hostname}:${service?.port ?? 443}` : given.host;
  const path = given.pathname.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return `${given.protocol}//${authority}${path}?timeout=${timeoutMs / 1000}s`;
}

/** Decodes a CA bundle; one that is only whitespace counts as absent. */
function trustedBundle(caBundle: string | undefined): string | undefined {
  const text = caBundle === undefined ? "" : atob(caBundle);
  return text.trim() === "" ? undefined : text;
}

/** Returns the webhook client. A server without network access fails as if the webhook were unreachable. */
const callOf = ({ callWebhook }: WebhookServices, url: string): NonNullable<WebhookServices["callWebhook"]> =>
  callWebhook ?? (() => Promise.reject(new Error(unreachable(new URL(url)))));

function unreachable({ host, hostname, port }: URL): string {
  const numeric = /^[\d.]+$|^\[/.test(hostname);
  return numeric
    ? `dial tcp ${port === "" ? `${host}:443` : host}: connect: connection refused`
    : `dial tcp: lookup ${hostname}: no such host`;
}
