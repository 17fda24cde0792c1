import { isRecord } from "../../../apimachinery/is-record.ts";
import { newBadRequest, newForbidden, newInternalError, StatusError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../../apiserver/registry/strategy.ts";
import { selectorAt, selects } from "../../label-selectors.ts";
import { numberAt, recordAt, recordsAt, stringAt } from "../../record.ts";
import { successStatus } from "../success-status.ts";

const tooManyBudgets =
  "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";

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

/** Decrements disruptionsAllowed of a budget, or throws if it is 0. */
function spend(budget: KubeObject, pod: string, now: string): KubeObject {
  checkBudget(budget);
  const status = recordAt(budget, "status");
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: (numberAt(status, "disruptionsAllowed") ?? 0) - 1,
      disruptedPods: { ...recordAt(status, "disruptedPods"), [pod]: now },
    },
  };
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

/** Handles an Eviction: deletes a pod if its disruption budget allows it (registry/core/pod EvictionREST). */
export async function evictPod(
  name: string,
  eviction: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
): Promise<KubeObject> {
  if (eviction.metadata.name !== name) throw newBadRequest("name in URL does not match name in Eviction object");
  const { deleteOptions } = eviction;
  const options = isRecord(deleteOptions) ? { metadata: {}, ...deleteOptions } : undefined;
  const pod = await access.get("pods", ctx.namespace, name);
  if (!ignoresBudgets(pod)) {
    const [budget, ...more] = await budgetsOf(pod, access, ctx.namespace);
    if (more.length > 0) throw newInternalError(tooManyBudgets);
    if (budget !== undefined && !isUnguarded(pod, budget))
      await access.update("poddisruptionbudgets", ctx.namespace, budget.metadata.name ?? "", (live) =>
        spend(live, name, ctx.now),
      );
  }
  await access.delete("pods", ctx.namespace, name, options);
  return successStatus();
}
