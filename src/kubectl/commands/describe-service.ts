import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../json-access.ts";
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

async function slicesOf({ rest }: Invocation, service: JsonObject): Promise<readonly JsonValue[]> {
  const list = await rest.object({
    method: "GET",
    path: `/apis/discovery.k8s.io/v1/namespaces/${namespaceOf(service)}/endpointslices`,
    query: { labelSelector: `kubernetes.io/service-name=${nameOf(service)}` },
  });
  return itemsAt(list, "items");
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

/** The ready addresses of a port, three at most. */
export function endpointsText(slices: readonly JsonValue[], name: string): string {
  if (slices.length === 0) return "<none>";
  const found = slices.flatMap((slice) => {
    const ready = itemsAt(slice, "endpoints")
      .filter((endpoint) => valueAt(endpoint, "conditions", "ready") !== false)
      .map((endpoint) => String(itemsAt(endpoint, "addresses")[0] ?? ""));
    const ports = itemsAt(slice, "ports");
    if (ports.length === 0) return ready;
    return ports
      .filter((port) => textAt(port, "name") === name)
      .flatMap((port) => ready.map((ip) => `${ip.includes(":") ? `[${ip}]` : ip}:${textAt(port, "port")}`));
  });
  return `${found.slice(0, 3).join(",")}${found.length > 3 ? ` + ${found.length - 3} more...` : ""}`;
}
