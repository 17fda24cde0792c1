import type { KubeObject } from "../apimachinery/meta.ts";
import type { Level } from "./diagnosis.ts";
import { itemsAt, numberAt, textAt } from "./fields.ts";

/** A condition of a status, as rules read it. */
export interface ConditionView {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly since: string;
  readonly observedGeneration: number | undefined;
}

/** Returns the conditions of an object's status, in their order. */
export const conditionsOf = (object: KubeObject): readonly ConditionView[] =>
  itemsAt(object, "status.conditions").map((condition) => ({
    type: textAt(condition, "type"),
    status: textAt(condition, "status"),
    reason: textAt(condition, "reason"),
    message: textAt(condition, "message"),
    since: textAt(condition, "lastTransitionTime") || textAt(condition, "lastUpdateTime"),
    observedGeneration: numberAt(condition, "observedGeneration"),
  }));

/** Returns the condition of a type; undefined if the status has none. */
export const conditionOf = (object: KubeObject, type: string): ConditionView | undefined =>
  conditionsOf(object).find((condition) => condition.type === type);

/** Returns the condition of a type where it has a status. */
export function conditionWith(object: KubeObject, type: string, status: string): ConditionView | undefined {
  const found = conditionOf(object, type);
  return found?.status === status ? found : undefined;
}

/** Conditions whose status says that something is wrong: `False` of the first list, `True` of the second. */
export const goodWhenTrue =
  /^(?:Ready|Available|Established|Healthy|Accepted|Programmed|Synced|Reconciled|Succeeded|Valid|ResolvedRefs|Initialized|Deployed|Reachable|Bound|Complete)$/;
export const badWhenTrue = /^(?:Failed|Degraded|Stalled|Error|Errored|Invalid|Unhealthy|Conflict|.*Failure)$/;
export const isProgress = /^(?:Progressing|Reconciling|Pending|Creating|Updating|Issuing)$/;

/** The condition that says most clearly that something is wrong, or that nobody knows; undefined where all is well. */
export const wrongOf = (conditions: readonly ConditionView[]): ConditionView | undefined =>
  conditions.find(({ type, status }) => badWhenTrue.test(type) && status === "True") ??
  conditions.find(({ type, status }) => goodWhenTrue.test(type) && status === "False") ??
  conditions.find(({ type, status }) => goodWhenTrue.test(type) && status === "Unknown");

/** The state that a wrong condition tells: `Degraded`, `Not ready`, `Ready unknown`. */
export function wrongState({ type, status }: ConditionView): string {
  if (badWhenTrue.test(type)) return type;
  return status === "Unknown" ? `${type} unknown` : `Not ${type.toLowerCase()}`;
}

/** Other conditions of built-in kinds that say that something is wrong where they are True. */
const badOfBuiltins =
  /^(?:.*Pressure|NetworkUnavailable|DisruptionTarget|Dangling|Denied|NonStructuralSchema|Terminating)$/;

const goodOfBuiltins =
  /^(?:PodScheduled|ContainersReady|PodReadyToStartContainers|NamesAccepted|ScalingActive|AbleToScale|DisruptionAllowed|Approved)$/;

/** How much a condition asks for attention; undefined where its type does not tell which status is good. */
export function levelOfCondition({ type, status }: ConditionView): Level | undefined {
  if (badWhenTrue.test(type) || badOfBuiltins.test(type)) return status === "True" ? "error" : "ok";
  const isGood = goodWhenTrue.test(type) || isProgress.test(type) || goodOfBuiltins.test(type);
  if (!isGood) return undefined;
  return status === "True" ? "ok" : status === "False" ? "error" : "warning";
}
