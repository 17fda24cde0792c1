import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { findContainer } from "../commands/pods/containers.ts";
import { fieldValue, resourceValue } from "../commands/set/referenced-values.ts";
import { itemsAt, namespaceOf, objectAt, textAt, valueAt } from "../json-access.ts";
import type { ClusterReader } from "./cluster-reader.ts";

/** The field of a pod that the downward API names (kubelet podFieldSelectorRuntimeValue). */
export function podField(pod: JsonObject, path: string): string {
  switch (path) {
    case "spec.nodeName":
    case "spec.serviceAccountName":
    case "status.podIP":
    case "status.hostIP":
      return textAt(pod, ...path.split("."));
    case "status.podIPs":
    case "status.hostIPs":
      return itemsAt(pod, ...path.split("."))
        .map((each) => textAt(each, "ip"))
        .join(",");
    default:
      return fieldValue(pod, path);
  }
}

/** The resources of a container that the downward API names; without a limit, those of its node. */
export async function podResource(
  reader: ClusterReader,
  pod: JsonObject,
  container: JsonValue | undefined,
  reference: JsonObject,
): Promise<string> {
  const [list = "", name = ""] = textAt(reference, "resource").split(/\.(.*)/s);
  if (container === undefined || textAt(container, "resources", list, name) !== "" || list !== "limits")
    return resourceValue(container ?? {}, reference);
  const node = await reader.object(`/api/v1/nodes/${textAt(pod, "spec", "nodeName")}`);
  const limits = objectAt(node, "status", "allocatable");
  return resourceValue({ resources: { limits } }, reference);
}

/** The texts of a ConfigMap or Secret by their keys; undefined if it is not there. */
export async function textsOf(
  reader: ClusterReader,
  pod: JsonObject,
  resource: "configmaps" | "secrets",
  name: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const object = await reader.object(`/api/v1/namespaces/${namespaceOf(pod)}/${resource}/${name}`);
  if (object === undefined) return undefined;
  const decoded = (text: JsonValue): string => new TextDecoder().decode(bytesOfBase64(String(text)));
  const data = Object.entries(objectAt(object, "data"));
  const binary = Object.entries(objectAt(object, "binaryData"));
  return new Map([
    ...data.map(([key, text]) => [key, resource === "secrets" ? decoded(text) : String(text)] as const),
    ...binary.map(([key, text]) => [key, decoded(text)] as const),
  ]);
}

/** Replaces `$(NAME)`; `$$` stands for `$` (third_party/forked/golang/expansion Expand). */
export const expandReferences = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\$\$|\$\(([^)]*)\)/g, (all, name?: string) =>
    name === undefined ? "$" : (values.get(name) ?? all),
  );

