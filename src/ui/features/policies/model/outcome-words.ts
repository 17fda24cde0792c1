import type { PolicyOutcome, PolicyVerdict } from "../../../../client/policies.ts";

interface OutcomeWords {
  /** The word of a cell. */
  readonly word: string;
  readonly sign: string;
  /** The sentence about one request. */
  readonly sentence: string;
}

// oxfmt-ignore
const words: Readonly<Record<PolicyOutcome, OutcomeWords>> = {
  allowed: { word: "allow", sign: "✓", sentence: "The policy lets the request through." },
  denied: { word: "deny", sign: "✗", sentence: "The policy denies the request." },
  warned: { word: "warn", sign: "!", sentence: "The request is let through with a warning." },
  audited: { word: "audit", sign: "a", sentence: "The request is let through, and the audit event tells of it." },
  changed: { word: "change", sign: "~", sentence: "The policy changes the object." },
  unmatched: { word: "no match", sign: "·", sentence: "The policy does not see the request." },
  failed: { word: "cannot tell", sign: "?", sentence: "The request cannot be evaluated." },
};

export const outcomes: readonly PolicyOutcome[] = [
  "allowed",
  "denied",
  "warned",
  "audited",
  "changed",
  "unmatched",
  "failed",
];
export const outcomeWord = (outcome: PolicyOutcome): string => words[outcome].word;
export const outcomeSign = (outcome: PolicyOutcome): string => words[outcome].sign;
export const outcomeSentence = (outcome: PolicyOutcome): string => words[outcome].sentence;

/** Returns what a verdict says, for a tooltip and for screen readers. */
export const verdictWords = ({ outcome, message }: PolicyVerdict): string =>
  message === "" ? outcomeWord(outcome) : `${outcomeWord(outcome)}: ${message}`;
