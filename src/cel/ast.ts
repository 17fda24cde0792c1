import type { Value } from "./values/value.ts";

interface Node {
  /** Unique within the expression; ids start at 0. */
  readonly id: number;
  /** The offset in the source, in UTF-16 code units. */
  readonly offset: number;
}

export interface LiteralExpr extends Node {
  readonly kind: "literal";
  readonly value: Value;
}

export interface IdentExpr extends Node {
  readonly kind: "ident";
  readonly name: string;
}

export interface SelectExpr extends Node {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  /** True for `has(operand.field)`. */
  readonly testOnly: boolean;
}

export interface CallExpr extends Node {
  readonly kind: "call";
  readonly function: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListExpr extends Node {
  readonly kind: "list";
  readonly elements: readonly Expr[];
  /** The indices of elements written as `?x`. */
  readonly optionals: ReadonlySet<number>;
}

export interface MapEntry extends Node {
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

export interface MapExpr extends Node {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
}

export interface StructField extends Node {
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

export interface StructExpr extends Node {
  readonly kind: "struct";
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/** A fold over a range, the expansion of `all`, `map` and other macros. */
export interface ComprehensionExpr extends Node {
  readonly kind: "comprehension";
  readonly iterRange: Expr;
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
}

/** A placeholder for a part with a syntax error. */
export interface UnspecifiedExpr extends Node {
  readonly kind: "unspecified";
}

export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | ComprehensionExpr
  | UnspecifiedExpr;

/** Returns the direct children of an expression, in source or expansion order. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "literal":
    case "ident":
    case "unspecified":
      return [];
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.elements;
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expr.fields.map(({ value }) => value);
    case "comprehension":
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
  }
}

/** Returns the qualified name spelled by a chain of selections (`a.b.c`); undefined for other expressions. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind !== "select" || expr.testOnly) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}
