import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, kindOf, nameOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { kubectlScheme, plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { createUnplaced } from "./create-generators.ts";
import { withOverrides } from "../write/overrides.ts";
import { dryRunOf } from "../write/write-options.ts";

const exposable = new Set(["ReplicationController", "Service", "Pod", "Deployment.apps", "ReplicaSet.apps"]);

/** `kubectl expose`: a service for the pods of an object. */
export async function expose(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  dryRunOf(flags);
  const find = await plan(invocation, { args, scheme: kubectlScheme, ignoresSelector: true, asWritten: true });
  const derived: Derived = {};
  const { errors } = await find(async (info) => {
    const service = withOverrides(serviceFor(invocation, info, derived), flags);
    await createUnplaced(invocation, service, "exposed");
  });
  throwAll(errors);
}

/** What flags leave open and the first object that has it says for all others, too (expose.RunExpose). */
interface Derived {
  selector?: JsonObject;
  ports?: string;
  labels?: JsonObject;
}

/** The service for an object (expose.createService). Throws a KubectlError. */
function serviceFor({ flags }: Invocation, { resource, object, name }: Info, derived: Derived): JsonObject {
  const kind = resource.group === "" ? resource.kind : `${resource.kind}.${resource.group}`;
  if (!exposable.has(kind)) throw new KubectlError(`cannot expose a ${kind}`);
  derived.selector ??= flags.text("selector") === "" ? introspected(object) : parseLabels(flags.text("selector"));
  derived.ports ||= flags.text("port") || portNumbers(object).join(",");
  const ports = servicePorts(derived.ports, object, flags.text("protocol"));
  const address = flags.text("cluster-ip");
  if (ports.length === 0 && address !== "None")
    throw new KubectlError("couldn't find port via --port flag or introspection");
  if (Object.keys(derived.labels ?? {}).length === 0)
    derived.labels =
      flags.text("labels") === "" ? objectAt(object, "metadata", "labels") : parseLabels(flags.text("labels"));
  const { labels = {}, selector } = derived;
  const [affinity, type, target] = [flags.text("session-affinity"), flags.text("type"), flags.text("target-port")];
  if (affinity !== "" && affinity !== "None" && affinity !== "ClientIP")
    throw new KubectlError(`unknown session affinity: ${affinity}`);
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      ...(Object.keys(labels).length > 0 && { labels }),
      name: flags.text("name") || (name || nameOf(object)).slice(0, 63),
    },
    spec: {
      ...(address !== "" && { clusterIP: address }),
      ...(flags.text("external-ip") !== "" && { externalIPs: [flags.text("external-ip")] }),
      ...(type === "LoadBalancer" &&
        flags.text("load-balancer-ip") !== "" && { loadBalancerIP: flags.text("load-balancer-ip") }),
      ...(ports.length > 0 && {
        ports: ports.map((port) => ({ ...port, targetPort: target === "" ? (port["port"] ?? 0) : numberOr(target) })),
      }),
      selector,
      ...(affinity !== "" && { sessionAffinity: affinity }),
      ...(type !== "" && { type }),
    },
    status: { loadBalancer: {} },
  };
}

const numberOr = (text: string): JsonValue => (/^[+-]?\d+$/.test(text) ? Number(text) : text);

/** The labels of `a=b,c=d`. Throws a KubectlError (expose.parseLabels). */
export function parseLabels(text: string): JsonObject {
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const [key = "", value, ...more] = pair.split("=");
      if (value === undefined || more.length > 0) throw new KubectlError(`unexpected label spec: ${pair}`);
      if (key === "") throw new KubectlError("unexpected empty label key");
      return [key, value];
    }),
  );
}

/** The labels by which an object's pods are selected (polymorphichelpers.MapBasedSelectorForObjectFn). */
function introspected(object: JsonObject): JsonObject {
  try {
    return mapSelector(object);
  } catch (error) {
    throw new KubectlError(`couldn't retrieve selectors via --selector flag or introspection: ${messageOf(error)}`);
  }
}

function mapSelector(object: JsonObject): JsonObject {
  const kind = kindOf(object);
  const failing = (labels: JsonObject, problem: string): JsonObject => {
    if (Object.keys(labels).length === 0) throw new KubectlError(problem);
    return labels;
  };
  if (kind === "Pod")
    return failing(objectAt(object, "metadata", "labels"), "the pod has no labels and cannot be exposed");
  if (kind === "Service") return failing(objectAt(object, "spec", "selector"), "the service has no pod selector set");
  if (kind === "ReplicationController") return objectAt(object, "spec", "selector");
  const expressions = itemsAt(object, "spec", "selector", "matchExpressions");
  if (expressions.length > 0) {
    const texts = expressions.map(
      (each) =>
        `{Key:${textAt(each, "key")} Operator:${textAt(each, "operator")} Values:[${itemsAt(each, "values").map(String).join(" ")}]}`,
    );
    throw new KubectlError(`couldn't convert expressions - "[${texts.join(" ")}]" to map-based selector format`);
  }
  return objectAt(object, "spec", "selector", "matchLabels");
}

/** The ports of a service, or of the containers of a pod. */
function portsOf(object: JsonObject): readonly JsonValue[] {
  const kind = kindOf(object);
  if (kind === "Service") return itemsAt(object, "spec", "ports");
  const spec = kind === "Pod" ? valueAt(object, "spec") : valueAt(object, "spec", "template", "spec");
  return itemsAt(spec, "containers").flatMap((container) => itemsAt(container, "ports"));
}

const numberOf = (port: JsonValue, object: JsonObject): string =>
  textAt(port, kindOf(object) === "Service" ? "port" : "containerPort");

const portNumbers = (object: JsonObject): readonly string[] => [
  ...new Set(portsOf(object).map((port) => numberOf(port, object))),
];

function servicePorts(text: string, object: JsonObject, protocol: string): readonly JsonObject[] {
  if (text === "") return [];
  const numbers = text.split(",");
  return numbers.flatMap((number, i): readonly JsonObject[] => {
    if (!/^[+-]?\d+$/.test(number))
      throw new KubectlError(`strconv.Atoi: parsing ${JSON.stringify(number)}: invalid syntax`);
    const name = numbers.length > 1 ? { name: `port-${i + 1}` } : {};
    const served = portsOf(object).filter((port) => numberOf(port, object) === number);
    const protocols = protocol === "" ? served.map((port) => textAt(port, "protocol") || "TCP") : [protocol];
    if (protocols.length < 2) return [{ ...name, port: Number(number), protocol: protocols[0] ?? "TCP" }];
    return protocols.map((each) => ({
      name: `port-${i + 1}-${each.toLowerCase()}`,
      port: Number(number),
      protocol: each,
    }));
  });
}
