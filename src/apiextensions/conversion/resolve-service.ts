import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { textOf } from "../../apimachinery/text-of.ts";

/** The Service that a webhook is behind, and its port. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port?: number | undefined;
}

const clusterTypes: ReadonlySet<unknown> = new Set(["ClusterIP", "NodePort", "LoadBalancer"]);

/** Where to connect for a Service; throws in upstream's words where that cannot be told (proxy.ResolveCluster). */
export function resolveService(
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
