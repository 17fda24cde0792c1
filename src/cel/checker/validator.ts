import { childrenOf, type CallExpr, type Expr } from "../ast.ts";
import type { CheckedExpr } from "./checked-expr.ts";

/** An issue found by a validator, and the node it refers to. */
export interface Finding {
  readonly at: { readonly offset: number };
  readonly message: string;
}

/** Checks an expression for errors beyond its types. */
export type Validator = (checked: CheckedExpr) => readonly Finding[];

/** Visits all nodes, children before parents. `ancestors` are ordered from the outermost to the parent. */
export function visitNodes(root: Expr, visit: (expr: Expr, ancestors: readonly Expr[]) => void): void {
  const ancestors: Expr[] = [];
  const walk = (expr: Expr): void => {
    ancestors.push(expr);
    for (const child of childrenOf(expr)) walk(child);
    ancestors.pop();
    visit(expr, ancestors);
  };
  walk(root);
}

const noCalls: readonly CallExpr[] = [];

/**
 * Returns all calls of a function. Macros must not expand to the function, because the source is searched for
 * its name first.
 */
export function callsOf({ text, expr: root }: CheckedExpr, name: string): readonly CallExpr[] {
  if (!text.includes(name)) return noCalls;
  const calls: CallExpr[] = [];
  visitNodes(root, (expr) => {
    if (expr.kind === "call" && expr.function === name) calls.push(expr);
  });
  return calls;
}
