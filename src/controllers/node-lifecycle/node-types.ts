import type { Node, NodeCondition, Taint } from "../../api/core/scheduling.ts";

export const nodesResource = { group: "", version: "v1", resource: "nodes" };
export const nodeKind = { apiVersion: "v1", kind: "Node" };
const notReadyTaint = "node.kubernetes.io/not-ready";
const unreachableTaint = "node.kubernetes.io/unreachable";

export const nodeCondition = ({ status }: Node, type: string): NodeCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type);

// oxfmt-ignore
const taintsOfConditions: readonly (readonly [condition: string, status: string, taint: string])[] = [
  ["Ready", "False", notReadyTaint],
  ["Ready", "Unknown", unreachableTaint],
  ["MemoryPressure", "True", "node.kubernetes.io/memory-pressure"],
  ["DiskPressure", "True", "node.kubernetes.io/disk-pressure"],
  ["NetworkUnavailable", "True", "node.kubernetes.io/network-unavailable"],
  ["PIDPressure", "True", "node.kubernetes.io/pid-pressure"],
];

const unschedulableTaint = "node.kubernetes.io/unschedulable";
const managed = new Set([unschedulableTaint, ...taintsOfConditions.map(([, , key]) => key)]);

/**
 * Returns the taints that a node should have, or undefined if it has them: NoSchedule by its conditions and
 * unschedulable, NoExecute while it is not ready (doNoScheduleTaintingPass, doNoExecuteTaintingPass). Others stay.
 */
export function wantedTaints(node: Node, now: string): readonly Taint[] | undefined {
  const { taints = [], unschedulable } = node.spec ?? {};
  const noSchedule = taintsOfConditions.flatMap(([type, status, key]) =>
    nodeCondition(node, type)?.status === status ? [key] : [],
  );
  if (unschedulable === true) noSchedule.push(unschedulableTaint);
  const ready = nodeCondition(node, "Ready")?.status;
  const noExecute = ready === "False" ? [notReadyTaint] : ready === "Unknown" ? [unreachableTaint] : [];
  const isManaged = ({ key, effect }: Taint): boolean =>
    effect === "NoSchedule"
      ? managed.has(key)
      : effect === "NoExecute" && (key === notReadyTaint || key === unreachableTaint);
  const isWanted = ({ key, effect }: Taint): boolean =>
    effect === "NoSchedule" ? noSchedule.includes(key) : noExecute.includes(key);
  // a node that has not told its state keeps what it was created with
  const kept = ready === undefined ? taints : taints.filter((taint) => !isManaged(taint) || isWanted(taint));
  const has = (key: string, effect: string): boolean =>
    kept.some((taint) => taint.key === key && taint.effect === effect);
  const added = [
    ...noSchedule
      .filter((key) => !has(key, "NoSchedule"))
      .map((key) => ({ key, effect: "NoSchedule", timeAdded: now })),
    ...noExecute.filter((key) => !has(key, "NoExecute")).map((key) => ({ key, effect: "NoExecute", timeAdded: now })),
  ];
  return kept.length === taints.length && added.length === 0 ? undefined : [...kept, ...added];
}
