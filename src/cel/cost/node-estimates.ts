import type { Range } from "./estimate.ts";

/** Estimates of the nodes of an expression, by node id. */
export class NodeEstimates {
  /** The cost of one evaluation of a node, including its children. */
  readonly costs = new Map<number, Range>();
  /** The number of iterations per evaluation of a comprehension. */
  readonly rounds = new Map<number, Range>();
}
