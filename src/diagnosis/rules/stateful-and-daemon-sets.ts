import { matchesRequiredNodeAffinity } from "../../component-helpers/node-affinity.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing, there } from "../conclude.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { itemsAt, labelsAt, numberAt, textAt, valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { asNode, asPod, isReady } from "../views.ts";
import { counted, listed } from "../words.ts";
import { taintText, termsText, untolerated } from "./node-reasons.ts";
import { scaledToZero, unobservedWorkload } from "./deployments.ts";
import { ownedBy, whoDoesWhat, worstPod } from "./owned-pods.ts";
import { createComplaint, refusedCreate } from "./refused-create.ts";
import { elsewhere } from "./elsewhere.ts";

const refused =
  (lacks: (set: KubeObject) => boolean): Rule =>
  async (set, context) => {
    if (!lacks(set)) return undefined;
    const complaint = await createComplaint(set, undefined, context);
    if (complaint === undefined) return undefined;
    const what = /create Claim|PersistentVolumeClaim/.test(complaint.message) ? "claims" : "pods";
    const conclusion = await refusedCreate(set, what, complaint.message, context);
    return conclude(set, { ...conclusion, evidence: [...complaint.evidence, ...(conclusion.evidence ?? [])] });
  };

const ordinal = ({ metadata: { name = "" } }: KubeObject): number => Number(/-(\d+)$/.exec(name)?.[1] ?? 0);

/** The pods that a StatefulSet has and is not to have any more, the last one first. */
const surplus = (set: KubeObject, pods: readonly KubeObject[]): readonly KubeObject[] => {
  const end = (numberAt(set, "spec.ordinals.start") ?? 0) + (numberAt(set, "spec.replicas") ?? 1);
  return pods.filter((pod) => ordinal(pod) >= end).toReversed();
};

/** A StatefulSet whose pods beyond its replicas are still there. */
const scalingDown: Rule = async (set, context) => {
  const wanted = numberAt(set, "spec.replicas") ?? 1;
  if ((numberAt(set, "status.replicas") ?? 0) <= wanted) return undefined;
  const [last] = surplus(set, await podsOf(set, context));
  const cause = await context.causeOf(last);
  if (last === undefined || cause === undefined) return undefined;
  return conclude(set, {
    situation: "statefulset-scaling-down",
    state: "Scaling down",
    level: cause.level === "progressing" || cause.level === "ok" ? "progressing" : "warning",
    because: `to ${wanted} of ${counted(numberAt(set, "status.replicas") ?? 0, "pod")}, waiting for ${whoDoesWhat(cause)}`,
    evidence: ["spec.replicas", "status.replicas"].map((path) => field(set, path, textAt(set, path) || "0")),
    causes: [cause],
  });
};

/** A pod that has the name of the next one of a StatefulSet, and is not its own. */
async function nameTaken(set: KubeObject, pods: readonly KubeObject[], { reading }: RuleContext) {
  const { name: own = "", namespace = "", uid } = set.metadata;
  const start = numberAt(set, "spec.ordinals.start") ?? 0;
  const wanted = Array.from({ length: numberAt(set, "spec.replicas") ?? 1 }, (_, i) => `${own}-${start + i}`);
  const next = wanted.find((name) => !pods.some(({ metadata }) => metadata.name === name));
  const other = next === undefined ? undefined : await reading.get(objectId("", "Pod", namespace, next));
  return other?.metadata.ownerReferences?.some((owner) => owner.uid === uid) === true ? undefined : other;
}

/** The pods of a StatefulSet in the order of their ordinals. */
const podsOf = async (set: KubeObject, context: RuleContext): Promise<readonly KubeObject[]> =>
  (await ownedBy(set, "pods", context)).toSorted((a, b) => ordinal(a) - ordinal(b));

/** The claim of a pod that the pod waits for. */
async function waitingClaim(set: KubeObject, pod: KubeObject, { reading, causeOf }: RuleContext) {
  for (const template of itemsAt(set, "spec.volumeClaimTemplates")) {
    const name = `${textAt(template, "metadata.name")}-${pod.metadata.name ?? ""}`;
    const claim = await reading.get(objectId("", "PersistentVolumeClaim", set.metadata.namespace ?? "", name));
    if (claim !== undefined && textAt(claim, "status.phase") !== "Bound") return causeOf(claim);
  }
  return undefined;
}

const replicasEvidence = (set: KubeObject) =>
  ["spec.replicas", "status.readyReplicas"].map((path) => field(set, path, textAt(set, path) || "0"));

/** A StatefulSet with all its pods, whose governing Service may not give them names. */
async function readySet(set: KubeObject, told: string, { reading }: RuleContext): Promise<Diagnosis> {
  const name = textAt(set, "spec.serviceName");
  const id = objectId("", "Service", set.metadata.namespace ?? "", name);
  const about = { state: "Ready", level: "warning" } as const;
  const evidence = [...replicasEvidence(set), field(set, "spec.serviceName")];
  const service = await reading.get(id);
  if (service === undefined && !(await reading.isMissing(id)))
    return conclude(set, { ...about, situation: "statefulset-ready", level: "ok", because: told, evidence });
  if (service === undefined)
    return conclude(set, {
      ...about,
      situation: "statefulset-service-missing",
      because: `${told}, but its Service ${id.name} does not exist, so its pods have no names in DNS${(await elsewhere(id, reading)).text}`,
      evidence: [...evidence, missing(id)],
    });
  if (textAt(service, "spec.clusterIP") !== "None")
    return conclude(set, {
      ...about,
      situation: "statefulset-service-not-headless",
      because: `${told}, but its Service ${name} is not headless: its clusterIP is not None, so its pods have no names of their own in DNS`,
      evidence: [...evidence, field(service, "spec.clusterIP")],
    });
  const wanted = Object.entries(labelsAt(service, "spec.selector"));
  const labels = labelsAt(set, "spec.template.metadata.labels");
  const selector = wanted.map(([key, value]) => `${key}=${value}`).join(", ");
  if (wanted.some(([key, value]) => labels[key] !== value))
    return conclude(set, {
      ...about,
      situation: "statefulset-service-selects-others",
      because: `${told}, but its Service ${name} selects ${selector}, which its pods do not have, so they have no names in DNS`,
      evidence: [...evidence, field(service, "spec.selector", selector)],
    });
  return conclude(set, { ...about, situation: "statefulset-ready", level: "ok", because: told, evidence });
}

/**
 * Reports whether the first pod that is not ready keeps its template: with OrderedReady, the controller waits until it
 * is ready before it replaces any (the documented need to delete it by hand after a change of a broken template).
 */
const isOfFormerTemplate = (set: KubeObject, pod: KubeObject | undefined): boolean => {
  const revision = pod?.metadata.labels?.["controller-revision-hash"];
  const wanted = textAt(set, "status.updateRevision");
  return (
    textAt(set, "spec.podManagementPolicy") !== "Parallel" &&
    pod?.metadata.deletionTimestamp === undefined &&
    revision !== undefined &&
    wanted !== "" &&
    revision !== wanted
  );
};

const ordered: Rule = async (set, context) => {
  const wanted = numberAt(set, "spec.replicas") ?? 1;
  const ready = numberAt(set, "status.readyReplicas") ?? 0;
  const updated = numberAt(set, "status.updatedReplicas") ?? 0;
  const isUpdated = textAt(set, "status.currentRevision") === textAt(set, "status.updateRevision") || updated >= wanted;
  const evidence = replicasEvidence(set);
  if (ready >= wanted && isUpdated) return readySet(set, `${ready} of ${wanted} ready`, context);
  const pods = await podsOf(set, context);
  const first = pods.find((pod) => !isReady(pod));
  const state = "Progressing";
  if (ready >= wanted && textAt(set, "spec.updateStrategy.type") === "OnDelete")
    return conclude(set, {
      situation: "statefulset-updates-on-delete",
      state,
      level: "warning",
      because: `${updated} of ${wanted} updated: updateStrategy is OnDelete, so pods change when they are deleted`,
      evidence: [...evidence, field(set, "spec.updateStrategy.type")],
    });
  const partition = numberAt(set, "spec.updateStrategy.rollingUpdate.partition") ?? 0;
  if (ready >= wanted && partition > 0 && updated >= wanted - partition)
    return conclude(set, {
      situation: "statefulset-partitioned",
      state: "Ready",
      level: "ok",
      because: `${ready} of ${wanted} ready, ${updated} updated: the partition ${partition} keeps pods with lower ordinals as they are`,
      evidence: [...evidence, field(set, "spec.updateStrategy.rollingUpdate.partition")],
    });
  const taken = pods.length < wanted && first === undefined ? await nameTaken(set, pods, context) : undefined;
  if (taken !== undefined)
    return conclude(set, {
      situation: "statefulset-pod-name-taken",
      state,
      level: "error",
      because: `${ready} of ${wanted} ready: its next pod is to be called ${taken.metadata.name ?? ""}, and a pod that it does not own has that name`,
      evidence: [...evidence, there(taken)],
    });
  const cause = first === undefined ? undefined : await context.causeOf(first);
  const claim = first === undefined ? undefined : await waitingClaim(set, first, context);
  const inOrder = textAt(set, "spec.podManagementPolicy") !== "Parallel" && (pods.length < wanted || !isUpdated);
  const isFormer = cause?.level === "error" && isOfFormerTemplate(set, first);
  const next = isFormer
    ? "; it has the former template, and is not replaced before it is ready or deleted"
    : inOrder
      ? "; the others wait for it"
      : "";
  const settling = numberAt(set, "spec.minReadySeconds") ?? 0;
  const settles =
    settling > 0 && ready > 0 ? `, the next one follows when its pods have been ready for ${settling} s` : "";
  const waits = cause === undefined ? settles : `, waiting for ${whoDoesWhat(cause)}${next}`;
  return conclude(set, {
    situation: isFormer
      ? "statefulset-waits-for-former-pod"
      : claim === undefined
        ? "statefulset-waits-for-pod"
        : "statefulset-waits-for-claim",
    state,
    level: cause?.level === "error" ? "warning" : "progressing",
    because: `${ready} of ${wanted} ready${waits}`,
    evidence,
    causes: [cause, claim],
  });
};

const lacksPods = (set: KubeObject): boolean =>
  (numberAt(set, "status.replicas") ?? 0) < (numberAt(set, "spec.replicas") ?? 1);

/** The rules of StatefulSets. */
export const statefulSetRules: readonly Rule[] = [
  unobservedWorkload,
  scalingDown,
  scaledToZero,
  refused(lacksPods),
  ordered,
];

/** The taint that keeps a DaemonSet's pods from nodes; those of a node's state, its controller tolerates. */
function leftOut(set: KubeObject, nodes: readonly KubeObject[]) {
  const pod = { metadata: {}, spec: valueAt(set, "spec.template.spec") };
  const keeps = (node: KubeObject) => {
    const taint = untolerated(pod, node);
    return taint === undefined || taint.key.startsWith("node.kubernetes.io/") ? undefined : taint;
  };
  const found = nodes.filter((node) => keeps(node) !== undefined);
  const [first] = found;
  if (first === undefined) return undefined;
  const names = listed(found.map(({ metadata }) => metadata.name ?? ""));
  return { text: `the taint ${taintText(keeps(first))} of ${names}`, nodes: found };
}

/** Says that taints keep the pods of a DaemonSet from all nodes that match it. */
function keptAway(set: KubeObject, nodes: readonly KubeObject[]): string {
  const out = leftOut(set, nodes);
  return out === undefined
    ? `the taints of ${counted(nodes.length, "node")} keep its pods away`
    : `${out.text} keeps its pods away`;
}

/** Why no node of the cluster is to run a DaemonSet's pod. */
const matchesNoNode: Rule = async (set, { reading }) => {
  if (numberAt(set, "status.desiredNumberScheduled") !== 0) return undefined;
  const nodes = await reading.all({ group: "", resource: "nodes" });
  const template = asPod({ metadata: {}, spec: valueAt(set, "spec.template.spec") }).spec ?? {};
  const selector = Object.entries(template.nodeSelector ?? {});
  const matching = nodes.filter((node) => matchesRequiredNodeAffinity(template, asNode(node)));
  const about = { situation: "daemonset-matches-no-node", state: "No nodes", level: "warning" } as const;
  if (nodes.length === 0) return conclude(set, { ...about, because: "the cluster has no nodes" });
  const [label] = selector.map(([key, value]) => `${key}=${value}`);
  const terms = termsText(
    template.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [],
  );
  const because =
    matching.length > 0
      ? keptAway(set, matching)
      : label === undefined
        ? `none of ${counted(nodes.length, "node")} matches its node affinity, ${terms}`
        : `none of ${counted(nodes.length, "node")} has the label ${label}`;
  const path = `spec.template.spec.${label === undefined && terms !== "" ? "affinity.nodeAffinity" : "nodeSelector"}`;
  return conclude(set, { ...about, because, evidence: [field(set, path, label ?? terms)] });
};

/** Pods of a DaemonSet on nodes where it would start none now, as its status counts them: the node, and why. */
async function strayPods(set: KubeObject, context: RuleContext) {
  const count = numberAt(set, "status.numberMisscheduled") ?? 0;
  if (count === 0) return undefined;
  for (const pod of await ownedBy(set, "pods", context)) {
    const node = await context.reading.get(objectId("", "Node", "", textAt(pod, "spec.nodeName")));
    const taint = node && untolerated(pod, node);
    if (node === undefined || taint === undefined) continue;
    const others = count === 1 ? "" : ` and ${counted(count - 1, "other")}`;
    const text = `; ${pod.metadata.name ?? ""}${others} ${count === 1 ? "is left on a node" : "are left on nodes"} where no new one would start: ${node.metadata.name ?? ""} has the taint ${taintText(taint)}`;
    return { text, evidence: [field(set, "status.numberMisscheduled"), field(node, "spec.taints", taintText(taint))] };
  }
  return undefined;
}

const everyNode: Rule = async (set, context) => {
  const wanted = numberAt(set, "status.desiredNumberScheduled") ?? 0;
  const ready = numberAt(set, "status.numberReady") ?? 0;
  const updated = numberAt(set, "status.updatedNumberScheduled") ?? 0;
  const evidence = ["status.desiredNumberScheduled", "status.numberReady", "status.updatedNumberScheduled"].map(
    (path) => field(set, path, textAt(set, path) || "0"),
  );
  if (ready >= wanted && updated >= wanted) {
    const template = asPod({ metadata: {}, spec: valueAt(set, "spec.template.spec") }).spec ?? {};
    const nodes = await context.reading.all({ group: "", resource: "nodes" });
    const out = leftOut(
      set,
      nodes.filter((node) => matchesRequiredNodeAffinity(template, asNode(node))),
    );
    const stray = await strayPods(set, context);
    return conclude(set, {
      situation: stray === undefined ? "daemonset-ready" : "daemonset-pods-misplaced",
      state: "Ready",
      level: stray === undefined ? "ok" : "warning",
      because: `ready on ${ready} of ${counted(wanted, "node")}${stray?.text ?? ""}${out === undefined ? "" : `; ${out.text} keeps its pods away there`}`,
      evidence: [
        ...evidence,
        ...(stray?.evidence ?? []),
        ...(out?.nodes.slice(0, 3) ?? []).map((node) => field(node, "spec.taints", "")),
      ],
    });
  }
  const worst = await worstPod(await ownedBy(set, "pods", context), context);
  const onDelete = textAt(set, "spec.updateStrategy.type") === "OnDelete" && ready >= wanted;
  const told =
    ready >= wanted
      ? `updated on ${updated} of ${counted(wanted, "node")}`
      : `ready on ${ready} of ${counted(wanted, "node")}`;
  const waits = worst === undefined ? "" : `, waiting for ${whoDoesWhat(worst)}`;
  return conclude(set, {
    situation: onDelete ? "daemonset-updates-on-delete" : "daemonset-progressing",
    state: "Progressing",
    level: worst?.level === "error" || onDelete ? "warning" : "progressing",
    because: onDelete ? `${told}: updateStrategy is OnDelete, so pods change when they are deleted` : `${told}${waits}`,
    evidence,
    causes: [worst],
  });
};

const lacksDaemons = (set: KubeObject): boolean =>
  (numberAt(set, "status.currentNumberScheduled") ?? 0) < (numberAt(set, "status.desiredNumberScheduled") ?? 0);

/** The rules of DaemonSets. */
export const daemonSetRules: readonly Rule[] = [unobservedWorkload, refused(lacksDaemons), matchesNoNode, everyNode];
