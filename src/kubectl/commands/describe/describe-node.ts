import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Pod } from "../../../api/core/v1.ts";
import { isForbidden } from "../../../apimachinery/errors.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import { newQuantity, type Quantity } from "../../../apimachinery/quantity.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { podLimits, podRequests } from "../../../component-helpers/resource/pod-resources.ts";
import { addResourceLists, noResources, type ResourceList } from "../../../component-helpers/resource/resource-list.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { annotations, eventsText, findEvents, labels, line, listed } from "./describe-parts.ts";
import { longTime, sinceText, sortedKeys } from "./describe-parts.ts";

/** A node, its lease and its pods (describe.NodeDescriber). */
export async function describeNode(invocation: Invocation, node: JsonObject): Promise<string> {
  const pods = await podsOf(invocation, node);
  const found = await eventsOf(invocation, node);
  const cidrs = itemsAt(node, "spec", "podCIDRs").map(String).join(",");
  return [
    `Name:\t${nameOf(node)}\nRoles:\t${rolesOf(node)}\n`,
    labels(node),
    annotations(node),
    `CreationTimestamp:\t${longTime(textAt(node, "metadata", "creationTimestamp"))}\n`,
    listed("Taints", taintsOf(node)),
    `Unschedulable:\t${valueAt(node, "spec", "unschedulable") === true}\n`,
    await leaseText(invocation, node),
    conditionsText(node),
    `Addresses:\n${itemsAt(node, "status", "addresses")
      .map((each) => `  ${textAt(each, "type")}:\t${textAt(each, "address")}\n`)
      .join("")}`,
    amounts("Capacity", objectAt(node, "status", "capacity")),
    amounts("Allocatable", objectAt(node, "status", "allocatable")),
    systemInfo(node),
    line("PodCIDR", node, "spec", "podCIDR"),
    cidrs === "" ? "" : `PodCIDRs:\t${cidrs}\n`,
    line("ProviderID", node, "spec", "providerID"),
    pods === undefined ? "Pods:\tnot authorized\n" : resourcesText(invocation, node, pods),
    found === undefined ? "" : eventsText(invocation, found),
  ].join("");
}

