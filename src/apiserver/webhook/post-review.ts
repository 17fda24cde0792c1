import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import {
  webhookTimedOut,
  type CallWebhook,
  type WebhookRequest,
  type WebhookResponse,
} from "../../component-base/webhook.ts";
import { CallError } from "./call-error.ts";
import type { WebhookServices } from "./webhook-services.ts";

/** The Service reference of a webhook. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port?: number | undefined;
  readonly path?: string | undefined;
}

/** Where a webhook is (admissionregistration and apiextensions WebhookClientConfig). */
export interface WebhookClientConfig {
  readonly url?: string | undefined;
  readonly service?: ServiceReference | undefined;
  /** CA certificates, PEM in base64. */
  readonly caBundle?: string | undefined;
}

type Address = NonNullable<WebhookRequest["connectTo"]>;

const clusterTypes: ReadonlySet<unknown> = new Set(["ClusterIP", "NodePort", "LoadBalancer"]);

/** Resolves a Service to an address; throws upstream's error if that is not possible (proxy.ResolveCluster). */
function resolveService(reference: ServiceReference, services: WebhookServices): Address {
  const { namespace, name, port = 443 } = reference;
  const mapped = services.serviceAddress?.(namespace, name, port);
  if (mapped !== undefined) return mapped;
  const service = services.findService?.(namespace, name);
  if (service === undefined) throw new Error(`service "${name}" not found`);
  const { spec } = service as { readonly spec?: JsonValue }; // a decoded Service
  const { type = "ClusterIP", clusterIP, externalName, ports } = isObject(spec) ? spec : {};
  if (type === "ExternalName") return { host: textOf(externalName), port };
  if (!clusterTypes.has(type)) throw new Error(`unsupported service type "${textOf(type)}"`);
  const found = portOf(ports, port);
  const endpoint = found && firstEndpoint(services.endpointSlices?.(namespace, name) ?? [], textOf(found["name"]));
  if (endpoint !== undefined) return endpoint;
  if (type === "ClusterIP" && clusterIP === "None") throw new Error('cannot route to service with ClusterIP "None"');
  if (found === undefined) throw new Error(`no service port ${port} found for service "${name}"`);
  return { host: textOf(clusterIP), port };
}

const portOf = (ports: JsonValue | undefined, port: number) =>
  Array.isArray(ports) ? ports.filter(isObject).find((one) => one["port"] === port) : undefined;

/** Returns a ready endpoint of a port, the name of which is that of the Service's (proxy.ResolveEndpoint). */
function firstEndpoint(slices: readonly object[], portName: string): Address | undefined {
  for (const slice of slices) {
    const { endpoints, ports } = slice as Readonly<Record<string, JsonValue | undefined>>; // decoded EndpointSlices
    const port = Array.isArray(ports)
      ? ports.filter(isObject).find((one) => textOf(one["name"]) === portName)?.["port"]
      : undefined;
    const ready = Array.isArray(endpoints) ? endpoints.filter(isObject).find(isReady) : undefined;
    const [host] = Array.isArray(ready?.["addresses"]) ? ready["addresses"] : [];
    if (typeof host === "string" && typeof port === "number") return { host, port };
  }
  return undefined;
}

const isReady = ({ conditions }: Readonly<Record<string, JsonValue>>): boolean =>
  !isObject(conditions) || conditions["ready"] !== false;

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
    const message = err instanceof Error ? err.message : String(err);
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
function trustedBundle(caBundle: string | undefined): string | undefined {
  const text = caBundle === undefined ? "" : atob(caBundle);
  return text.trim() === "" ? undefined : text;
}

/** Returns the webhook client. A server without network access fails as if the webhook were unreachable. */
const callOf = ({ callWebhook }: WebhookServices, url: string): CallWebhook =>
  callWebhook ?? (() => Promise.reject(new Error(unreachable(new URL(url)))));

function unreachable({ host, hostname, port }: URL): string {
  const numeric = /^[\d.]+$|^\[/.test(hostname);
  return numeric
    ? `dial tcp ${port === "" ? `${host}:443` : host}: connect: connection refused`
    : `dial tcp: lookup ${hostname}: no such host`;
}
