import type { KubeObject } from "../../../apimachinery/meta.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { itemsAt } from "../../validation/fields.ts";

/** The cluster IP of a headless service (core.ClusterIPNone). */
export const noClusterIp = "None";

export type IpFamily = "IPv4" | "IPv6";

/** Returns the fields of the spec of a Service. */
export const specOf = (service: KubeObject): JsonRecord => recordAt(service, "spec");

export const typeOf = (spec: JsonRecord): string => stringAt(spec, "type");

const isText = (item: unknown): item is string => typeof item === "string";

/** Lists of more items are looked through once: what validates a Service asks for its addresses again and again. */
const longList = 100;
const textsOfLong = new WeakMap<object, readonly string[]>();

const textsOf = (items: readonly unknown[]): readonly string[] => (items.every(isText) ? items : items.filter(isText));

/** Returns the items of a list of texts; none if it is absent. */
export function textsAt(record: JsonRecord, member: string): readonly string[] {
  const items = itemsAt(record, member);
  if (items.length <= longList) return textsOf(items);
  const texts = textsOfLong.get(items) ?? textsOf(items);
  textsOfLong.set(items, texts);
  return texts;
}

export const clusterIpsOf = (spec: JsonRecord): readonly string[] => textsAt(spec, "clusterIPs");
export const familiesOf = (spec: JsonRecord): readonly string[] => textsAt(spec, "ipFamilies");
export const portsOf = (spec: JsonRecord): readonly JsonRecord[] => recordsAt(spec, "ports");
export const nodePortOf = (port: JsonRecord): number => numberAt(port, "nodePort") ?? 0;
export const healthCheckPortOf = (spec: JsonRecord): number => numberAt(spec, "healthCheckNodePort") ?? 0;

/** Returns the node ports of a service that are set (collectServiceNodePorts). */
export const nodePortsOf = (spec: JsonRecord): readonly number[] =>
  portsOf(spec)
    .map(nodePortOf)
    .filter((port) => port !== 0);

export const hasSelector = (spec: JsonRecord): boolean => Object.keys(recordAt(spec, "selector")).length > 0;

export const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

export const isExternalName = (spec: JsonRecord): boolean => typeOf(spec) === "ExternalName";
export const isLoadBalancer = (spec: JsonRecord): boolean => typeOf(spec) === "LoadBalancer";

/** Reports whether a service has addresses in the cluster, or none by choice (needsClusterIP). */
export const needsClusterIp = (spec: JsonRecord): boolean => !isExternalName(spec);

export const needsNodePort = (spec: JsonRecord): boolean => typeOf(spec) === "NodePort" || isLoadBalancer(spec);

/** Reports whether a service has a port for health checks of its nodes (api/service NeedsHealthCheck). */
export const needsHealthCheck = (spec: JsonRecord): boolean =>
  isLoadBalancer(spec) && spec["externalTrafficPolicy"] === "Local";

/** Reports whether a service is reached from outside of the cluster (api/service ExternallyAccessible). */
export const isExternallyAccessible = (spec: JsonRecord): boolean =>
  needsNodePort(spec) || (typeOf(spec) === "ClusterIP" && itemsAt(spec, "externalIPs").length > 0);

/** Reports whether `None` is the only cluster IP of a service (isHeadlessService). */
export const isHeadless = (spec: JsonRecord): boolean => {
  const ips = clusterIpsOf(spec);
  return ips.length === 1 && ips[0] === noClusterIp;
};

/** Sets members of a record, or removes those that are undefined. */
export function withMembers(record: JsonRecord, members: JsonRecord): JsonRecord {
  const copy: Record<string, unknown> = { ...record };
  for (const [member, value] of Object.entries(members)) {
    if (value === undefined) delete copy[member];
    else copy[member] = value;
  }
  return copy;
}
