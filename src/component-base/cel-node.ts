/** An exact count; 18446744073709551615n means unbounded. */
export type CelCount = number | bigint;

export interface CelRange {
  readonly min: CelCount;
  readonly max: CelCount;
}

/** A range of an expression's text, in UTF-16 code units. */
export interface CelSpan {
  readonly start: number;
  readonly end: number;
}

/** The statistics of a subexpression in one evaluation. Values are in CEL syntax, long ones shortened. */
export interface CelNodeRun {
  readonly count: number;
  /** The cost of all its runs, including its subexpressions. */
  readonly cost: number;
  /** The cost without its subexpressions. */
  readonly ownCost: number;
  /** The last value; absent if it never completed. */
  readonly value?: string;
  readonly isError: boolean;
  /** The first values in order, if it ran more than once. */
  readonly values: readonly string[];
  /** The element that determined the result of an `all` or `exists`. */
  readonly decidedBy?: { readonly index: number; readonly element: string };
}

/** A subexpression with its estimated cost and, after an evaluation, its statistics. */
export interface CelNode extends CelSpan {
  readonly id: number;
  readonly kind: "literal" | "name" | "field" | "index" | "call" | "operator" | "macro" | "list" | "map" | "object";
  readonly label: string;
  /** The range of its name or operator. */
  readonly name: CelSpan;
  readonly type: string;
  /** The estimated cost of one run, including its subexpressions. */
  readonly estimate: CelRange;
  /** How often it runs, given the surrounding macros. */
  readonly times: CelRange;
  /** The product of both. */
  readonly total: CelRange;
  /** The number of iterations of a macro per run. */
  readonly rounds?: CelRange;
  /** The path to the value whose declared size limit determines the size, and that limit. */
  readonly bound?: { readonly path: readonly string[]; readonly max: CelCount };
  readonly run?: CelNodeRun;
  readonly children: readonly CelNode[];
}
