import type { KubeObject } from "../apimachinery/meta.ts";
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
