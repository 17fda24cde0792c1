import { greatestOf, leastOf } from "../../apimachinery/long-lists.ts";
import { controllerOf } from "../../apimachinery/controller-of.ts";
import { matchesNodeSelectorTerm } from "../../component-helpers/node-affinity.ts";
import { isTolerated } from "../../component-helpers/taints.ts";
import { termMatches, TopologyCounts } from "./filters/inter-pod-affinity.ts";
import { domainsOf, type Spread, spreadsOf } from "./filters/topology-spread.ts";
import type { ScorePlugin, Snapshot } from "../framework/scheduling/framework.ts";
import type { NodeInfo, PodInfo } from "../framework/scheduling/node-info.ts";

const most = 100;

/** Scales scores to 0..100, turned around if less is better (helper.DefaultNormalizeScore). */
function normalized(scores: readonly number[], reverse: boolean): readonly number[] {
  const highest = greatestOf(scores);
  if (highest === 0) return scores.map(() => (reverse ? most : 0));
  return scores.map((score) => {
    const scaled = Math.floor((score * most) / highest);
    return reverse ? most - scaled : scaled;
  });
}

/** plugins/tainttoleration: fewer taints of PreferNoSchedule that are not tolerated are better. */
const taints: ScorePlugin = {
  name: "TaintToleration",
  weight: 3,
  score: ({ pod }, nodes) =>
    normalized(
      nodes.map(
        ({ node }) =>
          (node.spec?.taints ?? []).filter(
            (taint) => taint.effect === "PreferNoSchedule" && !isTolerated(taint, pod.spec?.tolerations),
          ).length,
      ),
      true,
    ),
};

/** plugins/nodeaffinity: the weights of what the pod prefers. */
const preferredNodes: ScorePlugin = {
  name: "NodeAffinity",
  weight: 2,
  score({ pod }, nodes) {
    const terms = pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (terms.length === 0) return undefined;
    const weightOf = ({ node }: NodeInfo): number =>
      terms
        .filter(({ preference }) => preference !== undefined && matchesNodeSelectorTerm(preference, node))
        .reduce((sum, { weight }) => sum + weight, 0);
    return normalized(nodes.map(weightOf), false);
  },
};

/** Returns what would be taken of the CPU and of the memory of a node. */
const fractions = (pod: PodInfo, node: NodeInfo): readonly number[] =>
  (
    [
      ["cpu", node.scoredCpu + pod.scoredCpu],
      ["memory", node.scoredMemory + pod.scoredMemory],
    ] as const
  ).flatMap(([resource, used]) => {
    const whole = node.allocatable.get(resource) ?? 0;
    return whole === 0 ? [] : [Math.min(used / whole, 1)];
  });

/** plugins/noderesources Fit with its default strategy, LeastAllocated. */
const leastAllocated: ScorePlugin = {
  name: "NodeResourcesFit",
  weight: 1,
  score: (pod, nodes) =>
    nodes.map((node) => {
      const used = fractions(pod, node);
      return used.length === 0 ? 0 : Math.floor(used.reduce((sum, one) => sum + (1 - one) * most, 0) / used.length);
    }),
};

/** plugins/noderesources BalancedAllocation: nodes whose resources would be used to the same degree are better. */
const balanced: ScorePlugin = {
  name: "NodeResourcesBalancedAllocation",
  weight: 1,
  score: (pod, nodes) =>
    nodes.map((node) => {
      const [cpu = 0, memory = cpu] = fractions(pod, node);
      return Math.floor((1 - Math.abs(cpu - memory) / 2) * most);
    }),
};

/** plugins/podtopologyspread: domains with fewer matching pods are better. */
const spreading: ScorePlugin = {
  name: "PodTopologySpread",
  weight: 2,
  score(pod, nodes, snapshot) {
    const spreads = spreadsOf(pod, "ScheduleAnyway");
    return spreads.length > 0 ? byConstraints(pod, spreads, nodes, snapshot) : byOwner(pod, nodes);
  },
};

