import { type Rejection, type Snapshot, unresolvable } from "../framework/scheduling/framework.ts";
import { affinityNodeNames } from "../framework/scheduling/node-filters.ts";
import { claimsProblem, resourceClaimsOf } from "./filters/dynamic-resources.ts";
import { findFit, fitError, type Nominated } from "./fit.ts";
import type { NodeInfo, PodInfo } from "../framework/scheduling/node-info.ts";
import { type Candidate, type DisruptionBudget, preempt } from "./preemption.ts";
import { bestNode } from "./scores.ts";
import { claimsOf } from "./volumes.ts";

/** What the scheduler decided about a pod. */
export type Decision =
  | { readonly kind: "node"; readonly node: NodeInfo }
  | {
      readonly kind: "unschedulable";
      readonly message: string;
      /** The pods to delete from a node, so that the pod fits there. */
      readonly candidate?: Candidate;
      /** Whether the pod keeps the node that it was promised. */
      readonly keepNomination: boolean;
    };

/**
 * What the plugin for dynamic resources says after the search, since v1.34. It comes before preemption, and where
 * another plugin has ended the search before it began, it has no state: its error is all that is said.
 */
const dynamicResourcesSay = {
  noState: "not found",
  noClaims: "no new claims to deallocate",
  claims: "still not schedulable",
} as const;

/** Why no node at all is looked at: the first PreFilter plugin that ends the search. */
interface EarlyEnd {
  readonly reason: string;
  readonly says: keyof typeof dynamicResourcesSay;
}

function earlyEnd({ pod }: PodInfo, { volumes, resources }: Snapshot): EarlyEnd | undefined {
  if (affinityNodeNames(pod)?.size === 0) return { reason: "pod affinity terms conflict", says: "noState" };
  const claims = claimsOf(pod, volumes);
  if (typeof claims === "string") return { reason: claims, says: "noState" };
  const reason = claimsProblem(pod, resourceClaimsOf(pod, resources), resources);
  return reason === undefined ? undefined : { reason, says: "noClaims" };
}

/**
 * Chooses a node for a pod, or says why there is none, in upstream's words (Scheduler.SchedulePod and the PostFilter
 * plugins). Pure: equal snapshots give equal decisions.
 */
export function decide(
  pod: PodInfo,
  snapshot: Snapshot,
  nominated: Nominated,
  budgets: readonly DisruptionBudget[],
): Decision {
  const count = snapshot.nodes.length;
  if (count === 0)
    return { kind: "unschedulable", message: "no nodes available to schedule pods", keepNomination: false };
  const end = earlyEnd(pod, snapshot);
  const before = end?.reason;
  if (end?.says === "noState") {
    const message = fitError({ nodes: count, before, rejections: [], after: dynamicResourcesSay.noState });
    return { kind: "unschedulable", message, keepNomination: true };
  }
  const { feasible, rejections } =
    before === undefined
      ? findFit(pod, snapshot, nominated)
      : { feasible: [], rejections: everyNode(snapshot, before) };
  const promised = feasible.find(({ name }) => name === pod.pod.status?.nominatedNodeName);
  const node = promised ?? bestNode(pod, feasible, snapshot);
  if (node !== undefined) return { kind: "node", node };
  const result = preempt(pod, snapshot, rejections, budgets);
  const told = { nodes: count, before, rejections: rejections.values() };
  if (result.kind === "candidate")
    return { kind: "unschedulable", message: fitError(told), candidate: result.candidate, keepNomination: true };
  const { message, keepNomination } = result;
  const says = before === undefined && (pod.pod.spec?.resourceClaims ?? []).length > 0 ? "claims" : "noClaims";
  const after = `${dynamicResourcesSay[says]}, preemption: ${message}`;
  return { kind: "unschedulable", message: fitError({ ...told, after }), keepNomination };
}

const everyNode = ({ nodes }: Snapshot, reason: string): ReadonlyMap<string, Rejection> =>
  new Map(nodes.map(({ name }) => [name, unresolvable(reason)]));
