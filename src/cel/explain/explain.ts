import { childrenOf, type Expr } from "../ast.ts";
import type { CheckedExpr } from "../checker/checked-expr.ts";
import { fixed, multiplyRanges, noCost, type Range } from "../cost/estimate.ts";
import { estimateNodes, type SizeEstimator } from "../cost/estimator.ts";
import type { NodeEstimates } from "../cost/node-estimates.ts";
import type { EvalRecord } from "../interpreter/eval-record.ts";
import type { Activation } from "../interpreter/frame.ts";
import type { EvalOptions, EvalResult, Program } from "../program.ts";
import { EvalError } from "../values/eval-error.ts";
import type { CelNode, CelNodeRun } from "../../component-base/cel-node.ts";
import { printBounded } from "./print-bounded.ts";
import { writtenTree, type WrittenNode } from "./written-tree.ts";

const longestValue = 400;
const longestRoundValue = 80;
const mostRoundValues = 20;

type Bound = NonNullable<CelNode["bound"]>;

/** Wraps a size estimator to record which declared value the size of each node derives from. */
function noteBounds(sizes: SizeEstimator, bounds: Map<number, Bound>): SizeEstimator {
  return (node) => {
    const size = sizes(node);
    if (size !== undefined && node.expr !== undefined && node.path.length > 0)
      bounds.set(node.expr.id, { path: node.path, max: size.max });
    return size;
  };
}

/**
 * Whether an expression is a literal or a list or map of literals, which is computed when planning and does not run.
 */
const isWrittenOut = (expr: Expr): boolean =>
  expr.kind === "literal" || ((expr.kind === "list" || expr.kind === "map") && childrenOf(expr).every(isWrittenOut));

class Explainer {
  readonly #checked: CheckedExpr;
  readonly #estimates: NodeEstimates;
  readonly #bounds = new Map<number, Bound>();
  readonly #record: EvalRecord | undefined;

  constructor(checked: CheckedExpr, sizes: SizeEstimator, record: EvalRecord | undefined) {
    this.#checked = checked;
    this.#estimates = estimateNodes(checked, noteBounds(sizes, this.#bounds));
    this.#record = record;
  }

  node(written: WrittenNode, around: Range): CelNode {
    const { expr, kind, label, start, end, name, loops } = written;
    const times = loops.reduce(
      (product, loop) => multiplyRanges(product, this.#estimates.rounds.get(loop.id) ?? fixed(1)),
      around,
    );
    const estimate = this.#estimates.costs.get(expr.id) ?? noCost;
    const children = written.children.map((child) => this.node(child, times));
    const fold = written.parts.find((part) => part.kind === "comprehension");
    const rounds = fold && this.#estimates.rounds.get(fold.id);
    const bound = this.#bounds.get(expr.id);
    const run = this.#record && this.#run(written, children, this.#record);
    return {
      id: expr.id,
      kind,
      label,
      start,
      end,
      name,
      type: String(this.#checked.typeOf(expr)),
      estimate,
      times,
      total: multiplyRanges(times, estimate),
      ...(rounds && { rounds }),
      ...(bound && { bound }),
      ...(run && { run }),
      children,
    };
  }

  #run({ expr, parts, start, end }: WrittenNode, children: readonly CelNode[], record: EvalRecord): CelNodeRun {
    const ownCost = parts.reduce((sum, part) => sum + (record.of(part.id)?.ownCost ?? 0), 0);
    const cost = children.reduce((sum, child) => sum + (child.run?.cost ?? 0), ownCost);
    const own = record.of(expr.id);
    const value =
      own?.value === undefined
        ? isWrittenOut(expr)
          ? this.#checked.text.slice(start, Math.min(end, start + longestValue))
          : undefined
        : printBounded(own.value, longestValue);
    const decidedBy = parts.map((part) => record.of(part.id)?.decidedBy).find((found) => found !== undefined);
    return {
      count: own?.count ?? 0,
      cost,
      ownCost,
      isError: own?.value instanceof EvalError,
      ...(value !== undefined && { value }),
      values:
        own === undefined || own.count < 2
          ? []
          : own.values.slice(0, mostRoundValues).map((value) => printBounded(value, longestRoundValue)),
      ...(decidedBy && {
        decidedBy: { index: decidedBy.index, element: printBounded(decidedBy.element, longestRoundValue) },
      }),
    };
  }
}

/**
 * Returns the estimated cost of every part of an expression; with the record of an evaluation, also the actual cost.
 */
export function explainNodes(checked: CheckedExpr, sizes: SizeEstimator, record?: EvalRecord): CelNode {
  return new Explainer(checked, sizes, record).node(writtenTree(checked), fixed(1));
}

/** Evaluates an expression once and returns the value, type, estimated and actual cost of every part. */
export function explain(
  program: Program,
  variables: Activation,
  sizes: SizeEstimator,
  options: EvalOptions = {},
): EvalResult & { readonly root: CelNode } {
  const { record, ...result } = program.explain(variables, options);
  return { ...result, root: explainNodes(program.checked, sizes, record) };
}
