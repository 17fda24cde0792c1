import type { Range } from "./estimate.ts";

/** What single nodes of an expression are estimated at, by their numbers. */
export class NodeEstimates {
  /** Cost of a node each time it runs, everything inside of it included. */
  readonly costs = new Map<number, Range>();
  /** How often a comprehension goes round each time it runs. */
  readonly rounds = new Map<number, Range>();
}
