import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { AffinityTerm } from "../../api/core/scheduling.ts";
import { field, there } from "../conclude.ts";
import { asPod, isFinished } from "../views.ts";
import { counted } from "../words.ts";
import type { Cluster, NodeReason } from "./node-reasons.ts";

const selects = (term: AffinityTerm, from: KubeObject, pod: KubeObject): boolean => {
  const namespaces =
    term.namespaces ?? (term.namespaceSelector === undefined ? [from.metadata.namespace ?? ""] : undefined);
  if (namespaces !== undefined && !namespaces.includes(pod.metadata.namespace ?? "")) return false;
  return labelSelectorAsSelector(term.labelSelector).matches(pod.metadata.labels ?? {});
};

const selectorText = ({ labelSelector }: AffinityTerm): string => labelSelectorAsSelector(labelSelector).toString();

const keepsAway = (pod: KubeObject): readonly AffinityTerm[] =>
  asPod(pod).spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];

const running = async (cluster: Cluster): Promise<readonly KubeObject[]> =>
  (await cluster.pods()).filter((pod) => !isFinished(pod) && asPod(pod).spec?.nodeName !== undefined);

/** `node(s) didn't match pod anti-affinity rules`: which pod is there. */
export async function antiAffinity(pod: KubeObject, cluster: Cluster, count: number): Promise<NodeReason> {
  const others = await running(cluster);
  const [term] = keepsAway(pod);
  const other = others.find((each) => keepsAway(pod).some((one) => selects(one, pod, each)));
  const path = "spec.affinity.podAntiAffinity";
  const domain = term?.topologyKey === "kubernetes.io/hostname" ? "node" : (term?.topologyKey ?? "node");
  const where =
    other === undefined ? "" : `, such as ${other.metadata.name ?? ""} on ${asPod(other).spec?.nodeName ?? ""}`;
  const selector = term === undefined ? "" : selectorText(term);
  return {
    situation: "pod-anti-affinity",
    text: `${counted(count, "node")} ${count === 1 ? "is" : "are"} ruled out by the anti-affinity to pods with ${selector} on the same ${domain}${where}`,
    evidence: [field(pod, path, selector), ...(other === undefined ? [] : [there(other)])],
  };
}

/** `node(s) didn't satisfy existing pods anti-affinity rules`: which pod keeps this one away. */
export async function keptAway(pod: KubeObject, cluster: Cluster, count: number): Promise<NodeReason> {
  const other = (await running(cluster)).find((each) => keepsAway(each).some((one) => selects(one, each, pod)));
  const who =
    other === undefined ? "other pods" : `${other.metadata.name ?? ""} on ${asPod(other).spec?.nodeName ?? ""}`;
  return {
    situation: "pod-kept-away-by-others",
    text: `the anti-affinity of ${who} keeps the pod away from ${counted(count, "node")}`,
    evidence: other === undefined ? [] : [there(other), field(other, "spec.affinity.podAntiAffinity", "")],
  };
}

/** `node(s) didn't match pod affinity rules`: what has to run there. */
export function affinity(pod: KubeObject, { nodes }: Cluster, count: number): NodeReason {
  const [term] = asPod(pod).spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const { topologyKey = "", namespaces = [] } = term ?? {};
  const selector = term === undefined ? "" : selectorText(term);
  const isUnlabelled = nodes.every(({ metadata }) => metadata.labels?.[topologyKey] === undefined);
  const where = namespaces.length === 0 ? "" : ` of the namespace ${namespaces.join(" or ")}`;
  return {
    situation: "pod-affinity-unmatched",
    text: isUnlabelled
      ? `no node has the label ${topologyKey}, by which the pod affinity to pods with ${selector} is measured`
      : `${counted(count, "node")} ${count === 1 ? "has" : "have"} no pod with ${selector}${where} in the same ${topologyKey}, which the pod affinity requires`,
    evidence: [field(pod, "spec.affinity.podAffinity", selector)],
  };
}

/** `node(s) didn't match pod topology spread constraints`: by which of them, of those that are required. */
export function spread(pod: KubeObject, { nodes }: Cluster, count: number, detail: string): NodeReason {
  const required = (asPod(pod).spec?.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule",
  );
  const lacked = required.find((one) => nodes.some(({ metadata }) => metadata.labels?.[one.topologyKey] === undefined));
  const { topologyKey = "", maxSkew = 1, minDomains = 1 } = (detail === "" ? undefined : lacked) ?? required[0] ?? {};
  const evidence = [field(pod, "spec.topologySpreadConstraints", `${topologyKey} maxSkew ${maxSkew}`)];
  const which = `${counted(count, "node")}`;
  if (detail !== "")
    return {
      situation: "pod-topology-label-missing",
      text: `${which} ${count === 1 ? "lacks" : "lack"} the label ${topologyKey}, which the topology spread needs`,
      evidence,
    };
  const domains = new Set(nodes.flatMap(({ metadata }) => metadata.labels?.[topologyKey] ?? [])).size;
  const tooFew =
    minDomains > 1 && domains < minDomains
      ? `: it wants ${minDomains} domains (minDomains) and there ${domains === 1 ? "is" : "are"} ${domains}, so each takes ${counted(maxSkew, "pod")} at most`
      : "";
  return {
    situation: "pod-topology-spread",
    text: `on ${which} the topology spread over ${topologyKey} would differ by more than ${maxSkew}${tooFew}`,
    evidence,
  };
}
