import type { Expr } from "../ast.ts";
import type { Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import type { Range } from "./estimate.ts";

/** An argument as the estimator sees it. */
export interface CostNode {
  readonly type: Type;
  /**
   * The way to it from a variable, `@items`, `@keys` and `@values` standing for what containers hold; empty if there is
   * none.
   */
  readonly path: readonly string[];
  /** Absent for the elements of a list that no expression names. */
  readonly expr: Expr | undefined;
  readonly size: Range | undefined;
}

/** A call whose cost is to be estimated. */
export interface EstimatedCall {
  readonly overloadId: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  /** The size of a node, unbounded if nothing is known. */
  sizeOf(node: CostNode): Range;
}

export interface CallEstimate {
  readonly cost: Range;
  readonly resultSize?: Range;
}

/**
 * What a call costs, before and after it ran: after by its first two arguments, null where there are fewer. Undefined
 * leaves the answer to whoever is asked next.
 */
export interface CallCosts {
  readonly estimate?: (call: EstimatedCall) => CallEstimate | undefined;
  readonly actual?: (a: Value, b: Value, result: Value, overloadId: string) => number | undefined;
}
