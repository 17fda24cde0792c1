import { messageOf } from "../../../apimachinery/message-of.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { formatLabelSelector } from "../../../apimachinery/labels/label-selector.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { annotations, events, labels, line } from "./describe-parts.ts";
import { has, timedConditions } from "./describe-quotas.ts";
import { endpointsText } from "./describe-service.ts";

/** An ingress and the endpoints behind it (describe.IngressDescriber). */
export async function describeIngress(invocation: Invocation, object: JsonObject): Promise<string> {
  const eventLines = await events(invocation, object);
  const spec = objectAt(object, "spec");
  const addresses = itemsAt(object, "status", "loadBalancer", "ingress")
    .map((each) => textAt(each, "ip") || textAt(each, "hostname"))
    .filter((address) => address !== "");
  const backend = has(spec, "defaultBackend")
    ? await backendText(invocation, object, objectAt(spec, "defaultBackend"))
    : "<default>";
  const tls = itemsAt(spec, "tls").map((each) => {
    const hosts = itemsAt(each, "hosts").map(String).join(",");
    const secret = textAt(each, "secretName");
    return secret === "" ? `  SNI routes ${hosts}\n` : `  ${secret} terminates ${hosts}\n`;
  });
  const rules: string[] = [];
  for (const rule of itemsAt(spec, "rules").filter((each) => has(each, "http"))) {
    rules.push(`  ${textAt(rule, "host") || "*"}\t\n`);
    for (const path of itemsAt(rule, "http", "paths"))
      rules.push(
        `    \t${textAt(path, "path")} \t${await backendText(invocation, object, objectAt(path, "backend"))}\n`,
      );
  }
  return [
    `Name:\t${nameOf(object)}\n`,
    labels(object),
    `Namespace:\t${namespaceOf(object)}\nAddress:\t${[...new Set(addresses)].sort(compareUtf8).join(",")}\n`,
    `Ingress Class:\t${textAt(spec, "ingressClassName") || "<none>"}\nDefault backend:\t${backend}\n`,
    tls.length === 0 ? "" : `TLS:\n${tls.join("")}`,
    `Rules:\n  Host\tPath\tBackends\n  ----\t----\t--------\n`,
    rules.length === 0 ? `  *\t*\t${backend}\n` : rules.join(""),
    annotations(object),
    eventLines,
  ].join("");
}

async function backendText({ rest }: Invocation, ingress: JsonObject, backend: JsonObject): Promise<string> {
  const service = objectAt(backend, "service");
  const namespace = namespaceOf(ingress);
  if (has(backend, "service")) {
    const name = textAt(service, "name");
    const [number, portName] = [textAt(service, "port", "number"), textAt(service, "port", "name")];
    const title = `${name}:${number || portName}`;
    try {
      const slices = await rest.object({
        method: "GET",
        path: `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`,
        query: { labelSelector: `kubernetes.io/service-name=${name}` },
      });
      const found = await rest.object({ method: "GET", path: `/api/v1/namespaces/${namespace}/services/${name}` });
      const port = itemsAt(found, "spec", "ports").findLast(
        (each) =>
          (number !== "" && textAt(each, "port") === number) || (portName !== "" && textAt(each, "name") === portName),
      );
      return `${title} (${endpointsText(itemsAt(slices, "items"), textAt(port, "name"))})`;
    } catch (error) {
      return `${title} (<error: ${messageOf(error)}>)`;
    }
  }
  if (!has(backend, "resource")) return "";
  const resource = objectAt(backend, "resource");
  return `APIGroup: ${textAt(resource, "apiGroup") || "<none>"}, Kind: ${textAt(resource, "kind")}, Name: ${textAt(resource, "name")}`;
}

const plainHead = (object: JsonObject): string => `Name:\t${nameOf(object)}\n${labels(object)}${annotations(object)}`;

/** A class of ingresses (describe.IngressClassDescriber). */
export async function describeIngressClass(invocation: Invocation, object: JsonObject): Promise<string> {
  const parameters = objectAt(object, "spec", "parameters");
  const shown = `Parameters:\n${line("  APIGroup", parameters, "apiGroup")}  Kind:\t${textAt(parameters, "kind")}\n  Name:\t${textAt(parameters, "name")}\n`;
  return `${plainHead(object)}Controller:\t${textAt(object, "spec", "controller")}\n${has(object, "spec", "parameters") ? shown : ""}${await events(invocation, object)}`;
}

/** A network of services (describe.ServiceCIDRDescriber). */
export async function describeServiceCidr(invocation: Invocation, object: JsonObject): Promise<string> {
  const conditions = timedConditions(object);
  return `${plainHead(object)}CIDRs:\t${itemsAt(object, "spec", "cidrs").map(String).join(", ")}\n${conditions === "" ? "" : `Status:\n${conditions}`}${await events(invocation, object)}`;
}

/** An address that a service has (describe.IPAddressDescriber). */
export async function describeIpAddress(invocation: Invocation, object: JsonObject): Promise<string> {
  const parent = objectAt(object, "spec", "parentRef");
  const rows = ["group", "resource", "namespace", "name"].map(
    (member) => `  ${member.charAt(0).toUpperCase()}${member.slice(1)}:\t${textAt(parent, member)}\n`,
  );
  const shown = has(object, "spec", "parentRef") ? `Parent Reference:\n${rows.join("")}` : "";
  return plainHead(object) + shown + (await events(invocation, object));
}

