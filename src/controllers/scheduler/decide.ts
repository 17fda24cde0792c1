import { type Rejection, type Snapshot, unresolvable } from "../framework/scheduling/framework.ts";
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

/** The part of the message that the plugin for dynamic resources adds, since v1.34, for a pod without claims. */
const noClaims = "no new claims to deallocate";

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
  const claims = claimsOf(pod.pod, snapshot.volumes);
  const before = typeof claims === "string" ? claims : undefined;
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
  const after = `${noClaims}, preemption: ${message}`;
  return { kind: "unschedulable", message: fitError({ ...told, after }), keepNomination };
}

const everyNode = ({ nodes }: Snapshot, reason: string): ReadonlyMap<string, Rejection> =>
  new Map(nodes.map(({ name }) => [name, unresolvable(reason)]));
