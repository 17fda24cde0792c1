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

/** A sign of one character, which never stands without words. */
export const outcomeSign = (outcome: Outcome): string => words[outcome][0];

/** What a rule does, after its name. */
export const outcomeWords = (outcome: Outcome): string => words[outcome][1];

export const outcomes: readonly Outcome[] = ["held", "broken", "failed", "forgiven", "unreached", "unchecked"];
