import type { KubeObject } from "../apimachinery/meta.ts";
import type { ConditionView } from "./conditions.ts";
import type { Diagnosis, Evidence, Level, ObjectId } from "./diagnosis.ts";
import type { EventView } from "./event-view.ts";
import { textAt } from "./fields.ts";
import { idOf } from "./object-id.ts";

/** What a rule concludes. */
export interface Conclusion {
  readonly situation: string;
  readonly state: string;
  readonly level: Level;
  /** Why, to follow the state behind a colon. */
  readonly because?: string;
  /** What the object does, to follow its name; `is STATE: BECAUSE` by default. */
  readonly predicate?: string;
  readonly evidence?: readonly Evidence[];
  readonly causes?: readonly (Diagnosis | undefined)[];
}

const withoutStop = (text: string): string => text.trim().replace(/\.$/, "");

/** Makes the diagnosis of an object. */
export function conclude(object: KubeObject, conclusion: Conclusion): Diagnosis {
  const { situation, state, level, because = "", evidence = [], causes = [] } = conclusion;
  const sentence = because === "" ? state : `${state}: ${withoutStop(because)}`;
  return {
    object: idOf(object),
    situation,
    state,
    level,
    sentence,
    predicate: conclusion.predicate ?? `is ${sentence}`,
    evidence,
    causes: causes.filter((cause) => cause !== undefined),
  };
}

/** A field of an object, with the value that it has, or the one that is given. */
export const field = (object: KubeObject, path: string, value = textAt(object, path)): Evidence => ({
  kind: "field",
  object: idOf(object),
  path,
  value,
});

/** A condition of an object. */
export const byCondition = (object: KubeObject, condition: ConditionView | undefined): readonly Evidence[] => {
  if (condition === undefined) return [];
  const { type, status, reason, message, since } = condition;
  return [{ kind: "condition", object: idOf(object), type, status, reason, message, since }];
};

/** An event about an object. */
export const byEvent = (object: KubeObject, event: EventView | undefined): readonly Evidence[] =>
  event === undefined ? [] : [{ kind: "event", object: idOf(object), ...event }];

/** Another object that is there. */
export const there = (object: KubeObject): Evidence => ({ kind: "object", object: idOf(object) });

/** An object that is not there. */
export const missing = (object: ObjectId): Evidence => ({ kind: "missing", object });
