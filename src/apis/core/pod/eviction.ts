import { setStatusCondition } from "../../../apimachinery/conditions.ts";
import {
  newBadRequest,
  newConflict,
  newForbidden,
  newUnknownError,
  StatusError,
} from "../../../apimachinery/errors.ts";
import { fieldPath, invalid } from "../../../apimachinery/field-error.ts";
import { newInvalid } from "../../../apimachinery/invalid-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { RegistryAccess, UnstoredRequest } from "../../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../../apiserver/registry/strategy.ts";
import { selectorAt, selects } from "../../label-selectors.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { successStatus } from "../success-status.ts";

/** What is answered for a pod under several budgets: as the result of the create, with 201, not as an error. */
const tooManyBudgets = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
  code: 500,
};

/**
 * Reports whether disruption budgets do not apply: the pod is not running, or is being deleted already (canIgnorePDB).
 */
function ignoresBudgets(pod: KubeObject): boolean {
  const phase = stringAt(recordAt(pod, "status"), "phase");
  return (
    phase === "Succeeded" || phase === "Failed" || phase === "Pending" || pod.metadata.deletionTimestamp !== undefined
  );
}

async function budgetsOf(pod: KubeObject, access: RegistryAccess, namespace: string): Promise<readonly KubeObject[]> {
  const budgets = await access.list("poddisruptionbudgets", namespace);
  return budgets.filter((budget) =>
    selects(selectorAt(recordAt(budget, "spec"), "selector"), pod.metadata.labels ?? {}),
  );
}

/** Returns a 429 error whose cause tells eviction clients to retry later. */
function budgetRefusal(message: string, retryAfterSeconds = 0): StatusError {
  return new StatusError({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    reason: "TooManyRequests",
    details: {
      ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
      causes: [{ reason: "DisruptionBudget", message }],
    },
    code: 429,
  });
}

const budgets = { group: "policy", resource: "poddisruptionbudget" };
/** A budget holds so many pods whose eviction its controller has not seen yet. */
const maxDisruptedPods = 2000;

