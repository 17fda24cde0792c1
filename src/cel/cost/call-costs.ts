import type { Expr } from "../ast.ts";
import type { Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";
import type { Range } from "./estimate.ts";

/** An argument as seen by the estimator. */
export interface CostNode {
  readonly type: Type;
  /**
   * The path from a variable to the value; `@items`, `@keys` and `@values` denote the contents of containers. Empty if
   * the value is not reached from a variable.
   */
  readonly path: readonly string[];
  /** Absent for list elements that no expression denotes. */
  readonly expr: Expr | undefined;
  readonly size: Range | undefined;
}

/** A call whose cost is estimated. */
export interface EstimatedCall {
  readonly overloadId: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  /** Returns the size of a node; unbounded if unknown. */
  sizeOf(node: CostNode): Range;
}

export interface CallEstimate {
  readonly cost: Range;
  readonly resultSize?: Range;
}

/**
 * The cost of a call, estimated and actual. The actual cost receives the first two arguments, null where there are
 * fewer. Undefined defers to the next cost function.
 */
export interface CallCosts {
  readonly estimate?: (call: EstimatedCall) => CallEstimate | undefined;
  readonly actual?: (a: Value, b: Value, result: Value, overloadId: string) => number | undefined;
  /** Whether the actual cost depends on the result; otherwise it is known before the call, and `result` is not read. */
  readonly costsResult?: boolean;
}
