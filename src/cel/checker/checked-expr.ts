import type { Expr } from "../ast.ts";
import type { FunctionDecl, Overload } from "../env/declarations.ts";
import { dynType, type Type } from "../types/type.ts";
import type { Value } from "../values/value.ts";

/** A reference to a variable, a type or a constant. */
export interface IdentReference {
  readonly kind: "ident";
  readonly name: string;
  /** The value of a constant. */
  readonly constant?: Value;
}

/** A call with its candidate overloads. */
export interface FunctionReference {
  readonly kind: "function";
  readonly function: FunctionDecl;
  /** More than one if `dyn` arguments defer the choice to run time. */
  readonly overloads: readonly Overload[];
  /** Whether the call is written `a.b(…)` but `a.b` is the qualified function name. */
  readonly isQualified: boolean;
}

export type Reference = IdentReference | FunctionReference;

/** A checked expression with the type of every node and the references of its names. */
export class CheckedExpr {
  readonly text: string;
  readonly expr: Expr;
  readonly nodeCount: number;
  readonly #types: readonly (Type | undefined)[];
  readonly #references: readonly (Reference | undefined)[];

  constructor(
    text: string,
    expr: Expr,
    types: readonly (Type | undefined)[],
    references: readonly (Reference | undefined)[],
  ) {
    this.text = text;
    this.expr = expr;
    this.nodeCount = types.length;
    this.#types = types;
    this.#references = references;
  }

  get outputType(): Type {
    return this.typeOf(this.expr);
  }

  typeOf(node: { readonly id: number }): Type {
    return this.#types[node.id] ?? dynType;
  }

  /** False for the few nodes that the checker skips, such as the field of `a.?b`. */
  hasType(node: { readonly id: number }): boolean {
    return this.#types[node.id] !== undefined;
  }

  referenceOf(node: { readonly id: number }): Reference | undefined {
    return this.#references[node.id];
  }

  functionOf(node: { readonly id: number }): FunctionReference | undefined {
    const reference = this.#references[node.id];
    return reference?.kind === "function" ? reference : undefined;
  }

  identOf(node: { readonly id: number }): IdentReference | undefined {
    const reference = this.#references[node.id];
    return reference?.kind === "ident" ? reference : undefined;
  }
}