async function podsOf({ rest, flags }: Invocation, node: JsonObject): Promise<readonly JsonValue[] | undefined> {
  const fieldSelector = `spec.nodeName=${nameOf(node)},status.phase!=Failed,status.phase!=Succeeded`;
  const query = { fieldSelector, limit: flags.text("chunk-size") };
  try {
    return itemsAt(await rest.object({ method: "GET", path: "/api/v1/pods", query }), "items");
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

/** Controllers name nodes by uid, the kubelet by name. */
async function eventsOf(invocation: Invocation, node: JsonObject): Promise<readonly JsonValue[] | undefined> {
  if (!invocation.flags.bool("show-events")) return undefined;
  const byUid = await findEvents(invocation, node, { kind: "Node", uid: textAt(node, "metadata", "uid") });
  return [...byUid, ...(await findEvents(invocation, node, { kind: "Node", uid: nameOf(node) }))];
}

function rolesOf(node: JsonObject): string {
  const roles = Object.entries(objectAt(node, "metadata", "labels")).map(([key, value]) =>
    key.startsWith("node-role.kubernetes.io/")
      ? key.slice("node-role.kubernetes.io/".length)
      : key === "kubernetes.io/role"
        ? String(value)
        : "",
  );
  return [...new Set(roles.filter((role) => role !== ""))].sort(compareUtf8).join(",") || "<none>";
}

function taintsOf(node: JsonObject): readonly string[] {
  const key = (taint: JsonValue): string => `${textAt(taint, "effect")},${textAt(taint, "key")}`;
  return [...itemsAt(node, "spec", "taints")]
    .sort((a, b) => compareUtf8(key(a), key(b)))
    .map((taint) => {
      const value = textAt(taint, "value");
      return `${textAt(taint, "key")}${value === "" ? "" : `=${value}`}:${textAt(taint, "effect")}`;
    });
}

async function leaseText({ rest }: Invocation, node: JsonObject): Promise<string> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${nameOf(node)}`;
  try {
    const lease = await rest.object({ method: "GET", path });
    const time = (member: string): string => {
      const text = textAt(lease, "spec", member);
      return text === "" ? "<unset>" : longTime(text);
    };
    const holder = textAt(lease, "spec", "holderIdentity") || "<unset>";
    return `Lease:\n  HolderIdentity:\t${holder}\n  AcquireTime:\t${time("acquireTime")}\n  RenewTime:\t${time("renewTime")}\n`;
  } catch (error) {
    return `Lease:\tFailed to get lease: ${messageOf(error)}\n`;
  }
}

function conditionsText(node: JsonObject): string {
  const found = itemsAt(node, "status", "conditions");
  if (found.length === 0) return "";
  const rows = found.map((each) => {
    const [beat, change] = [longTime(textAt(each, "lastHeartbeatTime")), longTime(textAt(each, "lastTransitionTime"))];
    return `  ${textAt(each, "type")} \t${textAt(each, "status")} \t${beat} \t${change} \t${textAt(each, "reason")} \t${textAt(each, "message")}\n`;
  });
  return `Conditions:\n  Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n${rows.join("")}`;
}

function amounts(title: string, resources: JsonObject): string {
  const keys = sortedKeys(resources);
  return keys.length === 0 ? "" : `${title}:\n${keys.map((key) => `  ${key}:\t${textAt(resources, key)}\n`).join("")}`;
}

const infoLines = [
  ["Machine ID", "machineID"],
  ["System UUID", "systemUUID"],
  ["Boot ID", "bootID"],
  ["Kernel Version", "kernelVersion"],
  ["OS Image", "osImage"],
  ["Operating System", "operatingSystem"],
  ["Architecture", "architecture"],
  ["Container Runtime Version", "containerRuntimeVersion"],
  ["Kubelet Version", "kubeletVersion"],
  ["Kube-Proxy Version", "kubeProxyVersion"],
] as const;

const systemInfo = (node: JsonObject): string =>
  `System Info:\n${infoLines.map(([title, member]) => `  ${title}:\t${textAt(node, "status", "nodeInfo", member)}\n`).join("")}`;

const nothing = newQuantity(0n, "");

/** An amount and how many percent of the whole it is; what Go makes of a division by zero where there is no whole. */
function share(amount: Quantity, whole: Quantity, milli: boolean, total: boolean): string {
  const number = (each: Quantity): number => Number(milli ? each.milliValue : each.value);
  if (number(whole) === 0) return `${amount.toString()} (${total ? "0" : "-9223372036854775808"}%)`;
  return `${amount.toString()} (${Math.trunc((number(amount) / number(whole)) * 100)}%)`;
}

function resourcesText(invocation: Invocation, node: JsonObject, pods: readonly JsonValue[]): string {
  const own = objectAt(node, "status", "allocatable");
  const whole = Object.keys(own).length > 0 ? own : objectAt(node, "status", "capacity");
  const wholeOf = (name: string): Quantity => parseQuantity(textAt(whole, name) || "0");
  const counted = pods.map((pod) => ({ pod, requests: podRequests(pod as Pod), limits: podLimits(pod as Pod) }));
  const rows = counted.map(({ pod, requests, limits }) => {
    const cell = (list: ResourceList, name: string): string =>
      share(list.get(name) ?? nothing, wholeOf(name), name === "cpu", false);
    const cells = [cell(requests, "cpu"), cell(limits, "cpu"), cell(requests, "memory"), cell(limits, "memory")];
    const age = sinceText(invocation, textAt(pod, "metadata", "creationTimestamp"));
    return `  ${namespaceOf(pod)}\t${nameOf(pod)}\t\t${cells.join("\t")}\t${age}\n`;
  });
  const requests = counted.map((each) => each.requests).reduce(addResourceLists, noResources);
  const limits = counted.map((each) => each.limits).reduce(addResourceLists, noResources);
  const both = (name: string): string =>
    [requests, limits].map((list) => share(list.get(name) ?? nothing, wholeOf(name), name === "cpu", true)).join("\t");
  const extended = sortedKeys(whole).filter((name) => !standard.has(name) && !name.startsWith("hugepages-"));
  const huge = sortedKeys(whole).filter((name) => name.startsWith("hugepages-"));
  const plain = (list: ResourceList, name: string): string => (list.get(name) ?? nothing).toString();
  return [
    `Non-terminated Pods:\t(${pods.length} in total)\n`,
    "  Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge\n",
    "  ---------\t----\t\t------------\t----------\t---------------\t-------------\t---\n",
    ...rows,
    "Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n",
    "  Resource\tRequests\tLimits\n  --------\t--------\t------\n",
    ...["cpu", "memory", "ephemeral-storage", ...huge].map((name) => `  ${name}\t${both(name)}\n`),
    ...extended.map((name) => `  ${name}\t${plain(requests, name)}\t${plain(limits, name)}\n`),
  ].join("");
}

const standard = new Set(["cpu", "memory", "ephemeral-storage", "pods"]);