/** The addresses of a service as an older kind has them (describe.EndpointsDescriber). */
export async function describeEndpoints(invocation: Invocation, object: JsonObject): Promise<string> {
  const addresses = (subset: JsonValue, member: string): string =>
    itemsAt(subset, member)
      .map((each) => textAt(each, "ip"))
      .join(",") || "<none>";
  const subsets = itemsAt(object, "subsets").map((subset) => {
    const ports = itemsAt(subset, "ports").map(
      (port) => `    ${textAt(port, "name") || "<unset>"}\t${textAt(port, "port")}\t${textAt(port, "protocol")}\n`,
    );
    const table =
      ports.length === 0 ? "" : `  Ports:\n    Name\tPort\tProtocol\n    ----\t----\t--------\n${ports.join("")}`;
    return `  Addresses:\t${addresses(subset, "addresses")}\n  NotReadyAddresses:\t${addresses(subset, "notReadyAddresses")}\n${table}\n`;
  });
  return `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n${labels(object)}${annotations(object)}Subsets:\n${subsets.join("")}${await events(invocation, object)}`;
}

/** A part of a service's endpoints (describe.EndpointSliceDescriber). */
export async function describeEndpointSlice(invocation: Invocation, object: JsonObject): Promise<string> {
  const or = (value: JsonValue, ...path: readonly string[]): string => textAt(value, ...path) || "<unset>";
  const ports = itemsAt(object, "ports").map(
    (port) => `  ${or(port, "name")}\t${or(port, "port")}\t${textAt(port, "protocol")}\n`,
  );
  const endpoints = itemsAt(object, "endpoints").map((endpoint) =>
    [
      `  - Addresses:\t${itemsAt(endpoint, "addresses").map(String).join(", ") || "<none>"}\n`,
      `    Conditions:\n      Ready:\t${or(endpoint, "conditions", "ready")}\n`,
      `    Hostname:\t${or(endpoint, "hostname")}\n`,
      has(endpoint, "targetRef")
        ? `    TargetRef:\t${textAt(endpoint, "targetRef", "kind")}/${textAt(endpoint, "targetRef", "name")}\n`
        : "",
      `    NodeName:\t${or(endpoint, "nodeName")}\n    Zone:\t${or(endpoint, "zone")}\n`,
    ].join(""),
  );
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n`,
    labels(object),
    annotations(object),
    `AddressType:\t${textAt(object, "addressType")}\n`,
    ports.length === 0
      ? "Ports: <unset>\n"
      : `Ports:\n  Name\tPort\tProtocol\n  ----\t----\t--------\n${ports.join("")}`,
    endpoints.length === 0 ? "Endpoints: <none>\n" : `Endpoints:\n${endpoints.join("")}`,
    await events(invocation, object),
  ].join("");
}

/** A policy of what pods may reach and be reached by (describe.NetworkPolicyDescriber). */
export function describeNetworkPolicy(_: Invocation, object: JsonObject): string {
  const spec = objectAt(object, "spec");
  const types = itemsAt(spec, "policyTypes").map(String);
  const created = textAt(object, "metadata", "creationTimestamp").replace("T", " ").replace("Z", " +0000 UTC");
  const selector = objectAt(spec, "podSelector");
  const isAll =
    Object.keys(objectAt(selector, "matchLabels")).length + itemsAt(selector, "matchExpressions").length === 0;
  const direction = (type: "Ingress" | "Egress"): string => {
    const name = type.toLowerCase();
    if (!types.includes(type)) return `  Not affecting ${name} traffic\n`;
    return `  Allowing ${name} traffic:\n${rulesText(itemsAt(spec, name), type)}`;
  };
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\nCreated on:\t${created}\n`,
    labels(object),
    annotations(object),
    `Spec:\n  PodSelector:     ${isAll ? "<none> (Allowing the specific traffic to all pods in this namespace)" : formatLabelSelector(selector)}\n`,
    direction("Ingress"),
    direction("Egress"),
    `  Policy Types: ${types.join(", ") || "<none>"}\n`,
  ].join("");
}

function rulesText(rules: readonly JsonValue[], type: "Ingress" | "Egress"): string {
  const indent = "    ";
  const isIngress = type === "Ingress";
  if (rules.length === 0)
    return `${indent}<none> (Selected pods are isolated for ${type.toLowerCase()} connectivity)\n`;
  const [member, title] = isIngress ? ["from", "From"] : ["to", "To"];
  const texts = rules.map((rule) => {
    const ports = itemsAt(rule, "ports").map((port) => `${indent}${portText(port)}\n`);
    const peers = itemsAt(rule, member ?? "").map((peer) => `${indent}${title}:\n${peerText(peer)}`);
    const any = `${indent}${title}: <any> (traffic not restricted by ${isIngress ? "source" : "destination"})\n`;
    return `${ports.join("") || `${indent}To Port: <any> (traffic allowed to all ports)\n`}${peers.join("") || any}`;
  });
  return texts.join(`${indent}----------\n`);
}

function portText(port: JsonValue): string {
  const protocol = textAt(port, "protocol") || "TCP";
  const [first, end] = [textAt(port, "port") || "<nil>", textAt(port, "endPort")];
  return end === "" ? `To Port: ${first}/${protocol}` : `To Port Range: ${first}-${end}/${protocol}`;
}

function peerText(peer: JsonValue): string {
  const indent = "      ";
  const selectors = [
    ["NamespaceSelector", "namespaceSelector"],
    ["PodSelector", "podSelector"],
  ] as const;
  const found = selectors.filter(([, member]) => valueAt(peer, member) !== undefined);
  if (found.length > 0)
    return found
      .map(([title, member]) => `${indent}${title}: ${formatLabelSelector(objectAt(peer, member))}\n`)
      .join("");
  if (!has(peer, "ipBlock")) return "";
  const except = itemsAt(peer, "ipBlock", "except").map(String).join(", ");
  return `${indent}IPBlock:\n${indent}  CIDR: ${textAt(peer, "ipBlock", "cidr")}\n${indent}  Except: ${except}\n`;
}
