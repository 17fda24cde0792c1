import type { Expr } from "../ast.ts";
import type { ExprFactory } from "./expr-factory.ts";

/** An operand of a chain, and the offset of the operator before it. */
export interface Term {
  readonly offset: number;
  readonly expr: Expr;
}

/** Builds `a && b && c && d` as a balanced tree, to limit the depth of long chains. */
export function balance(factory: ExprFactory, name: string, first: Expr, rest: readonly Term[]): Expr {
  const termAt = (i: number): Expr => (i === 0 ? first : (rest[i - 1]?.expr ?? first));
  const build = (low: number, high: number): Expr => {
    const middle = Math.trunc((low + high + 1) / 2);
    const left = middle === low ? termAt(middle) : build(low, middle - 1);
    const right = middle === high ? termAt(middle + 1) : build(middle + 1, high);
    return factory.call(rest[middle]?.offset ?? 0, name, [left, right]);
  };
  return build(0, rest.length - 1);
}
