import type { RuleVerdict } from "../../../client/definitions.ts";

type Outcome = RuleVerdict["outcome"];

const words: Readonly<Record<Outcome, readonly [sign: string, words: string]>> = {
  held: ["✓", "holds"],
  broken: ["✗", "fails"],
  failed: ["!", "could not be evaluated"],
  forgiven: ["~", "failed before and the value did not change, so it only warns"],
  unreached: ["·", "does not apply"],
  unchecked: ["–", "is not evaluated, because the object violates the schema"],
};

/** Returns a one-character symbol, which is always displayed together with text. */
export const outcomeSign = (outcome: Outcome): string => words[outcome][0];

/** Returns the predicate that follows a rule's name. */
export const outcomeWords = (outcome: Outcome): string => words[outcome][1];

export const outcomes: readonly Outcome[] = ["held", "broken", "failed", "forgiven", "unreached", "unchecked"];
