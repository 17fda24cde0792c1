import { leastOf } from "../../../apimachinery/long-lists.ts";
import type { SchedulablePod, TopologySpreadConstraint } from "../../../api/core/scheduling.ts";
import { labelSelectorAsSelector } from "../../../apimachinery/labels/label-selector.ts";
import type { LabelSelector } from "../../../apimachinery/labels/selector.ts";
import { matchesRequiredNodeAffinity } from "../../../component-helpers/node-affinity.ts";
import { isTolerated } from "../../../component-helpers/taints.ts";
import { type FilterPlugin, unresolvable, unschedulable } from "../../framework/scheduling/framework.ts";
import type { NodeInfo, PodInfo } from "../../framework/scheduling/node-info.ts";

/** A constraint with what is read of it often. */
export interface Spread {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly selector: LabelSelector;
  /** Whether the pods of a node count at all. */
  readonly includes: (node: NodeInfo) => boolean;
}

/** Adds the pod's own values of `matchLabelKeys` to the selector of a constraint (KEP-3243). */
function selectorOf({ labelSelector, matchLabelKeys = [] }: TopologySpreadConstraint, pod: SchedulablePod) {
  if (labelSelector === undefined || matchLabelKeys.length === 0) return labelSelectorAsSelector(labelSelector);
  const values = matchLabelKeys.flatMap((key) => {
    const value = pod.metadata.labels?.[key];
    return value === undefined ? [] : [{ key, operator: "In", values: [value] }];
  });
  const matchExpressions = [...(labelSelector.matchExpressions ?? []), ...values];
  return labelSelectorAsSelector({ ...labelSelector, matchExpressions });
}

/** Returns the pod's constraints that are a requirement, or those that are a wish. */
export const spreadsOf = ({ pod }: PodInfo, whenUnsatisfiable: "DoNotSchedule" | "ScheduleAnyway"): readonly Spread[] =>
  (pod.spec?.topologySpreadConstraints ?? [])
    .filter((constraint) => constraint.whenUnsatisfiable === whenUnsatisfiable)
    .map((constraint) => ({
      topologyKey: constraint.topologyKey,
      maxSkew: constraint.maxSkew,
      minDomains: constraint.minDomains ?? 1,
      selector: selectorOf(constraint, pod),
      includes: ({ node }) =>
        (constraint.nodeAffinityPolicy === "Ignore" || matchesRequiredNodeAffinity(pod.spec ?? {}, node)) &&
        (constraint.nodeTaintsPolicy !== "Honor" ||
          (node.spec?.taints ?? []).every(
            (taint) => taint.effect === "PreferNoSchedule" || isTolerated(taint, pod.spec?.tolerations),
          )),
    }));

/** Counts the pods of a namespace on a node that a selector means; those that are being deleted do not count. */
function countMatching(selector: LabelSelector, namespace: string | undefined, { pods }: NodeInfo): number {
  let count = 0;
  for (const { pod } of pods.values())
    if (
      pod.metadata.deletionTimestamp === undefined &&
      pod.metadata.namespace === namespace &&
      selector.matches(pod.metadata.labels ?? {})
    )
      count++;
  return count;
}

/** Returns the number of matching pods by value of the topology key. */
export function domainsOf(
  spread: Spread,
  keys: readonly string[],
  namespace: string | undefined,
  nodes: readonly NodeInfo[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    const value = node.labels[spread.topologyKey];
    if (value === undefined || !keys.every((key) => node.labels[key] !== undefined) || !spread.includes(node)) continue;
    counts.set(value, (counts.get(value) ?? 0) + countMatching(spread.selector, namespace, node));
  }
  return counts;
}

const mismatch = "node(s) didn't match pod topology spread constraints";

/** plugins/podtopologyspread, the filter. */
export const podTopologySpread: FilterPlugin = {
  name: "PodTopologySpread",
  prepare(pod, { nodes }) {
    const spreads = spreadsOf(pod, "DoNotSchedule");
    if (spreads.length === 0) return undefined;
    const { namespace, labels = {} } = pod.pod.metadata;
    const keys = spreads.map(({ topologyKey }) => topologyKey);
    const rules = spreads.map((spread) => {
      const counts = domainsOf(spread, keys, namespace, nodes);
      const least = counts.size < spread.minDomains ? 0 : leastOf(counts.values());
      return { spread, counts, most: least + spread.maxSkew - (spread.selector.matches(labels) ? 1 : 0) };
    });
    return (node) => {
      for (const { spread, counts, most } of rules) {
        const value = node.labels[spread.topologyKey];
        if (value === undefined) return unresolvable(`${mismatch} (missing required label)`);
        if ((counts.get(value) ?? 0) > most) return unschedulable(mismatch);
      }
      return undefined;
    };
  },
};
