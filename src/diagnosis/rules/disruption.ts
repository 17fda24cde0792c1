import { conditionWith } from "../conditions.ts";
import { byCondition, conclude, field } from "../conclude.ts";
import { numberAt, textAt, valueAt } from "../fields.ts";
import type { Rule } from "../rule.ts";
import { counted, firstLine } from "../words.ts";
import { selectorOf, whoDoesWhat, worstPod } from "./owned-pods.ts";

/** The rules of PodDisruptionBudgets. */
export const budgetRules: readonly Rule[] = [
  async (budget, context) => {
    const failed = conditionWith(budget, "DisruptionAllowed", "False");
    if (failed?.reason === "SyncFailed")
      return conclude(budget, {
        situation: "budget-cannot-count",
        state: "Failed",
        level: "error",
        because: firstLine(failed.message),
        evidence: byCondition(budget, failed),
      });
    if (valueAt(budget, "status") === undefined || numberAt(budget, "status.observedGeneration") === undefined)
      return undefined;
    const expected = numberAt(budget, "status.expectedPods") ?? 0;
    const healthy = numberAt(budget, "status.currentHealthy") ?? 0;
    const desired = numberAt(budget, "status.desiredHealthy") ?? 0;
    const allowed = numberAt(budget, "status.disruptionsAllowed") ?? 0;
    const evidence = [
      "status.expectedPods",
      "status.currentHealthy",
      "status.desiredHealthy",
      "status.disruptionsAllowed",
    ].map((path) => field(budget, path, textAt(budget, path) || "0"));
    const place = { group: "", resource: "pods", namespace: budget.metadata.namespace };
    const pods = await context.reading.all(place, { labelSelector: selectorOf(budget) });
    if (expected === 0 && pods.length === 0)
      return conclude(budget, {
        situation: "budget-matches-no-pods",
        state: "No pods",
        level: "warning",
        because: `no pod has the labels of its selector, ${selectorOf(budget) || "which is empty"}`,
        evidence,
      });
    if (allowed > 0)
      return conclude(budget, {
        situation: "budget-allows-evictions",
        state: "Allows evictions",
        level: "ok",
        because: `${counted(allowed, "pod")} of ${expected} may be evicted now`,
        evidence,
      });
    const isNever = desired >= expected;
    const worst = isNever ? undefined : await worstPod(pods, context);
    const waits = worst === undefined ? "" : `, waiting for ${whoDoesWhat(worst)}`;
    const which =
      textAt(budget, "spec.minAvailable") === ""
        ? `maxUnavailable ${textAt(budget, "spec.maxUnavailable")}`
        : `minAvailable ${textAt(budget, "spec.minAvailable")}`;
    return conclude(budget, {
      situation: isNever ? "budget-blocks-all-evictions" : "budget-blocks-evictions",
      state: "Blocks evictions",
      level: "warning",
      because: isNever
        ? `${which} leaves none of ${counted(expected, "pod")} to evict, ever`
        : `${healthy} of ${counted(expected, "pod")} healthy, ${which} needs ${desired}${waits}`,
      evidence,
      causes: [worst],
    });
  },
];
