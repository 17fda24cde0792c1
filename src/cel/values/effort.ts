import { EvalAbort } from "./eval-error.ts";

/**
 * What an evaluation does beyond what its cost counts. Costs follow cel-go, where `s.charAt(1)`, `[x] == [y]` or a
 * pattern with a thousand states cost one or a few units however much they read, so that the cost limit alone would
 * not bound the time of an evaluation.
 */
export interface Effort {
  /** Counts steps of some twenty nanoseconds each; aborts the evaluation when there are too many. */
  spend(steps: number): void;
}

/** The most steps of one evaluation. */
export const mostEffort = 5_000_000;

/** The most characters of a text that a function makes, so that memory is bounded where costs do not bound it. */
export const mostText = 32_000_000;

/** The most elements of a list that a function makes. */
export const mostElements = 10_000_000;

/** Effort without a limit, for what is computed while planning. */
export const unlimitedEffort: Effort = { spend: () => {} };

/** Returns the error that ends an evaluation as upstream's does when the request is cancelled. */
export const interruption = (): EvalAbort => new EvalAbort("operation interrupted");

/** Aborts the evaluation if a text would be too long, in the words of the engine for one that exceeds its limit. */
export function checkTextLength(length: number): void {
  if (length > mostText) throw new EvalAbort("Invalid string length");
}

/** Counts reading a text once. */
export const spendText = (effort: Effort, text: string): void => effort.spend(text.length);
