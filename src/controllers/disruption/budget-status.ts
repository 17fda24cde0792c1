import { leastOf } from "../../apimachinery/long-lists.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { Pod } from "../../api/core/v1.ts";
import { setStatusCondition } from "../../apimachinery/conditions.ts";
import type { IntOrString } from "../../apimachinery/int-or-string.ts";
import type { LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseTime } from "../../apimachinery/time.ts";

/** meta/v1 Condition. */
interface Condition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

/** policy/v1 PodDisruptionBudgetStatus. */
export interface BudgetStatus {
  readonly observedGeneration?: number;
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly conditions?: readonly Condition[];
}

/** policy/v1 PodDisruptionBudget. */
export interface Budget extends KubeObject {
  readonly spec?: {
    readonly minAvailable?: IntOrString;
    readonly maxUnavailable?: IntOrString;
    readonly selector?: LabelSelectorSpec;
  };
  readonly status?: BudgetStatus;
}

export const budgetsResource = { group: "policy", version: "v1", resource: "poddisruptionbudgets" };

/** How long an eviction may take before the pod counts again (DeletionTimeout). */
const deletionTimeoutMs = 2 * 60_000;

/**
 * Returns the evicted pods that are still to be deleted, and after how long one of them counts again. `notDeleted` is
 * told of pods whose time is over (buildDisruptedPodMap).
 */
export function disruptedPods(
  { status }: Budget,
  pods: readonly Pod[],
  now: number,
  notDeleted: (pod: Pod) => void,
): { readonly pods: Readonly<Record<string, string>>; readonly recheckMs: number | undefined } {
  const kept: Record<string, string> = {};
  const waits: number[] = [];
  for (const pod of pods) {
    const { name = "", deletionTimestamp } = pod.metadata;
    const since = status?.disruptedPods?.[name];
    if (since === undefined || deletionTimestamp !== undefined) continue;
    const wait = parseTime(since) + deletionTimeoutMs - now;
    if (wait < 0) {
      notDeleted(pod);
      continue;
    }
    kept[name] = since;
    waits.push(wait + 1);
  }
  return { pods: kept, recheckMs: waits.length === 0 ? undefined : leastOf(waits) };
}

/** The numbers of a status. */
export interface BudgetCounts {
  readonly healthy: number;
  readonly desired: number;
  readonly expected: number;
  readonly disrupted: Readonly<Record<string, string>>;
}

/** Returns the status of a budget with the condition DisruptionAllowed (updatePdbStatus). */
export function newStatus(
  budget: Budget,
  { healthy, desired, expected, disrupted }: BudgetCounts,
  now: string,
): BudgetStatus {
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  const generation = Number(budget.metadata.generation ?? 0);
  const reason = allowed > 0 ? "SufficientPods" : "InsufficientPods";
  const status = allowed > 0 ? "True" : "False";
  return {
    observedGeneration: generation,
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    conditions: withAllowed(budget, { status, observedGeneration: generation, reason, message: "" }, now),
  };
}

/** Returns the status of a budget that cannot be counted: nothing may be disrupted (failSafe). */
export function failedStatus(budget: Budget, message: string, now: string): BudgetStatus {
  const counts = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...budget.status };
  const observedGeneration = counts.observedGeneration ?? 0;
  return {
    ...counts,
    disruptionsAllowed: 0,
    conditions: withAllowed(budget, { status: "False", observedGeneration, reason: "SyncFailed", message }, now),
  };
}

/** Returns the conditions of a budget with DisruptionAllowed set. */
const withAllowed = (
  { status }: Budget,
  condition: Omit<Condition, "type" | "lastTransitionTime">,
  now: string,
): readonly Condition[] =>
  setStatusCondition(status?.conditions ?? [], { type: "DisruptionAllowed", ...condition, lastTransitionTime: now });

const view = ({
  observedGeneration,
  disruptedPods: disrupted = {},
  conditions = [],
  ...counts
}: BudgetStatus): string =>
  JSON.stringify([
    observedGeneration ?? 0,
    Object.entries(disrupted).sort(([a], [b]) => compareUtf8(a, b)),
    counts.disruptionsAllowed,
    counts.currentHealthy,
    counts.desiredHealthy,
    counts.expectedPods,
    conditions.map(({ type, status, reason, message, observedGeneration: seen = 0 }) => [
      type,
      status,
      reason,
      message,
      seen,
    ]),
  ]);

/** Whether a budget has a status already. */
export const isUpToDate = ({ status }: Budget, next: BudgetStatus): boolean =>
  status !== undefined && view(status) === view(next);