function byConstraints(pod: PodInfo, spreads: readonly Spread[], nodes: readonly NodeInfo[], snapshot: Snapshot) {
  const keys = spreads.map(({ topologyKey }) => topologyKey);
  const counts = spreads.map((spread) => domainsOf(spread, keys, pod.pod.metadata.namespace, snapshot.nodes));
  const scoreOf = (node: NodeInfo): number | undefined => {
    let sum = 0;
    for (const [i, { topologyKey, maxSkew }] of spreads.entries()) {
      const domain = node.labels[topologyKey];
      if (domain === undefined) return undefined;
      const domains = counts[i] ?? new Map<string, number>();
      sum += (domains.get(domain) ?? 0) * Math.log(domains.size + 2) + maxSkew - 1;
    }
    return Math.round(sum);
  };
  return fewest(nodes.map(scoreOf));
}

/** Turns counts around: the fewest pods are the best; nodes outside of the topology are the worst. */
function fewest(counts: readonly (number | undefined)[]): readonly number[] {
  const known = counts.filter((count) => count !== undefined);
  const [least, greatest] = [leastOf(known), greatestOf(known)];
  return counts.map((count) => {
    if (count === undefined) return 0;
    return greatest === 0 ? most : Math.floor((most * (greatest + least - count)) / greatest);
  });
}

/**
 * The default constraints of a cluster spread the pods that Services and workloads select over nodes; the pods of the
 * same controller stand for them.
 */
function byOwner(pod: PodInfo, nodes: readonly NodeInfo[]): readonly number[] | undefined {
  const owner = controllerOf(pod.pod)?.uid;
  if (owner === undefined) return undefined;
  return fewest(nodes.map((node) => node.controlledBy(owner)));
}

/** plugins/interpodaffinity: what the pod prefers, and what the pods that are there prefer about it. */
const preferredPods: ScorePlugin = {
  name: "InterPodAffinity",
  weight: 2,
  score(pod, nodes, snapshot) {
    const counts = new TopologyCounts();
    const prefers = pod.preferredAffinity.length + pod.preferredAntiAffinity.length > 0;
    for (const node of snapshot.nodes)
      for (const other of prefers ? node.pods.values() : node.podsWithTerms) weigh(pod, other, node, snapshot, counts);
    if (counts.size === 0) return undefined;
    const keys = new Set(snapshot.nodes.flatMap(({ labels }) => Object.keys(labels)));
    const raw = nodes.map((node) => [...keys].reduce((sum, key) => sum + counts.at(key, node), 0));
    const [least, greatest] = [leastOf(raw), greatestOf(raw)];
    return raw.map((score) => (greatest === least ? 0 : Math.floor((most * (score - least)) / (greatest - least))));
  },
};

/** The weight of a required affinity of another pod (InterPodAffinityArgs.HardPodAffinityWeight). */
const requiredWeight = 1;

function weigh(pod: PodInfo, other: PodInfo, node: NodeInfo, snapshot: Snapshot, counts: TopologyCounts): void {
  for (const term of pod.preferredAffinity)
    if (termMatches(term, other, snapshot)) counts.add(term.topologyKey, node, term.weight);
  for (const term of pod.preferredAntiAffinity)
    if (termMatches(term, other, snapshot)) counts.add(term.topologyKey, node, -term.weight);
  for (const term of other.requiredAffinity)
    if (termMatches(term, pod, snapshot)) counts.add(term.topologyKey, node, requiredWeight);
  for (const term of other.preferredAffinity)
    if (termMatches(term, pod, snapshot)) counts.add(term.topologyKey, node, term.weight);
  for (const term of other.preferredAntiAffinity)
    if (termMatches(term, pod, snapshot)) counts.add(term.topologyKey, node, -term.weight);
}

const plugins: readonly ScorePlugin[] = [taints, preferredNodes, leastAllocated, spreading, preferredPods, balanced];

/**
 * Returns the node with the highest score. Among equal ones upstream takes one by chance; here it is the one with the
 * fewest pods, then the first by name, so that equal worlds stay equal.
 */
export function bestNode(pod: PodInfo, nodes: readonly NodeInfo[], snapshot: Snapshot): NodeInfo | undefined {
  if (nodes.length < 2) return nodes[0];
  const totals = nodes.map(() => 0);
  for (const { weight, score } of plugins)
    for (const [i, one] of (score(pod, nodes, snapshot) ?? []).entries()) totals[i] = (totals[i] ?? 0) + weight * one;
  const ranked = nodes.map((node, i) => ({ node, total: totals[i] ?? 0 }));
  ranked.sort(
    (a, b) => b.total - a.total || a.node.pods.size - b.node.pods.size || (a.node.name < b.node.name ? -1 : 1),
  );
  return ranked[0]?.node;
}
