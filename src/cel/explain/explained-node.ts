import type { Range } from "../cost/estimate.ts";
import type { Span } from "./source-spans.ts";
import type { WrittenKind } from "./written-tree.ts";

/** What a node did in one evaluation. Values are printed as programs write them, the long ones shortened. */
export interface NodeRun {
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

/** A node of an expression with what it may cost and, after an evaluation, what it did. */
export interface ExplainedNode extends Span {
  readonly id: number;
  readonly kind: WrittenKind;
  readonly label: string;
  readonly name: Span;
  readonly type: string;
  /** Cost each time it runs, everything inside of it included. */
  readonly estimate: Range;
  /** How often it runs, as the macros around it repeat it. */
  readonly times: Range;
  /** Both together. */
  readonly total: Range;
  /** How often a macro goes round each time it runs. */
  readonly rounds?: Range;
  /** The way to the value whose declared bound tells how large this is, and that bound. */
  readonly bound?: { readonly path: readonly string[]; readonly max: Range["max"] };
  readonly run?: NodeRun;
  readonly children: readonly ExplainedNode[];
}
