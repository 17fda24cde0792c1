import { greatestOf, leastOf } from "../../apimachinery/long-lists.ts";
import type { ScalingBehavior, ScalingPolicy, ScalingRules } from "../../api/autoscaling/v2.ts";
import { changesAfter, type ScalingHistory } from "./scaling-history.ts";

/** --horizontal-pod-autoscaler-downscale-stabilization */
const downscaleStabilizationMs = 300_000;
const scaleUpLimitFactor = 2;
const scaleUpLimitMinimum = 4;

export interface NormalizeInput {
  readonly history: ScalingHistory;
  readonly behavior: ScalingBehavior | undefined;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly currentReplicas: number;
  /** What the metrics ask for. */
  readonly desiredReplicas: number;
  readonly now: number;
}

interface Told {
  readonly reason: string;
  readonly message: string;
}

/** The replicas to scale to, and what the conditions AbleToScale and ScalingLimited say about it. */
export interface Normalized {
  readonly replicas: number;
  readonly able: Told;
  readonly limited: Told & { readonly isLimited: boolean };
}

const readyForNewScale: Told = { reason: "ReadyForNewScale", message: "recommended size matches current size" };
const withinRange: Told = {
  reason: "DesiredWithinRange",
  message: "the desired count is within the acceptable range",
};
const scaleUpStabilized: Told = {
  reason: "ScaleUpStabilized",
  message: "recent recommendations were lower than current one, applying the lowest recent recommendation",
};
const scaleDownStabilized: Told = {
  reason: "ScaleDownStabilized",
  message: "recent recommendations were higher than current one, applying the highest recent recommendation",
};
const scaleUpLimited: Told = {
  reason: "ScaleUpLimit",
  message: "the desired replica count is increasing faster than the maximum scale rate",
};
const tooMany: Told = {
  reason: "TooManyReplicas",
  message: "the desired replica count is more than the maximum replica count",
};
const scaleDownLimited: Told = {
  reason: "ScaleDownLimit",
  message: "the desired replica count is decreasing faster than the maximum scale rate",
};
const tooFew: Told = {
  reason: "TooFewReplicas",
  message: "the desired replica count is less than the minimum replica count",
};

interface Bounded extends Told {
  readonly replicas: number;
}

/** Stabilizes what the metrics ask for and keeps it within limits and rates; remembers the recommendation. */
export function normalizeReplicas(input: NormalizeInput): Normalized {
  const { behavior, desiredReplicas, currentReplicas } = input;
  const stabilized = behavior === undefined ? stabilize(input) : stabilizeByRules(input, behavior);
  const isHeld = stabilized !== desiredReplicas;
  const isUp = behavior !== undefined && desiredReplicas >= currentReplicas;
  const bounded = behavior === undefined ? bound(input, stabilized) : boundByRules(input, behavior, stabilized);
  return {
    replicas: bounded.replicas,
    able: isHeld ? (isUp ? scaleUpStabilized : scaleDownStabilized) : readyForNewScale,
    limited: { ...bounded, isLimited: bounded.replicas !== stabilized },
  };
}

/** Returns the highest recommendation of the last minutes (stabilizeRecommendation). */
function stabilize({ history, desiredReplicas, now }: NormalizeInput): number {
  const since = now - downscaleStabilizationMs;
  const recent = history.recommendations.filter(({ at }) => at >= since).map(({ count }) => count);
  history.recommend(desiredReplicas, now, since);
  return greatestOf(recent, desiredReplicas);
}

/** Keeps to the limits of the object, and to twice the current replicas (convertDesiredReplicasWithRules). */
function bound({ minReplicas, maxReplicas, currentReplicas }: NormalizeInput, desired: number): Bounded {
  const scaleUpLimit = Math.max(scaleUpLimitFactor * currentReplicas, scaleUpLimitMinimum);
  const most = Math.min(maxReplicas, scaleUpLimit);
  if (desired < minReplicas) return { replicas: minReplicas, ...tooFew };
  if (desired > most) return { replicas: most, ...(maxReplicas > scaleUpLimit ? scaleUpLimited : tooMany) };
  return { replicas: desired, ...withinRange };
}

const windowOf = (rules: ScalingRules | undefined, defaultMs: number): number =>
  rules?.stabilizationWindowSeconds === undefined ? defaultMs : rules.stabilizationWindowSeconds * 1000;

/** Brings the current replicas between the recommendations of both windows (stabilizeRecommendationWithBehaviors). */
function stabilizeByRules(input: NormalizeInput, { scaleUp, scaleDown }: ScalingBehavior): number {
  const { history, desiredReplicas, currentReplicas, now } = input;
  const upSince = now - windowOf(scaleUp, 0);
  const downSince = now - windowOf(scaleDown, downscaleStabilizationMs);
  const countsAfter = (since: number) =>
    history.recommendations.filter(({ at }) => at > since).map(({ count }) => count);
  const least = leastOf(countsAfter(upSince), desiredReplicas);
  const most = greatestOf(countsAfter(downSince), desiredReplicas);
  history.recommend(desiredReplicas, now, Math.min(upSince, downSince));
  return Math.min(Math.max(currentReplicas, least), most);
}

/** Keeps to the limits of the object and to the rates of its rules (convertDesiredReplicasWithBehaviorRate). */
function boundByRules(input: NormalizeInput, { scaleUp, scaleDown }: ScalingBehavior, desired: number): Bounded {
  const { currentReplicas, minReplicas, maxReplicas } = input;
  if (desired > currentReplicas) {
    const limit = Math.max(limitOf(input, scaleUp, "up"), currentReplicas);
    const most = Math.min(maxReplicas, limit);
    if (desired > most) return { replicas: most, ...(maxReplicas > limit ? scaleUpLimited : tooMany) };
  } else if (desired < currentReplicas) {
    const limit = Math.min(limitOf(input, scaleDown, "down"), currentReplicas);
    const least = Math.max(minReplicas, limit);
    if (desired < least) return { replicas: least, ...(minReplicas < limit ? scaleDownLimited : tooFew) };
  }
  return { replicas: desired, ...withinRange };
}

/** What the policies of a direction allow; the widest one counts unless the rules select the least change. */
function limitOf(input: NormalizeInput, rules: ScalingRules | undefined, direction: "up" | "down"): number {
  const { currentReplicas } = input;
  if (rules?.selectPolicy === "Disabled") return currentReplicas;
  const limits = (rules?.policies ?? []).map((policy) => policyLimit(input, policy, direction));
  const widest = (rules?.selectPolicy === "Min") !== (direction === "up");
  return widest ? greatestOf(limits) : leastOf(limits);
}

/** Returns how far a policy lets the replicas go from what they were when its period began. */
function policyLimit(
  { history, currentReplicas, now }: NormalizeInput,
  { type, value, periodSeconds }: ScalingPolicy,
  direction: "up" | "down",
): number {
  const since = now - periodSeconds * 1000;
  const atStart = currentReplicas - changesAfter(history.scaleUps, since) + changesAfter(history.scaleDowns, since);
  const sign = direction === "up" ? 1 : -1;
  if (type === "Pods") return atStart + sign * value;
  const limit = atStart * (1 + (sign * value) / 100);
  return direction === "up" ? Math.ceil(limit) : Math.trunc(limit);
}

/** The longest period of a direction's policies in milliseconds (getLongestPolicyPeriod). */
export const longestPeriodMs = (rules: ScalingRules | undefined): number =>
  1000 *
  greatestOf(
    (rules?.policies ?? []).map(({ periodSeconds }) => periodSeconds),
    0,
  );