/** Throws if a budget allows no disruption (checkAndDecrement). */
function checkBudget({ metadata: { name = "", generation = 0 }, ...budget }: KubeObject): void {
  const status = recordAt(budget, "status");
  const allowed = numberAt(status, "disruptionsAllowed") ?? 0;
  if ((numberAt(status, "observedGeneration") ?? 0) < generation)
    throw budgetRefusal(`The disruption budget ${name} is still being processed by the server.`, 10);
  if (allowed < 0) throw newForbidden(budgets, name, "pdb disruptions allowed is negative");
  if (Object.keys(recordAt(status, "disruptedPods")).length > maxDisruptedPods)
    throw newForbidden(budgets, name, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  if (allowed > 0) return;
  const needed = numberAt(status, "desiredHealthy") ?? 0;
  const healthy = numberAt(status, "currentHealthy") ?? 0;
  throw budgetRefusal(`The disruption budget ${name} needs ${needed} healthy pods and has ${healthy} currently`);
}

/** Sets the condition of a type in a status; its time of transition changes only with its status. */
function withCondition(status: JsonRecord, condition: JsonRecord, now: string): JsonRecord {
  const conditions = setStatusCondition(recordsAt(status, "conditions"), { ...condition, lastTransitionTime: now });
  return { ...status, conditions };
}

/** Says in the conditions of a status that nothing more may be disrupted (UpdateDisruptionAllowedCondition). */
function withNothingAllowed(status: JsonRecord, now: string): JsonRecord {
  const { observedGeneration } = status;
  const condition = {
    type: "DisruptionAllowed",
    status: "False",
    ...(observedGeneration !== undefined && { observedGeneration }),
    reason: "InsufficientPods",
    message: "",
  };
  return withCondition(status, condition, now);
}

/** Decrements disruptionsAllowed of a budget, or throws if it is 0. */
function spend(budget: KubeObject, pod: string, now: string): KubeObject {
  checkBudget(budget);
  const before = recordAt(budget, "status");
  const disruptionsAllowed = (numberAt(before, "disruptionsAllowed") ?? 0) - 1;
  const disruptedPods = { ...recordAt(before, "disruptedPods"), [pod]: now };
  const status = { ...before, disruptionsAllowed, disruptedPods };
  return { ...budget, status: disruptionsAllowed === 0 ? withNothingAllowed(status, now) : status };
}

const isReady = (pod: KubeObject): boolean =>
  recordsAt(recordAt(pod, "status"), "conditions").some(
    (condition) => condition["type"] === "Ready" && condition["status"] === "True",
  );

/** Reports whether a budget does not guard a pod that is not ready: by its policy, or since enough others are. */
function isUnguarded(pod: KubeObject, budget: KubeObject): boolean {
  if (isReady(pod)) return false;
  if (recordAt(budget, "spec")["unhealthyPodEvictionPolicy"] === "AlwaysAllow") return true;
  const status = recordAt(budget, "status");
  const needed = numberAt(status, "desiredHealthy") ?? 0;
  return needed > 0 && (numberAt(status, "currentHealthy") ?? 0) >= needed;
}

/** Throws if the pod is not the one that the delete options are meant for. */
function checkPreconditions({ metadata }: KubeObject, options: JsonRecord): void {
  const { uid = "", resourceVersion = "" } = recordAt(options, "preconditions");
  const refuse = (what: string, wanted: unknown, found: string | undefined, guess: string): never => {
    const message = `the ${what} in the precondition (${String(wanted)}) does not match the ${what} in record (${found ?? ""}). The object might have been ${guess}`;
    throw newConflict({ group: "", resource: "Pod" }, metadata.name ?? "", message);
  };
  if (uid !== "" && uid !== metadata.uid) refuse("UID", uid, metadata.uid, "deleted and then recreated");
  if (resourceVersion !== "" && resourceVersion !== metadata.resourceVersion)
    refuse("ResourceVersion", resourceVersion, metadata.resourceVersion, "modified");
}

/** Returns the pod with the condition that tells of its eviction, but not of which generation, as controllers do. */
function asTarget(pod: KubeObject, now: string): KubeObject {
  const condition = {
    type: "DisruptionTarget",
    status: "True",
    lastProbeTime: null,
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  return { ...pod, status: withCondition(recordAt(pod, "status"), condition, now) };
}

/** Deletes a pod after it has got the condition DisruptionTarget (addConditionAndDeletePod). */
async function deleteTarget(name: string, options: JsonRecord, access: RegistryAccess, ctx: Evictor): Promise<void> {
  let preconditions = recordAt(options, "preconditions");
  if (!ctx.dryRun) {
    const { metadata } = await access.update("pods", ctx.namespace, name, (pod) => {
      checkPreconditions(pod, options);
      return asTarget(pod, ctx.now);
    });
    // The pod has a newer revision by the condition.
    if ((preconditions["resourceVersion"] ?? "") !== "")
      preconditions = { ...preconditions, resourceVersion: metadata.resourceVersion };
  }
  const asked = { metadata: {}, ...options, ...(Object.keys(preconditions).length > 0 && { preconditions }) };
  await access.delete("pods", ctx.namespace, name, asked, { dryRun: ctx.dryRun });
}

/** Returns the dry-run options of the request and its body, which must not differ (propagateDryRun). */
function commonDryRun(asked: readonly string[], given: readonly unknown[]): readonly unknown[] {
  if (asked.length === 0 || given.length === 0) return asked.length === 0 ? given : asked;
  if (asked.length === given.length && asked.every((value, i) => value === given[i])) return asked;
  throw newUnknownError(
    `Non-matching dry-run options in request and content: [${asked.join(" ")}] and [${given.join(" ")}]`,
  );
}

/** Throws if the pod is to be deleted as one that cannot be read. */
function refuseUnsafeDeletion(name: string, options: JsonRecord): void {
  const option = "ignoreStoreReadErrorWithClusterBreakingPotential";
  if (options[option] !== true) return;
  const detail = "can not be set for pod eviction, try after removing the option";
  throw newInvalid({ group: "policy", kind: "Eviction" }, name, [
    invalid(fieldPath("deleteOptions", option), true, detail),
  ]);
}

/** What of a request's context an eviction needs. */
type Evictor = Pick<StrategyContext, "namespace" | "now" | "dryRun">;

/** Handles an Eviction: deletes a pod if its disruption budget allows it (registry/core/pod EvictionREST). */
export async function evictPod(
  name: string,
  eviction: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
  { dryRun: asked, validate }: UnstoredRequest,
): Promise<KubeObject> {
  if (eviction.metadata.name !== name) throw newBadRequest("name in URL does not match name in Eviction object");
  const { dryRun: given, ...options } = recordAt(eviction, "deleteOptions");
  refuseUnsafeDeletion(name, options);
  const dryRun = commonDryRun(asked, Array.isArray(given) ? given : []).length > 0;
  await validate(eviction);
  const pod = await access.get("pods", ctx.namespace, name);
  if (!ignoresBudgets(pod)) {
    const [budget, ...more] = await budgetsOf(pod, access, ctx.namespace);
    if (more.length > 0) return tooManyBudgets;
    if (budget !== undefined && !isUnguarded(pod, budget)) {
      const change = (live: KubeObject): KubeObject => spend(live, name, ctx.now);
      await access.update("poddisruptionbudgets", ctx.namespace, budget.metadata.name ?? "", change, { dryRun });
    }
  }
  await deleteTarget(name, options, access, { namespace: ctx.namespace, now: ctx.now, dryRun });
  return successStatus();
}
