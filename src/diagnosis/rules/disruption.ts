import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionWith } from "../conditions.ts";
import { byCondition, conclude, field, there } from "../conclude.ts";
import type { Diagnosis, Evidence } from "../diagnosis.ts";
import { labelsAt, numberAt, textAt, valueAt } from "../fields.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { counted, firstLine } from "../words.ts";
import { selectorOf, whoDoesWhat, worstPod } from "./owned-pods.ts";
import { nearest } from "./services.ts";

/** Another budget that selects a pod of a budget: the server evicts no pod that has two. */
async function overlap(budget: KubeObject, pods: readonly KubeObject[], { reading }: RuleContext) {
  const place = { group: "policy", resource: "poddisruptionbudgets", namespace: budget.metadata.namespace };
  for (const other of await reading.all(place)) {
    if (other.metadata.name === budget.metadata.name) continue;
    const selector = parseLabelSelector(selectorOf(other));
    const pod = pods.find(({ metadata }) => selector.matches(metadata.labels ?? {}));
    if (pod !== undefined) return { other, pod };
  }
  return undefined;
}

const limitOf = (budget: KubeObject): string =>
  textAt(budget, "spec.minAvailable") === ""
    ? `maxUnavailable ${textAt(budget, "spec.maxUnavailable")}`
    : `minAvailable ${textAt(budget, "spec.minAvailable")}`;

/** A budget whose numbers do not count: its pods have another one too, or no controller to count from. */
async function withoutEffect(
  budget: KubeObject,
  pods: readonly KubeObject[],
  evidence: readonly Evidence[],
  context: RuleContext,
): Promise<Diagnosis | undefined> {
  const both = await overlap(budget, pods, context);
  if (both !== undefined)
    return conclude(budget, {
      situation: "budget-overlaps",
      state: "Blocks evictions",
      level: "error",
      because: `${both.other.metadata.name ?? ""} selects ${both.pod.metadata.name ?? ""} too, and a pod with more than one budget is never evicted`,
      evidence: [...evidence, there(both.other), there(both.pod)],
    });
  const [free] = pods.filter(({ metadata }) => !metadata.ownerReferences?.some(({ controller }) => controller));
  if ((numberAt(budget, "status.expectedPods") ?? 0) > 0 || free === undefined) return undefined;
  return conclude(budget, {
    situation: "budget-pods-unmanaged",
    state: "Blocks evictions",
    level: "warning",
    because: `${limitOf(budget)} is counted from the replicas of a controller, and ${free.metadata.name ?? ""} has none; minAvailable as a number needs none`,
    evidence: [...evidence, there(free)],
  });
}

/** Says that a budget does not hold pods that are not ready; "" if it does. */
const exceptionText = (budget: KubeObject): string =>
  textAt(budget, "spec.unhealthyPodEvictionPolicy") === "AlwaysAllow"
    ? "; pods that run and are not ready may be evicted all the same: unhealthyPodEvictionPolicy is AlwaysAllow"
    : "";

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
    if (valueAt(budget, "spec.selector") === undefined)
      return conclude(budget, {
        situation: "budget-without-selector",
        state: "No pods",
        level: "warning",
        because: "it has no selector, so it is for no pod; an empty one, {}, is for all pods of its namespace",
        evidence: [field(budget, "spec.selector", "")],
      });
    const pods = await context.reading.all(place, { labelSelector: selectorOf(budget) });
    if (expected === 0 && pods.length === 0)
      return conclude(budget, {
        situation: "budget-matches-no-pods",
        state: "No pods",
        level: "warning",
        because:
          selectorOf(budget) === ""
            ? "its namespace has no pods"
            : `no pod has the labels of its selector, ${selectorOf(budget)}${(await nearest(budget, labelsAt(budget, "spec.selector.matchLabels"), context)).words}`,
        evidence,
      });
    const unusable = await withoutEffect(budget, pods, evidence, context);
    if (unusable !== undefined) return unusable;
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
    const which = limitOf(budget);
    const unhealthy = exceptionText(budget);
    return conclude(budget, {
      situation: isNever ? "budget-blocks-all-evictions" : "budget-blocks-evictions",
      state: "Blocks evictions",
      level: "warning",
      because: isNever
        ? `${which} ${expected === 1 ? "never lets its only pod be evicted" : `leaves none of ${counted(expected, "pod")} to evict, ever`}`
        : `${healthy} of ${counted(expected, "pod")} healthy, ${which} needs ${desired}${waits}${unhealthy}`,
      evidence: [...evidence, ...(unhealthy === "" ? [] : [field(budget, "spec.unhealthyPodEvictionPolicy")])],
      causes: [worst],
    });
  },
];
