import type { KubeObject } from "../apimachinery/meta.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { Reading } from "./reading.ts";

/** What rules work with besides the object. */
export interface RuleContext {
  readonly reading: Reading;
  /** Diagnoses another object as a cause; undefined where the chain of causes is long enough. */
  causeOf(object: KubeObject | undefined): Promise<Diagnosis | undefined>;
}

/** Recognizes one kind of situation; undefined for all others. */
export type Rule = (object: KubeObject, context: RuleContext) => Diagnosis | undefined | Promise<Diagnosis | undefined>;

/** Returns the first diagnosis of rules in their order. */
export async function firstOf(
  rules: readonly Rule[],
  object: KubeObject,
  context: RuleContext,
): Promise<Diagnosis | undefined> {
  for (const rule of rules) {
    const found = await rule(object, context);
    if (found !== undefined) return found;
  }
  return undefined;
}
