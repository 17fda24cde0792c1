import { childrenOf, type CallExpr, type Expr } from "../ast.ts";
import type { CheckedExpr } from "./checked-expr.ts";

/** What a validator finds wrong, and the node to blame. */
export interface Finding {
  readonly at: { readonly offset: number };
  readonly message: string;
}

/** Looks at a checked expression for what the checker lets pass. */
export type Validator = (checked: CheckedExpr) => readonly Finding[];

/** All nodes, children before parents; `ancestors` go from the outermost to the parent. */
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

/** All calls of a function that no macro makes: the text has its name then. */
export function callsOf({ text, expr: root }: CheckedExpr, name: string): readonly CallExpr[] {
  if (!text.includes(name)) return noCalls;
  const calls: CallExpr[] = [];
  visitNodes(root, (expr) => {
    if (expr.kind === "call" && expr.function === name) calls.push(expr);
  });
  return calls;
}
