import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionOf, type ConditionView } from "../conditions.ts";
import { byCondition, conclude, field } from "../conclude.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { asPod } from "../views.ts";
import { counted, listed } from "../words.ts";
import { cordoned, insufficient, portTaken, tainted, tooManyPods, unmatched } from "./node-reasons.ts";
import type { Cluster, NodeReason } from "./node-reasons.ts";
import { affinity, antiAffinity, keptAway, spread } from "./pod-placement.ts";
import {
  awaitedVolume,
  claimTaken,
  devicesTaken,
  missingDevices,
  unboundClaim,
  volumeElsewhere,
} from "./pod-claims.ts";

type Explain = (pod: KubeObject, cluster: Cluster, count: number, detail: string) => NodeReason | Promise<NodeReason>;

const plain =
  (situation: string, text: (count: number) => string): Explain =>
  (_, __, count) => ({ situation, text: text(count), evidence: [] });

/** What the scheduler says of nodes, and what it means. The first pattern that matches explains. */
const explanations: readonly (readonly [RegExp, Explain])[] = [
  [/^Insufficient (.+)$/, insufficient],
  [/^Too many pods$/, tooManyPods],
  [/^node\(s\) were unschedulable$/, cordoned],
  [/^node\(s\) had untolerated taint(?:\(s\))? ?(?:\{([^:}]*)(?::.*)?\})?$/, tainted],
  [/^node\(s\) didn't match Pod's node affinity\/selector$/, unmatched],
  [/^node\(s\) didn't satisfy plugin\(s\) \[NodeAffinity\]$/, unmatched],
  [/^node\(s\) didn't have free ports/, portTaken],
  [/^node\(s\) didn't match pod topology spread constraints ?(.*)$/, spread],
  [/^node\(s\) didn't match pod anti-affinity rules$/, antiAffinity],
  [/^node\(s\) didn't satisfy existing pods anti-affinity rules$/, keptAway],
  [/^node\(s\) didn't match pod affinity rules$/, affinity],
  [/^node\(s\) had (?:volume node affinity conflict|no available volume zone)$/, volumeElsewhere],
  [/^node\(s\) unavailable due to one or more pvc\(s\) bound to non-existent pv\(s\)$/, volumeElsewhere],
  [
    /^node\(s\) didn't find available persistent volumes to bind$/,
    plain("pod-no-volume-fits", () => "no persistent volume fits the pod's claim"),
  ],
  [
    /^node\(s\) exceed max volume count$/,
    plain("pod-too-many-volumes", (count) => `${counted(count, "node")} can attach no more volumes`),
  ],
  [/^node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode$/, claimTaken],
  [/^cannot allocate all claims$/, devicesTaken],
];

async function explain(pod: KubeObject, cluster: Cluster, count: number, reason: string): Promise<NodeReason> {
  for (const [pattern, make] of explanations) {
    const match = pattern.exec(reason);
    if (match !== null) return make(pod, cluster, count, match[1] ?? "");
  }
  const text = reason.startsWith("node(s) ") ? `${counted(count, "node")} ${reason.slice(8)}` : `${count} ${reason}`;
  return { situation: "pod-unschedulable", text, evidence: [] };
}

/** The counted reasons of `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable. …`. */
function reasonsOf(message: string): readonly { readonly count: number; readonly reason: string }[] {
  const told = /^0\/\d+ nodes are available: (.*?)\.(?: |$)/.exec(message)?.[1] ?? "";
  return told
    .split(/, (?=\d+ )/)
    .map((part) => /^(\d+) (.*)$/.exec(part))
    .filter((match) => match !== null)
    .map(([, count, reason = ""]) => ({ count: Number(count), reason }))
    .toSorted((a, b) => b.count - a.count);
}

/** A pod without a node that the scheduler found none for. */
async function unschedulable(pod: KubeObject, condition: ConditionView, context: RuleContext): Promise<Diagnosis> {
  const { message } = condition;
  const proof = byCondition(pod, condition);
  const pending = { state: "Pending", level: "error" } as const;
  if (/no nodes available to schedule pods/.test(message))
    return conclude(pod, {
      ...pending,
      situation: "pod-no-nodes",
      because: "the cluster has no nodes",
      evidence: proof,
    });
  const claim = await unboundClaim(pod, message, context);
  if (claim !== undefined)
    return conclude(pod, { ...pending, ...claim, evidence: [...proof, ...(claim.evidence ?? [])] });
  const nominated = textAt(pod, "status.nominatedNodeName");
  if (nominated !== "")
    return conclude(pod, {
      ...pending,
      situation: "pod-preempts",
      level: "progressing",
      because: `${nominated} is being cleared for it, which preempts pods of lower priority`,
      evidence: [...proof, field(pod, "status.nominatedNodeName")],
    });
  const reasons = reasonsOf(message);
  const nodes = await context.reading.all({ group: "", resource: "nodes" });
  const { reading } = context;
  const cluster: Cluster = { nodes, pods: () => reading.all({ group: "", resource: "pods" }), reading };
  const told: NodeReason[] = [];
  // Pods of DaemonSets are each for one node: what the others say is no reason.
  const isOther = ({ reason }: { readonly reason: string }): boolean => reason.endsWith("[NodeAffinity]");
  const real = reasons.every(isOther) ? reasons : reasons.filter((each) => !isOther(each));
  for (const { count, reason } of real) told.push(await explain(pod, cluster, count, reason));
  const [first] = told;
  if (first === undefined) {
    const because = message.replace(/ no new claims to deallocate, preemption: .*$/s, "");
    return conclude(pod, { ...pending, situation: "pod-unschedulable", because, evidence: proof });
  }
  const total = /^0\/(\d+)/.exec(message)?.[1] ?? "";
  const polite = message.includes("preemptionPolicy=Never")
    ? "; its preemptionPolicy is Never, so it does not preempt others"
    : "";
  const because = `0/${total} nodes are available, ${[...new Set(told.map(({ text }) => text))].join("; ")}${polite}`;
  const evidence = [...proof, ...told.flatMap((one) => one.evidence)];
  return conclude(pod, { ...pending, situation: first.situation, because, evidence });
}

/** Pods that no node has been chosen for: gates, other schedulers, and what the scheduler says of the nodes. */
export const podScheduling: Rule = async (pod, context) => {
  const spec = asPod(pod).spec ?? {};
  if ((spec.nodeName ?? "") !== "" || pod.metadata.deletionTimestamp !== undefined) return undefined;
  if (!["", "Pending"].includes(textAt(pod, "status.phase"))) return undefined;
  const gates = (spec.schedulingGates ?? []).map(({ name }) => name);
  if (gates.length > 0)
    return conclude(pod, {
      situation: "pod-scheduling-gated",
      state: "Pending",
      level: "progressing",
      because: `scheduling waits until the ${gates.length === 1 ? "gate" : "gates"} ${listed(gates)} ${gates.length === 1 ? "is" : "are"} removed`,
      evidence: [field(pod, "spec.schedulingGates", gates.join(", "))],
    });
  const condition = conditionOf(pod, "PodScheduled");
  const devices = await missingDevices(pod, context);
  if (devices !== undefined)
    return conclude(pod, {
      state: "Pending",
      level: "error",
      ...devices,
      evidence: [...(devices.evidence ?? []), ...byCondition(pod, condition)],
    });
  if (condition !== undefined && condition.message !== "") return unschedulable(pod, condition, context);
  const volume = await awaitedVolume(pod, context);
  if (volume !== undefined) return conclude(pod, { state: "Pending", level: "warning", ...volume });
  const scheduler = spec.schedulerName ?? "default-scheduler";
  const evidence = [field(pod, "spec.schedulerName", scheduler)];
  if (scheduler !== "default-scheduler")
    return conclude(pod, {
      situation: "pod-other-scheduler",
      state: "Pending",
      level: "warning",
      because: `no scheduler named ${scheduler} has looked at the pod`,
      evidence,
    });
  return conclude(pod, {
    situation: "pod-waits-for-scheduler",
    state: "Pending",
    level: "progressing",
    because: "the scheduler has not looked at the pod yet",
    evidence,
  });
};
