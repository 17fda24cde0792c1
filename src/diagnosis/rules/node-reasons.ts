import { nearestWord } from "../../apimachinery/edit-distance.ts";
import type { NodeSelectorTerm } from "../../api/core/scheduling.ts";
import { matchesRequiredNodeAffinity } from "../../component-helpers/node-affinity.ts";
import { podRequests } from "../../component-helpers/resource/pod-resources.ts";
import { toleratesTaint } from "../../component-helpers/taints.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { field, there } from "../conclude.ts";
import type { Evidence } from "../diagnosis.ts";
import { itemsAt, labelsAt, textAt } from "../fields.ts";
import type { Reading } from "../reading.ts";
import { asNode, asPod, asResourcePod, isFinished, taintsOf, tolerationsOf } from "../views.ts";
import { counted, listed } from "../words.ts";

/** Why a pod does not fit nodes, as a part of a sentence. */
export interface NodeReason {
  readonly situation: string;
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/** What reasons are completed by: the nodes, and the pods of all namespaces, which are only read when needed. */
export interface Cluster {
  readonly nodes: readonly KubeObject[];
  pods(): Promise<readonly KubeObject[]>;
  readonly reading: Reading;
}

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";
const names = (objects: readonly KubeObject[]): string => listed(objects.map(nameOf));
const haveNot = (count: number): string => (count === 1 ? "1 node does not have" : `${count} nodes do not have`);

const allocatable = (node: KubeObject, resource: string): Quantity =>
  parseQuantity(asNode(node).status?.allocatable?.[resource] ?? "0");

const requested = (pod: KubeObject, resource: string): Quantity =>
  podRequests(asResourcePod(pod)).get(resource) ?? parseQuantity("0");

const standard: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** Reports whether a node takes a pod but for what it has room for: it is not cordoned, tainted or unmatched. */
function isOpen(pod: KubeObject, node: KubeObject): boolean {
  if (textAt(node, "spec.unschedulable") === "true") return false;
  if (!matchesRequiredNodeAffinity(asPod(pod).spec ?? {}, asNode(node))) return false;
  return untolerated(pod, node) === undefined;
}

/** The first taint that keeps a pod from a node; of a key, if one is given. */
export function untolerated(pod: KubeObject, node: KubeObject, key = "") {
  const tolerations = tolerationsOf(pod);
  return taintsOf(node).find(
    (taint) =>
      (key === "" || taint.key === key) &&
      taint.effect !== "PreferNoSchedule" &&
      !tolerations.some((toleration) => toleratesTaint(toleration, taint)),
  );
}

/** Who asks for most of what a pod asks for: its containers, the pod itself, one before them, or its RuntimeClass. */
function askedBy(
  pod: KubeObject,
  resource: string,
  wanted: Quantity,
): { readonly path: string; readonly words: string; readonly value?: string } {
  const overhead = labelsAt(pod, "spec.overhead")[resource];
  const rest = overhead === undefined ? wanted : wanted.subtract(parseQuantity(overhead));
  if (overhead !== undefined && parseQuantity(overhead).compare(rest) > 0)
    return {
      path: `spec.overhead.${resource}`,
      value: overhead,
      words: `, of which ${overhead} is the overhead of the RuntimeClass ${textAt(pod, "spec.runtimeClassName")}`,
    };
  if (labelsAt(pod, "spec.resources.requests")[resource] !== undefined)
    return { path: "spec.resources.requests", words: "" };
  const first = itemsAt(pod, "spec.initContainers");
  const asks = (one: unknown): Quantity => parseQuantity(labelsAt(one, "resources.requests")[resource] ?? "0");
  const at = first.findIndex((one) => textAt(one, "restartPolicy") !== "Always" && asks(one).compare(rest) === 0);
  const isContainers = itemsAt(pod, "spec.containers").some((one) => !asks(one).isZero && asks(one).compare(rest) >= 0);
  if (at < 0 || isContainers || rest.isZero) return { path: "spec.containers[*].resources.requests", words: "" };
  return {
    path: `spec.initContainers[${at}].resources.requests`,
    words: `, which its init container ${textAt(first[at], "name")} asks for`,
  };
}

/** `Insufficient RESOURCE`: too much for every node, or for what is free now, and who has it. */
export async function insufficient(
  pod: KubeObject,
  cluster: Cluster,
  count: number,
  resource: string,
): Promise<NodeReason> {
  const wanted = requested(pod, resource);
  const open = cluster.nodes.filter((node) => isOpen(pod, node));
  const sorted = open.toSorted((a, b) => allocatable(b, resource).compare(allocatable(a, resource)));
  const [largest] = sorted;
  const source = askedBy(pod, resource, wanted);
  const asked = field(pod, source.path, source.value ?? `${String(wanted)} ${resource}`);
  const large = sorted.filter((node) => allocatable(node, resource).compare(wanted) >= 0);
  const who = open.length === cluster.nodes.length ? "no node" : "no node that is open to the pod";
  if (large.length > 0) {
    const reason = await full(pod, cluster, { resource, wanted, large, who, count });
    return { ...reason, text: reason.text + source.words };
  }
  const most = largest === undefined ? "0" : String(allocatable(largest, resource));
  const text =
    most === "0"
      ? `${who} has ${resource}`
      : `${who} has ${String(wanted)} ${resource}${source.words}; the largest has ${most}`;
  const known = standard.has(resource) ? resource : "resource";
  const evidence = largest === undefined ? [] : [field(largest, `status.allocatable.${resource}`, most)];
  return { situation: `pod-insufficient-${known}`, text, evidence: [asked, ...evidence] };
}

interface Wanted {
  readonly resource: string;
  readonly wanted: Quantity;
  /** The nodes that have as much at all. */
  readonly large: readonly KubeObject[];
  /** How a sentence begins that is about all of them. */
  readonly who: string;
  /** How many nodes have too little now. */
  readonly count: number;
}

/** A node with what is free of a resource, and the pods that have the rest, those that have most first. */
interface Room {
  readonly node: KubeObject;
  readonly free: Quantity;
  readonly users: readonly { readonly pod: KubeObject; readonly amount: Quantity }[];
}

async function roomsOf(cluster: Cluster, { resource, large }: Wanted): Promise<readonly Room[]> {
  const byNode = new Map<string, { pod: KubeObject; amount: Quantity }[]>(large.map((node) => [nameOf(node), []]));
  for (const pod of await cluster.pods()) {
    const list = isFinished(pod) ? undefined : byNode.get(textAt(pod, "spec.nodeName"));
    if (list === undefined) continue;
    const amount = requested(pod, resource);
    if (!amount.isZero) list.push({ pod, amount });
  }
  const rooms = large.map((node) => {
    const users = (byNode.get(nameOf(node)) ?? []).toSorted((a, b) => b.amount.compare(a.amount));
    const used = users.reduce((sum, { amount }) => sum.add(amount), parseQuantity("0"));
    return { node, users, free: allocatable(node, resource).subtract(used) };
  });
  return rooms.toSorted((a, b) => b.free.compare(a.free));
}

async function full(pod: KubeObject, cluster: Cluster, asked: Wanted): Promise<NodeReason> {
  const { resource, wanted, who, count } = asked;
  const [best] = await roomsOf(cluster, asked);
  const situation = "pod-nodes-full";
  const text = `${who} has room for ${String(wanted)} ${resource}`;
  if (best === undefined) return { situation, text, evidence: [] };
  const evidence = [field(best.node, `status.allocatable.${resource}`)];
  if (best.free.compare(wanted) >= 0 && count < cluster.nodes.length)
    return {
      situation,
      text: `${counted(count, "node")} ${count === 1 ? "has" : "have"} no room for ${String(wanted)} ${resource}`,
      evidence,
    };
  // The scheduler's word is older than the pods that have gone since.
  if (best.free.compare(wanted) >= 0)
    return {
      situation,
      text: `${who} had room for ${String(wanted)} ${resource} when the scheduler last looked`,
      evidence,
    };
  const users = best.users.slice(0, 3);
  const taken = users.map((user) => `${podName(pod, user.pod)} uses ${String(user.amount)}`);
  const has = `${nameOf(best.node)} has ${String(best.free)} of ${String(allocatable(best.node, resource))} free`;
  const where = taken.length === 0 ? has : `${has}, ${listed(taken)}`;
  return { situation, text: `${text}: ${where}`, evidence: [...evidence, ...users.map((user) => there(user.pod))] };
}

/** A pod's name, with its namespace where it is in another one than the pod in question. */
const podName = (from: KubeObject, { metadata: { name = "", namespace = "" } }: KubeObject): string =>
  namespace === (from.metadata.namespace ?? "") ? name : `${namespace}/${name}`;

/** `Too many pods`. */
export function tooManyPods(_: KubeObject, { nodes }: Cluster, count: number): NodeReason {
  const evidence = nodes.slice(0, 3).map((node) => field(node, "status.allocatable.pods"));
  return { situation: "pod-too-many-pods", text: `${counted(count, "node")} can run no more pods`, evidence };
}

/** `node(s) were unschedulable`. */
export function cordoned(_: KubeObject, { nodes }: Cluster, count: number): NodeReason {
  const found = nodes.filter((node) => textAt(node, "spec.unschedulable") === "true");
  const [who, verb] =
    found.length === 0
      ? [counted(count, "node"), count === 1 ? "was" : "were"]
      : [names(found), count === 1 ? "is" : "are"];
  return {
    situation: "pod-nodes-cordoned",
    text: found.length === 0 ? `${who} ${verb} cordoned when the scheduler last looked` : `${who} ${verb} cordoned`,
    evidence: found.map((node) => field(node, "spec.unschedulable")),
  };
}

const nodeProblems: Readonly<Record<string, string>> = {
  "node.kubernetes.io/not-ready": "not ready",
  "node.kubernetes.io/unreachable": "unreachable",
  "node.kubernetes.io/memory-pressure": "short of memory",
  "node.kubernetes.io/disk-pressure": "short of disk space",
  "node.kubernetes.io/pid-pressure": "short of process ids",
  "node.kubernetes.io/network-unavailable": "without a network",
};

/** `node(s) had untolerated taint {KEY: VALUE}`. */
export function tainted(pod: KubeObject, { nodes }: Cluster, count: number, key: string): NodeReason {
  const stops = (node: KubeObject) => untolerated(pod, node, key);
  const found = nodes.filter((node) => stops(node) !== undefined);
  const evidence = found.slice(0, 3).map((node) => field(node, "spec.taints", taintText(stops(node))));
  const problem = nodeProblems[key];
  const who = found.length === 0 ? counted(count, "node") : names(found);
  const many = (found.length || count) !== 1;
  if (problem !== undefined)
    return { situation: "pod-nodes-not-ready", text: `${who} ${many ? "are" : "is"} ${problem}`, evidence };
  const stop = found[0] === undefined ? undefined : stops(found[0]);
  const taint = stop === undefined ? key : taintText(stop);
  const near = stop === undefined ? "" : nearToleration(pod, stop);
  const text = `${who} ${many ? "have" : "has"} the taint ${taint}, which the pod does not tolerate${near}`;
  return { situation: "pod-taint-not-tolerated", text, evidence };
}

/** The toleration that comes near a taint: of its key for another value or effect, or of a key spelt alike. */
function nearToleration(
  pod: KubeObject,
  { key, value = "", effect }: { readonly key: string; readonly value?: string; readonly effect: string },
): string {
  const all = tolerationsOf(pod);
  const own = all.find((one) => one.key === key);
  const alike = nearestWord(
    key,
    all.map((one) => one.key ?? ""),
  );
  if (own === undefined) return alike === undefined ? "" : `: its toleration is of ${alike}`;
  const isOfEffect = (own.effect ?? "") === "" || own.effect === effect;
  return `: its toleration of ${key} is for the ${isOfEffect ? `value ${own.value ?? value}` : `effect ${own.effect ?? ""}`}`;
}

/** A taint as kubectl writes it. */
export const taintText = (
  taint: { readonly key: string; readonly value?: string; readonly effect: string } | undefined,
): string =>
  taint === undefined ? "" : `${taint.key}${taint.value === undefined ? "" : `=${taint.value}`}:${taint.effect}`;

/** `node(s) didn't match Pod's node affinity/selector`: which label or expression. */
export function unmatched(pod: KubeObject, { nodes }: Cluster, count: number): NodeReason {
  const spec = asPod(pod).spec ?? {};
  const lacking = Object.entries(spec.nodeSelector ?? {}).find(([key, value]) =>
    nodes.every(({ metadata }) => metadata.labels?.[key] !== value),
  );
  const without = nodes.filter((node) => !matchesRequiredNodeAffinity(spec, asNode(node)));
  const who = without.length === nodes.length ? "no node has" : haveNot(count);
  const [other] = Object.entries(spec.nodeSelector ?? {});
  const [key, value] = lacking ?? other ?? [];
  if (key !== undefined && (lacking !== undefined || spec.affinity?.nodeAffinity === undefined)) {
    const values = [...new Set(nodes.map(({ metadata }) => metadata.labels?.[key]).filter((one) => one !== undefined))];
    const others = lacking === undefined || values.length === 0 ? "" : `; nodes have ${key}=${listed(values)}`;
    const evidence = [field(pod, `spec.nodeSelector.${key}`, value ?? "")];
    const text = `${who} the label ${key}=${value ?? ""}${others}`;
    return { situation: "pod-node-selector-unmatched", text, evidence };
  }
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const terms = termsText(required);
  const labels = Object.entries(spec.nodeSelector ?? {}).map(([label, wanted]) => `${label}=${wanted}`);
  const path = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
  const verb =
    without.length === nodes.length ? "no node matches" : `${counted(count, "node")} of ${nodes.length} do not match`;
  const beside = labels.length === 0 ? "" : ` beside the node selector ${labels.join(", ")}`;
  const text = `${verb} the required node affinity ${terms}${beside}`;
  return { situation: "pod-node-affinity-unmatched", text, evidence: [field(pod, path, terms)] };
}

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const expressionText = ({ key, operator, values = [] }: Expression): string => {
  const list = values.length === 1 ? (values[0] ?? "") : `(${values.join(", ")})`;
  return values.length === 0 ? `${key} ${operator}` : `${key} ${operator} ${list}`;
};

/** What terms of a node selector ask for: `zone In (a, b) or disk Exists`. */
export const termsText = (terms: readonly NodeSelectorTerm[]): string =>
  terms
    .map((term) => [...(term.matchExpressions ?? []), ...(term.matchFields ?? [])].map(expressionText).join(" and "))
    .join(" or ");

/** The ports of the host that a pod's containers take. */
const hostPortsOf = (pod: KubeObject): readonly string[] =>
  itemsAt(pod, "spec.containers").flatMap((container) =>
    itemsAt(container, "ports")
      .filter((port) => Number(port["hostPort"] ?? 0) > 0)
      .map((port) => `${textAt(port, "hostPort")}/${textAt(port, "protocol") || "TCP"}`),
  );

/** `node(s) didn't have free ports for the requested pod ports`: which port, and who has it. */
export async function portTaken(pod: KubeObject, cluster: Cluster, count: number): Promise<NodeReason> {
  const wanted = hostPortsOf(pod);
  // A pod of a DaemonSet is for one node: what the others have taken does not matter.
  const open = cluster.nodes.filter((node) => matchesRequiredNodeAffinity(asPod(pod).spec ?? {}, asNode(node)));
  const known = new Set((open.length === 0 ? cluster.nodes : open).map(nameOf));
  const holders = (await cluster.pods()).filter(
    (other) =>
      known.has(textAt(other, "spec.nodeName")) &&
      !isFinished(other) &&
      hostPortsOf(other).some((port) => wanted.includes(port)),
  );
  const [holder] = holders;
  const port = wanted.find((each) => holder === undefined || hostPortsOf(holder).includes(each)) ?? "";
  const by = holder === undefined ? "" : ` by ${podName(pod, holder)} on ${textAt(holder, "spec.nodeName")}`;
  const text = `host port ${port} is taken on ${counted(count, "node")}${by}`;
  return { situation: "pod-host-port-taken", text, evidence: holders.slice(0, 3).map(there) };
}