/** The environment of a container (kubelet makeEnvironmentVariables), with what its runtime adds. */
export async function containerEnvironment(
  reader: ClusterReader,
  pod: JsonObject,
  container: JsonValue,
): Promise<ReadonlyMap<string, string>> {
  const environment = new Map<string, string>([
    ["PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
    ["HOSTNAME", textAt(pod, "spec", "hostname") || textAt(pod, "metadata", "name")],
  ]);
  const own = new Map<string, string>();
  for (const source of itemsAt(container, "envFrom")) {
    const prefix = textAt(source, "prefix");
    for (const [resource, member] of [
      ["configmaps", "configMapRef"],
      ["secrets", "secretRef"],
    ] as const) {
      const name = textAt(source, member, "name");
      if (name === "") continue;
      for (const [key, text] of (await textsOf(reader, pod, resource, name)) ?? []) own.set(prefix + key, text);
    }
  }
  const services = await serviceVariables(reader, pod);
  for (const variable of itemsAt(container, "env")) {
    const value = await valueOf(reader, pod, container, variable, new Map([...services, ...own]));
    if (value !== undefined) own.set(textAt(variable, "name"), value);
  }
  for (const [name, value] of [...services, ...own]) environment.set(name, value);
  environment.set("HOME", "/root");
  return environment;
}

async function valueOf(
  reader: ClusterReader,
  pod: JsonObject,
  container: JsonValue,
  variable: JsonValue,
  before: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const from = objectAt(variable, "valueFrom");
  const field = textAt(from, "fieldRef", "fieldPath");
  if (field !== "") return podField(pod, field);
  if (from["resourceFieldRef"] !== undefined) {
    const reference = objectAt(from, "resourceFieldRef");
    return podResource(reader, pod, findContainer(pod, textAt(reference, "containerName")) ?? container, reference);
  }
  for (const [resource, member] of [
    ["configmaps", "configMapKeyRef"],
    ["secrets", "secretKeyRef"],
  ] as const) {
    const reference = valueAt(from, member);
    if (reference !== undefined)
      return (await textsOf(reader, pod, resource, textAt(reference, "name")))?.get(textAt(reference, "key"));
  }
  return expandReferences(textAt(variable, "value"), before);
}

/** The variables of the Services of a pod's namespace (kubelet envvars.FromServices). */
async function serviceVariables(
  reader: ClusterReader,
  pod: JsonObject,
): Promise<readonly (readonly [string, string])[]> {
  const namespace = namespaceOf(pod);
  const own =
    valueAt(pod, "spec", "enableServiceLinks") === false
      ? []
      : await reader.list(`/api/v1/namespaces/${namespace}/services`);
  const master = await reader.object("/api/v1/namespaces/default/services/kubernetes");
  const isMaster = (each: JsonObject): boolean =>
    namespace === "default" && textAt(each, "metadata", "name") === "kubernetes";
  const all = [...own.filter((each) => !isMaster(each)), ...(master === undefined ? [] : [master])];
  return all.flatMap((service) => variablesOf(service));
}

function variablesOf(service: JsonObject): readonly (readonly [string, string])[] {
  const ip = textAt(service, "spec", "clusterIP");
  const ports = itemsAt(service, "spec", "ports");
  if (ip === "" || ip === "None" || ports.length === 0) return [];
  const upper = (text: string): string => text.toUpperCase().replaceAll("-", "_");
  const prefix = upper(textAt(service, "metadata", "name"));
  const named = ports.filter((port) => textAt(port, "name") !== "");
  const address = (port: JsonValue): string =>
    `${textAt(port, "protocol").toLowerCase() || "tcp"}://${ip}:${textAt(port, "port")}`;
  const [first = {}] = ports;
  return [
    [`${prefix}_SERVICE_HOST`, ip],
    [`${prefix}_SERVICE_PORT`, textAt(first, "port")],
    ...named.map((port) => [`${prefix}_SERVICE_PORT_${upper(textAt(port, "name"))}`, textAt(port, "port")] as const),
    [`${prefix}_PORT`, address(first)],
    ...ports.flatMap((port) => {
      const protocol = textAt(port, "protocol") || "TCP";
      const start = `${prefix}_PORT_${textAt(port, "port")}_${protocol}`;
      return [
        [start, address(port)],
        [`${start}_PROTO`, protocol.toLowerCase()],
        [`${start}_PORT`, textAt(port, "port")],
        [`${start}_ADDR`, ip],
      ] as const;
    }),
  ];
}

/** The ports that the containers of a pod declare. */
export const declaredPorts = (pod: JsonObject): readonly JsonValue[] =>
  itemsAt(pod, "spec", "containers").flatMap((container) => itemsAt(container, "ports"));

/** The number of a port of a pod that a Service names; undefined if there is none of this name. */
export function portOf(pod: JsonObject, target: string): number | undefined {
  if (/^\d+$/.test(target)) return Number(target);
  const found = declaredPorts(pod).find((each) => textAt(each, "name") === target);
  return found === undefined ? undefined : Number(textAt(found, "containerPort"));
}
