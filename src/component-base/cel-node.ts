/** A count that stays exact: 18446744073709551615n means unbounded. */
export type CelCount = number | bigint;

export interface CelRange {
  readonly min: CelCount;
  readonly max: CelCount;
}

/** A stretch of an expression's text, in UTF-16 units. */
export interface CelSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * What a part of an expression did in one evaluation. Values are printed as programs write them, the long ones
 * shortened.
 */
export interface CelNodeRun {
  readonly count: number;
  /** Everything inside of it included, over all of its runs. */
  readonly cost: number;
  /** Without what is inside of it. */
  readonly ownCost: number;
  /** The last value; absent where it never ran to its end. */
  readonly value?: string;
  readonly isError: boolean;
  /** The first values in turn, where it ran more than once. */
  readonly values: readonly string[];
  /** The element that decided an `all` or `exists` by itself. */
  readonly decidedBy?: { readonly index: number; readonly element: string };
}

/** A part of an expression with what it may cost and, after an evaluation, what it did. */
export interface CelNode extends CelSpan {
  readonly id: number;
  readonly kind: "literal" | "name" | "field" | "index" | "call" | "operator" | "macro" | "list" | "map" | "object";
  readonly label: string;
  /** Where its name or sign stands. */
  readonly name: CelSpan;
  readonly type: string;
  /** Cost each time it runs, everything inside of it included. */
  readonly estimate: CelRange;
  /** How often it runs, as the macros around it repeat it. */
  readonly times: CelRange;
  /** Both together. */
  readonly total: CelRange;
  /** How often a macro goes round each time it runs. */
  readonly rounds?: CelRange;
  /** The way to the value whose declared bound tells how large this is, and that bound. */
  readonly bound?: { readonly path: readonly string[]; readonly max: CelCount };
  readonly run?: CelNodeRun;
  readonly children: readonly CelNode[];
}
