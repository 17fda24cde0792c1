import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionWith } from "../conditions.ts";
import { byCondition, conclude, field, there } from "../conclude.ts";
import type { Diagnosis, Evidence } from "../diagnosis.ts";
import { numberAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { createComplaint, refusedCreate } from "./refused-create.ts";
import { ownedBy, selectorOf, whoDoesWhat, worstPod } from "./owned-pods.ts";

/** Reports whether a controller has not seen the latest change of an object's spec. */
const isUnobserved = (object: KubeObject): boolean => {
  const observed = numberAt(object, "status.observedGeneration");
  const { generation } = object.metadata;
  return generation !== undefined && (observed ?? 0) < Number(generation);
};

/** A workload that its controller has not looked at since its last change. */
export const unobservedWorkload: Rule = (object) => {
  if (!isUnobserved(object)) return undefined;
  const kind = object.kind ?? "";
  return conclude(object, {
    situation: `${kind.toLowerCase()}-not-observed`,
    state: "Waiting",
    level: "progressing",
    because: `the controller of the ${kind} has not acted on its last change yet`,
    evidence: [
      field(object, "metadata.generation", String(object.metadata.generation ?? "")),
      field(object, "status.observedGeneration"),
    ],
  });
};

/** A workload that is asked to run no pods. */
export const scaledToZero: Rule = (object) => {
  if (numberAt(object, "spec.replicas") !== 0) return undefined;
  const kind = (object.kind ?? "").toLowerCase();
  const left = numberAt(object, "status.replicas") ?? 0;
  return conclude(object, {
    situation: `${kind}-scaled-to-zero`,
    state: "Scaled to zero",
    level: left === 0 ? "ok" : "progressing",
    because: left === 0 ? "spec.replicas is 0, so no pods run" : `${left} pods are still there`,
    evidence: [field(object, "spec.replicas")],
  });
};

/** The ReplicaSets of a Deployment, the one of its present template last created. */
async function newestSet(deployment: KubeObject, context: RuleContext): Promise<KubeObject | undefined> {
  const sets = await ownedBy(deployment, "replicasets", context);
  return sets.toSorted((a, b) => Number(revisionOf(b)) - Number(revisionOf(a)))[0];
}

const rolloutEvidence = (deployment: KubeObject): readonly Evidence[] =>
  ["spec.replicas", "status.updatedReplicas", "status.readyReplicas"].map((path) =>
    field(deployment, path, textAt(deployment, path) || "0"),
  );

/** A Deployment whose ReplicaSet cannot create pods. */
const refusedPods: Rule = async (deployment, context) => {
  const failure = conditionWith(deployment, "ReplicaFailure", "True");
  if (failure === undefined) return undefined;
  const conclusion = await refusedCreate(deployment, "pods", failure.message, context);
  const evidence = [...byCondition(deployment, failure), ...(conclusion.evidence ?? [])];
  return conclude(deployment, { ...conclusion, evidence });
};

/** A Deployment whose controller cannot create a ReplicaSet. */
const refusedSet: Rule = async (deployment, context) => {
  const failure = conditionWith(deployment, "Progressing", "False");
  if (failure?.reason !== "ReplicaSetCreateError") return undefined;
  const conclusion = await refusedCreate(deployment, "replicasets", failure.message, context);
  const evidence = [...byCondition(deployment, failure), ...(conclusion.evidence ?? [])];
  return conclude(deployment, { ...conclusion, evidence });
};

/** How far a rollout is: `2 of 3 updated`. */
function progressText(deployment: KubeObject): string {
  const wanted = numberAt(deployment, "spec.replicas") ?? 1;
  const updated = numberAt(deployment, "status.updatedReplicas") ?? 0;
  const all = numberAt(deployment, "status.replicas") ?? 0;
  const available = numberAt(deployment, "status.availableReplicas") ?? 0;
  if (updated < wanted) return `${updated} of ${wanted} updated`;
  if (all > updated) return `${all - updated} old ${all - updated === 1 ? "pod is" : "pods are"} still there`;
  return `${available} of ${wanted} available`;
}

/** A pod of the former template that still stops: with Recreate, the new ones are only made when it is gone. */
async function stoppingPod(deployment: KubeObject, { reading, causeOf }: RuleContext): Promise<Diagnosis | undefined> {
  if (textAt(deployment, "spec.strategy.type") !== "Recreate") return undefined;
  if ((numberAt(deployment, "status.updatedReplicas") ?? 0) > 0) return undefined;
  const place = { group: "", resource: "pods", namespace: deployment.metadata.namespace };
  const pods = await reading.all(place, { labelSelector: selectorOf(deployment) });
  return causeOf(pods.find(({ metadata }) => metadata.deletionTimestamp !== undefined));
}

/** How many pods of the former template a rollout keeps until the new ones are available: none may be unavailable. */
function keptPods(deployment: KubeObject): number {
  const most = textAt(deployment, "spec.strategy.rollingUpdate.maxUnavailable");
  const former = (numberAt(deployment, "status.replicas") ?? 0) - (numberAt(deployment, "status.updatedReplicas") ?? 0);
  return most === "0" || most === "0%" ? former : 0;
}

async function waiting(deployment: KubeObject, context: RuleContext): Promise<Diagnosis> {
  const set = await newestSet(deployment, context);
  const worst =
    (await stoppingPod(deployment, context)) ??
    (set === undefined ? undefined : await worstPod(await ownedBy(set, "pods", context), context));
  const late = conditionWith(deployment, "Progressing", "False");
  const isLate = late?.reason === "ProgressDeadlineExceeded";
  const seconds = numberAt(deployment, "spec.progressDeadlineSeconds") ?? 600;
  const deadline = isLate ? `, no progress for ${seconds} s` : "";
  const minReadySeconds = numberAt(deployment, "spec.minReadySeconds") ?? 0;
  const isSettling =
    minReadySeconds > 0 &&
    (numberAt(deployment, "status.readyReplicas") ?? 0) > (numberAt(deployment, "status.availableReplicas") ?? 0);
  const settles = isSettling ? `, until its pods have been ready for ${minReadySeconds} s` : "";
  const waits = worst === undefined ? settles : `, waiting for ${whoDoesWhat(worst)}`;
  const kept = worst?.situation.startsWith("pod-") === true && worst.state === "Pending" ? keptPods(deployment) : 0;
  const stuck =
    kept === 0
      ? ""
      : `; maxUnavailable is 0, so ${kept === 1 ? "the former pod is not" : `none of the ${kept} former pods is`} stopped to make room`;
  return conclude(deployment, {
    situation: isLate ? "deployment-deadline-exceeded" : "deployment-progressing",
    state: isLate ? "Failed to progress" : "Progressing",
    level: isLate ? "error" : worst?.level === "error" ? "warning" : "progressing",
    because: `${progressText(deployment)}${deadline}${waits}${stuck}`,
    evidence: [
      ...rolloutEvidence(deployment),
      ...byCondition(deployment, isLate ? late : undefined),
      ...(stuck === "" ? [] : [field(deployment, "spec.strategy.rollingUpdate.maxUnavailable")]),
    ],
    causes: [worst],
  });
}

const isComplete = (deployment: KubeObject): boolean => {
  const wanted = numberAt(deployment, "spec.replicas") ?? 1;
  return ["updatedReplicas", "replicas", "availableReplicas"].every(
    (name) => (numberAt(deployment, `status.${name}`) ?? 0) === wanted,
  );
};

const paused: Rule = (deployment) =>
  textAt(deployment, "spec.paused") === "true"
    ? conclude(deployment, {
        situation: "deployment-paused",
        state: "Paused",
        level: "warning",
        because: `spec.paused is true, so changes of its template are not rolled out; ${progressText(deployment)}`,
        evidence: [field(deployment, "spec.paused")],
      })
    : undefined;

const rollout: Rule = (deployment, context) =>
  isComplete(deployment)
    ? conclude(deployment, {
        situation: "deployment-available",
        state: "Available",
        level: "ok",
        because: `${textAt(deployment, "spec.replicas")} of ${textAt(deployment, "spec.replicas")} available`,
        evidence: rolloutEvidence(deployment),
      })
    : waiting(deployment, context);

/** The rules of Deployments. */
export const deploymentRules: readonly Rule[] = [
  refusedPods,
  refusedSet,
  paused,
  unobservedWorkload,
  scaledToZero,
  rollout,
];

const revisionOf = ({ metadata }: KubeObject): string =>
  metadata.annotations?.["deployment.kubernetes.io/revision"] ?? "";

/** A ReplicaSet without pods that a Deployment keeps to go back to. */
const formerRevision: Rule = async (set, { reading }) => {
  const owner = set.metadata.ownerReferences?.find(({ kind, controller }) => kind === "Deployment" && controller);
  if (owner === undefined || numberAt(set, "spec.replicas") !== 0 || numberAt(set, "status.replicas") !== 0)
    return undefined;
  const deployment = await reading.get(objectId("apps", "Deployment", set.metadata.namespace ?? "", owner.name));
  if (deployment === undefined || revisionOf(deployment) === revisionOf(set)) return undefined;
  return conclude(set, {
    situation: "replicaset-of-former-revision",
    state: "Scaled to zero",
    level: "ok",
    because: `it is revision ${revisionOf(set)} of the Deployment ${owner.name}, which is at revision ${revisionOf(deployment)}; it is kept to go back to`,
    evidence: [field(set, "spec.replicas"), there(deployment)],
  });
};

const setRefused: Rule = async (set, context) => {
  const wanted = numberAt(set, "spec.replicas") ?? 1;
  if ((numberAt(set, "status.replicas") ?? 0) >= wanted) return undefined;
  const complaint = await createComplaint(set, conditionWith(set, "ReplicaFailure", "True"), context);
  if (complaint === undefined) return undefined;
  const conclusion = await refusedCreate(set, "pods", complaint.message, context);
  return conclude(set, { ...conclusion, evidence: [...complaint.evidence, ...(conclusion.evidence ?? [])] });
};

const setPods: Rule = async (set, context) => {
  const wanted = numberAt(set, "spec.replicas") ?? 1;
  const ready = numberAt(set, "status.readyReplicas") ?? 0;
  const evidence = ["spec.replicas", "status.readyReplicas"].map((path) => field(set, path, textAt(set, path) || "0"));
  if (ready >= wanted)
    return conclude(set, {
      situation: "replicaset-ready",
      state: "Ready",
      level: "ok",
      because: `${ready} of ${wanted} ready`,
      evidence,
    });
  const worst = await worstPod(await ownedBy(set, "pods", context), context);
  return conclude(set, {
    situation: "replicaset-progressing",
    state: "Progressing",
    level: worst?.level === "error" ? "warning" : "progressing",
    because: `${ready} of ${wanted} ready${worst === undefined ? "" : `, waiting for ${whoDoesWhat(worst)}`}`,
    evidence,
    causes: [worst],
  });
};

/** The rules of ReplicaSets. */
export const replicaSetRules: readonly Rule[] = [unobservedWorkload, formerRevision, scaledToZero, setRefused, setPods];
