import type { RuleVerdict } from "../../../client/definitions.ts";

type Outcome = RuleVerdict["outcome"];

const words: Readonly<Record<Outcome, readonly [sign: string, words: string]>> = {
  held: ["✓", "holds"],
  broken: ["✗", "is broken"],
  failed: ["!", "could not be evaluated"],
  forgiven: ["~", "was broken before and nothing changed there, so it only warns"],
  unreached: ["·", "has nothing to look at here"],
  unchecked: ["–", "is not asked, because the schema is broken"],
};

/** A sign of one character, which never stands without words. */
export const outcomeSign = (outcome: Outcome): string => words[outcome][0];

/** What a rule does, after its name. */
export const outcomeWords = (outcome: Outcome): string => words[outcome][1];

export const outcomes: readonly Outcome[] = ["held", "broken", "failed", "forgiven", "unreached", "unchecked"];
