import { isRecord } from "../../apimachinery/is-record.ts";
import { newInternalError, StatusError } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { selectorAt, selects } from "../label-selectors.ts";
import { numberAt, recordAt, stringAt } from "../record.ts";
import { successStatus } from "./success-status.ts";

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
function budgetRefusal(budget: KubeObject): StatusError {
  const { name = "" } = budget.metadata;
  const status = recordAt(budget, "status");
  const needed = numberAt(status, "desiredHealthy") ?? 0;
  const healthy = numberAt(status, "currentHealthy") ?? 0;
  return new StatusError({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    reason: "TooManyRequests",
    details: {
      causes: [
        {
          reason: "DisruptionBudget",
          message: `The disruption budget ${name} needs ${needed} healthy pods and has ${healthy} currently`,
        },
      ],
    },
    code: 429,
  });
}

/** Decrements disruptionsAllowed of a budget, or throws if it is 0. */
function spend(budget: KubeObject, pod: string, now: string): KubeObject {
  const status = recordAt(budget, "status");
  const allowed = numberAt(status, "disruptionsAllowed") ?? 0;
  if (allowed <= 0) throw budgetRefusal(budget);
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed: allowed - 1,
      disruptedPods: { ...recordAt(status, "disruptedPods"), [pod]: now },
    },
  };
}

/** Handles an Eviction: deletes a pod if its disruption budget allows it (registry/core/pod EvictionREST). */
export async function evictPod(
  name: string,
  eviction: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
): Promise<KubeObject> {
  const { deleteOptions } = eviction;
  const options = isRecord(deleteOptions) ? { metadata: {}, ...deleteOptions } : undefined;
  const pod = await access.get("pods", ctx.namespace, name);
  if (!ignoresBudgets(pod)) {
    const [budget, ...more] = await budgetsOf(pod, access, ctx.namespace);
    if (more.length > 0) throw newInternalError(tooManyBudgets);
    if (budget !== undefined)
      await access.update("poddisruptionbudgets", ctx.namespace, budget.metadata.name ?? "", (live) =>
        spend(live, name, ctx.now),
      );
  }
  await access.delete("pods", ctx.namespace, name, options);
  return successStatus();
}
