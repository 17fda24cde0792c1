import type { Labels } from "../../../apimachinery/labels/requirement.ts";
import { type FilterPlugin, type Snapshot, unresolvable, unschedulable } from "../../framework/scheduling/framework.ts";
import type { NodeInfo, PodInfo, PodTerm } from "../../framework/scheduling/node-info.ts";

/** Reports whether a term means a pod (framework.AffinityTerm.Matches). */
export function termMatches(term: PodTerm, { pod }: PodInfo, snapshot: Pick<Snapshot, "namespaceLabels">): boolean {
  const namespace = pod.metadata.namespace ?? "";
  if (!term.namespaces.has(namespace) && !term.namespaceSelector.matches(snapshot.namespaceLabels(namespace)))
    return false;
  return term.selector.matches((pod.metadata.labels ?? {}) as Labels);
}

/** The number of pods by topology key and value. */
export class TopologyCounts {
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#counts.size;
  }

  /** Counts at the node's value of the key, if it has one. */
  add(key: string, { labels }: NodeInfo, count = 1): void {
    const value = labels[key];
    if (value === undefined) return;
    const pair = `${key}=${value}`;
    this.#counts.set(pair, (this.#counts.get(pair) ?? 0) + count);
  }

  at(key: string, { labels }: NodeInfo): number {
    const value = labels[key];
    return value === undefined ? 0 : (this.#counts.get(`${key}=${value}`) ?? 0);
  }
}

/** Counts where pods are whose anti-affinity keeps this pod away. */
function existingAntiAffinity(pod: PodInfo, snapshot: Snapshot): TopologyCounts {
  const counts = new TopologyCounts();
  for (const node of snapshot.nodes) {
    const terms = node.podsWithTerms.flatMap(({ requiredAntiAffinity }) => requiredAntiAffinity);
    for (const term of terms) if (termMatches(term, pod, snapshot)) counts.add(term.topologyKey, node);
  }
  return counts;
}

/** Counts the pods that all terms of the affinity mean, and those that a term of the anti-affinity means. */
function incoming({ requiredAffinity, requiredAntiAffinity }: PodInfo, snapshot: Snapshot) {
  const [affinity, antiAffinity] = [new TopologyCounts(), new TopologyCounts()];
  if (requiredAffinity.length + requiredAntiAffinity.length === 0) return { affinity, antiAffinity };
  const count = (other: PodInfo, node: NodeInfo): void => {
    if (requiredAffinity.length > 0 && requiredAffinity.every((term) => termMatches(term, other, snapshot)))
      for (const { topologyKey } of requiredAffinity) affinity.add(topologyKey, node);
    for (const term of requiredAntiAffinity)
      if (termMatches(term, other, snapshot)) antiAffinity.add(term.topologyKey, node);
  };
  for (const node of snapshot.nodes) for (const other of node.pods.values()) count(other, node);
  return { affinity, antiAffinity };
}

/** plugins/interpodaffinity, the filter. */
export const interPodAffinity: FilterPlugin = {
  name: "InterPodAffinity",
  prepare(pod, snapshot) {
    const existing = existingAntiAffinity(pod, snapshot);
    const { requiredAffinity, requiredAntiAffinity } = pod;
    if (existing.size + requiredAffinity.length + requiredAntiAffinity.length === 0) return undefined;
    const { affinity, antiAffinity } = incoming(pod, snapshot);
    // The first of a group of pods that want to be together finds none: it may go wherever it has the topology.
    const isFirst = affinity.size === 0 && requiredAffinity.every((term) => termMatches(term, pod, snapshot));
    const hasAffinity = (node: NodeInfo): boolean =>
      requiredAffinity.every(({ topologyKey }) => node.labels[topologyKey] !== undefined) &&
      (requiredAffinity.every(({ topologyKey }) => affinity.at(topologyKey, node) > 0) || isFirst);
    const keptAway = (node: NodeInfo): boolean => Object.keys(node.labels).some((key) => existing.at(key, node) > 0);
    return (node) => {
      if (!hasAffinity(node)) return unresolvable("node(s) didn't match pod affinity rules");
      if (requiredAntiAffinity.some(({ topologyKey }) => antiAffinity.at(topologyKey, node) > 0))
        return unschedulable("node(s) didn't match pod anti-affinity rules");
      if (keptAway(node)) return unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");
      return undefined;
    };
  },
};
