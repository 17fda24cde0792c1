import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import type { WebhookRequest } from "../../component-base/webhook.ts";
import type { WebhookServices } from "./webhook-services.ts";

/** A reference to a port of a Service. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port?: number | undefined;
  readonly path?: string | undefined;
}

/** The dependencies of resolving a Service. */
export type ServiceLookups = Pick<
  WebhookServices,
  "findService" | "endpointSlices" | "serviceAddress" | "routesToEndpoints"
>;

/** A host and a port. */
export type Address = NonNullable<WebhookRequest["connectTo"]>;

const clusterTypes: ReadonlySet<unknown> = new Set(["ClusterIP", "NodePort", "LoadBalancer"]);

/**
 * Resolves a Service to an address; throws upstream's error if that is not possible. A cluster IP leads to an endpoint,
 * as kube-proxy would have it, if there is one (proxy.ResolveCluster, or proxy.ResolveEndpoint).
 */
export function resolveService(reference: ServiceReference, services: ServiceLookups): Address {
  const { namespace, name, port = 443 } = reference;
  const mapped = services.serviceAddress?.(namespace, name, port);
  if (mapped !== undefined) return mapped;
  const service = services.findService?.(namespace, name);
  if (service === undefined) throw new Error(`service "${name}" not found`);
  const { spec } = service as { readonly spec?: JsonValue }; // a decoded Service
  const { type = "ClusterIP", clusterIP, externalName, ports } = isObject(spec) ? spec : {};
  const { routesToEndpoints = false } = services;
  if (type === "ExternalName" && !routesToEndpoints) return { host: textOf(externalName), port };
  if (!clusterTypes.has(type)) throw new Error(`unsupported service type "${textOf(type)}"`);
  const found = portOf(ports, port);
  const endpoint = found && firstEndpoint(services.endpointSlices?.(namespace, name) ?? [], textOf(found["name"]));
  if (endpoint !== undefined) return endpoint;
  if (routesToEndpoints && found !== undefined) throw new Error(`no endpoints available for service "${name}"`);
  if (type === "ClusterIP" && clusterIP === "None" && !routesToEndpoints)
    throw new Error('cannot route to service with ClusterIP "None"');
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
