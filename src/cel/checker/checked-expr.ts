import type { Expr } from "../ast.ts";
import type { FunctionDecl, Overload } from "../env/declarations.ts";
import { dynType, type Type } from "../types/type.ts";

/** A name that stands for a variable or a type. */
export interface IdentReference {
  readonly kind: "ident";
  readonly name: string;
}

/** A call with the overloads it may mean. */
export interface FunctionReference {
  readonly kind: "function";
  readonly function: FunctionDecl;
  /** More than one where `dyn` leaves it open until the values are there. */
  readonly overloads: readonly Overload[];
  /** Written `a.b(…)`, but `a.b` is the function. */
  readonly isQualified: boolean;
}

export type Reference = IdentReference | FunctionReference;

/** A checked expression: the type of every node and what its names mean. */
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

  /** False for the few nodes the checker does not look at: the field of `a.?b`. */
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
