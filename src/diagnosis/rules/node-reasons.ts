import { matchesRequiredNodeAffinity } from "../../component-helpers/node-affinity.ts";
import { podRequests } from "../../component-helpers/resource/pod-resources.ts";
import { toleratesTaint } from "../../component-helpers/taints.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { field, there } from "../conclude.ts";
import type { Evidence } from "../diagnosis.ts";
import { itemsAt, textAt } from "../fields.ts";
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
}

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";
const names = (objects: readonly KubeObject[]): string => listed(objects.map(nameOf));
const haveNot = (count: number): string => (count === 1 ? "1 node does not have" : `${count} nodes do not have`);

const allocatable = (node: KubeObject, resource: string): Quantity =>
  parseQuantity(asNode(node).status?.allocatable?.[resource] ?? "0");

const requested = (pod: KubeObject, resource: string): Quantity =>
  podRequests(asResourcePod(pod)).get(resource) ?? parseQuantity("0");

const standard: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** `Insufficient RESOURCE`: too much for every node, or for what is free now, and who has it. */
export async function insufficient(pod: KubeObject, cluster: Cluster, resource: string): Promise<NodeReason> {
  const wanted = requested(pod, resource);
  const sorted = cluster.nodes.toSorted((a, b) => allocatable(b, resource).compare(allocatable(a, resource)));
  const [largest] = sorted;
  const asked = field(pod, "spec.containers[*].resources.requests", `${String(wanted)} ${resource}`);
  const large = sorted.filter((node) => allocatable(node, resource).compare(wanted) >= 0);
  if (large.length > 0) return full(pod, cluster, { resource, wanted, large });
  const most = largest === undefined ? "0" : String(allocatable(largest, resource));
  const text =
    most === "0" ? `no node has ${resource}` : `no node has ${String(wanted)} ${resource}; the largest has ${most}`;
  const known = standard.has(resource) ? resource : "resource";
  const evidence = largest === undefined ? [] : [field(largest, `status.allocatable.${resource}`, most)];
  return { situation: `pod-insufficient-${known}`, text, evidence: [asked, ...evidence] };
}

interface Wanted {
  readonly resource: string;
  readonly wanted: Quantity;
  /** The nodes that have as much at all. */
  readonly large: readonly KubeObject[];
}

async function full(pod: KubeObject, cluster: Cluster, { resource, wanted, large }: Wanted): Promise<NodeReason> {
  const byNode = new Map<string, KubeObject[]>(large.map((node) => [nameOf(node), []]));
  for (const other of await cluster.pods())
    if (!isFinished(other)) byNode.get(textAt(other, "spec.nodeName"))?.push(other);
  const rooms = large.map((node) => {
    const pods = byNode.get(nameOf(node)) ?? [];
    const used = pods.reduce((sum, each) => sum.add(requested(each, resource)), parseQuantity("0"));
    return { node, pods, free: allocatable(node, resource).subtract(used) };
  });
  const [best] = rooms.toSorted((a, b) => b.free.compare(a.free));
  const situation = `pod-nodes-full`;
  if (best === undefined)
    return { situation, text: `the nodes have no room for ${String(wanted)} ${resource}`, evidence: [] };
  const users = best.pods
    .filter((each) => !requested(each, resource).isZero)
    .toSorted((a, b) => requested(b, resource).compare(requested(a, resource)))
    .slice(0, 3);
  const taken = users.map((each) => `${podName(pod, each)} uses ${String(requested(each, resource))}`);
  const has = `${nameOf(best.node)} has ${String(best.free)} of ${String(allocatable(best.node, resource))} free`;
  const where = taken.length === 0 ? has : `${has}, ${listed(taken)}`;
  return {
    situation,
    text: `no node has room for ${String(wanted)} ${resource}: ${where}`,
    evidence: [field(best.node, `status.allocatable.${resource}`), ...users.map(there)],
  };
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
  const tolerations = tolerationsOf(pod);
  const stops = (node: KubeObject) =>
    taintsOf(node).find(
      (taint) =>
        (key === "" || taint.key === key) &&
        taint.effect !== "PreferNoSchedule" &&
        !tolerations.some((toleration) => toleratesTaint(toleration, taint)),
    );
  const found = nodes.filter((node) => stops(node) !== undefined);
  const evidence = found.slice(0, 3).map((node) => field(node, "spec.taints", taintText(stops(node))));
  const problem = nodeProblems[key];
  const who = found.length === 0 ? counted(count, "node") : names(found);
  const many = count !== 1;
  if (problem !== undefined)
    return { situation: "pod-nodes-not-ready", text: `${who} ${many ? "are" : "is"} ${problem}`, evidence };
  const taint = found[0] === undefined ? key : taintText(stops(found[0]));
  const text = `${who} ${many ? "have" : "has"} the taint ${taint}, which the pod does not tolerate`;
  return { situation: "pod-taint-not-tolerated", text, evidence };
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
  const terms = required.map((term) =>
    [...(term.matchExpressions ?? []), ...(term.matchFields ?? [])].map(expressionText).join(" and "),
  );
  const path = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution";
  const verb =
    without.length === nodes.length ? "no node matches" : `${counted(count, "node")} of ${nodes.length} do not match`;
  const text = `${verb} the required node affinity ${terms.join(" or ")}`;
  return { situation: "pod-node-affinity-unmatched", text, evidence: [field(pod, path, terms.join(" or "))] };
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
  const known = new Set(cluster.nodes.map(nameOf));
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
