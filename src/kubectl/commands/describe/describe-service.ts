import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { annotations, events, labels, line, sortedKeys } from "./describe-parts.ts";

/** A service (describe.ServiceDescriber). */
export async function describeService(invocation: Invocation, object: JsonObject): Promise<string> {
  const spec = objectAt(object, "spec");
  const slices = await slicesOf(invocation, object);
  const selector = objectAt(spec, "selector");
  const joined = (member: string): string => itemsAt(spec, member).map(String).join(",");
  const some = (title: string, text: string): string => (text === "" ? "" : `${title}:\t${text}\n`);
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n`,
    labels(object),
    annotations(object),
    `Selector:\t${pairs(selector)}\nType:\t${textAt(spec, "type")}\n`,
    line("IP Family Policy", spec, "ipFamilyPolicy"),
    `IP Families:\t${joined("ipFamilies") || "<none>"}\n`,
    `IP:\t${textAt(spec, "clusterIP")}\nIPs:\t${joined("clusterIPs") || "<none>"}\n`,
    some("External IPs", joined("externalIPs")),
    line("Desired LoadBalancer IP", spec, "loadBalancerIP"),
    line("External Name", spec, "externalName"),
    some("LoadBalancer Ingress", itemsAt(object, "status", "loadBalancer", "ingress").map(ingressText).join(", ")),
    ...itemsAt(spec, "ports").map((port) => portText(port, slices)),
    `Session Affinity:\t${textAt(spec, "sessionAffinity")}\n`,
    line("External Traffic Policy", spec, "externalTrafficPolicy"),
    line("Internal Traffic Policy", spec, "internalTrafficPolicy"),
    line("HealthCheck NodePort", spec, "healthCheckNodePort"),
    some("LoadBalancer Source Ranges", joined("loadBalancerSourceRanges")),
    line("Traffic Distribution", spec, "trafficDistribution"),
    await events(invocation, object),
  ].join("");
}

/** The endpoint slices of a service; none if they cannot be read. */
async function slicesOf({ rest }: Invocation, service: JsonObject): Promise<readonly JsonValue[]> {
  const path = `/apis/discovery.k8s.io/v1/namespaces/${namespaceOf(service)}/endpointslices`;
  const labelSelector = `kubernetes.io/service-name=${nameOf(service)}`;
  try {
    return itemsAt(await rest.object({ method: "GET", path, query: { labelSelector } }), "items");
  } catch {
    return [];
  }
}

const pairs = (map: JsonObject): string =>
  [...sortedKeys(map)]
    .sort(compareUtf8)
    .map((key) => `${key}=${textAt(map, key)}`)
    .join(",") || "<none>";

function ingressText(ingress: JsonValue): string {
  const [ip, mode] = [textAt(ingress, "ip"), textAt(ingress, "ipMode")];
  return ip === "" ? textAt(ingress, "hostname") : `${ip}${mode === "" ? "" : ` (${mode})`}`;
}

function portText(port: JsonValue, slices: readonly JsonValue[]): string {
  const name = textAt(port, "name") || "<unset>";
  const protocol = textAt(port, "protocol");
  const nodePort = textAt(port, "nodePort");
  return [
    `Port:\t${name}\t${textAt(port, "port")}/${protocol}\n`,
    `TargetPort:\t${textAt(port, "targetPort") || "0"}/${protocol}\n`,
    nodePort === "" ? "" : `NodePort:\t${name}\t${nodePort}/${protocol}\n`,
    `Endpoints:\t${endpointsText(slices, textAt(port, "name"))}\n`,
  ].join("");
}

/** The most addresses that are named. */
const named = 3;

/** The ready addresses of a port, three at most (describe.formatEndpointSlices). */
export function endpointsText(slices: readonly JsonValue[], name: string): string {
  if (slices.length === 0) return "<none>";
  const shown: string[] = [];
  let [count, more] = [0, false];
  const add = (endpoint: JsonValue, port: string): void => {
    // That there are more is said of one that is not ready, too.
    more ||= shown.length === named;
    if (valueAt(endpoint, "conditions", "ready") === false) return;
    const address = String(itemsAt(endpoint, "addresses")[0] ?? "");
    const host = address.includes(":") && port !== "" ? `[${address}]` : address;
    if (!more) shown.push(port === "" ? host : `${host}:${port}`);
    count++;
  };
  for (const slice of slices) {
    const [endpoints, ports] = [itemsAt(slice, "endpoints"), itemsAt(slice, "ports")];
    if (ports.length === 0) for (const endpoint of endpoints) add(endpoint, "");
    for (const port of ports.filter((each) => textAt(each, "name") === name))
      for (const endpoint of endpoints) add(endpoint, textAt(port, "port"));
  }
  return `${shown.join(",")}${more ? ` + ${count - named} more...` : ""}`;
}
