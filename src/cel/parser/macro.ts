import type { CelMacroName } from "../../component-base/cel-macros.ts";
import type { CallExpr, Expr, IdentExpr, LiteralExpr } from "../ast.ts";
import type { Value } from "../values/value.ts";
import type { ComprehensionParts, ExprFactory } from "./expr-factory.ts";

/** The accumulator variable of macro expansions. It is not a valid identifier, so expressions cannot refer to it. */
export const accumulatorName = "@result";
const oldAccumulatorName = "__result__";

/** An invalid use of a macro, and the expression at fault. */
export class MacroError {
  readonly message: string;
  readonly at: Expr;
  constructor(message: string, at: Expr) {
    this.message = message;
    this.at = at;
  }
}

/** Creates the nodes of a macro expansion, all at the offset of the macro call. */
export class MacroFactory {
  readonly #factory: ExprFactory;
  readonly #offset: number;

  constructor(factory: ExprFactory, offset: number) {
    this.#factory = factory;
    this.#offset = offset;
  }

  literal(value: Value): LiteralExpr {
    return this.#factory.literal(this.#offset, value);
  }
  ident(name: string): IdentExpr {
    return this.#factory.ident(this.#offset, name);
  }
  accumulator(): IdentExpr {
    return this.ident(accumulatorName);
  }
  call(name: string, ...args: readonly Expr[]): CallExpr {
    return this.#factory.call(this.#offset, name, args);
  }
  memberCall(name: string, target: Expr, ...args: readonly Expr[]): CallExpr {
    return this.#factory.call(this.#offset, name, args, target);
  }
  list(...elements: readonly Expr[]): Expr {
    return this.#factory.list(this.#offset, elements);
  }
  map(): Expr {
    return this.#factory.map(this.#offset, []);
  }
  presenceTest(operand: Expr, field: string): Expr {
    return this.#factory.select(this.#offset, operand, field, true);
  }
  comprehension(parts: ComprehensionParts): Expr {
    return this.#factory.comprehension(this.#offset, parts);
  }
  copy(expr: Expr): Expr {
    return this.#factory.copy(expr);
  }
}

/** Expands a macro call. */
export type MacroExpander = (make: MacroFactory, args: readonly Expr[], target: Expr) => Expr | MacroError;

export interface Macro {
  /** `bind` is a macro of some environments only. */
  readonly name: CelMacroName | "bind";
  readonly argCount: number;
  readonly receiver: boolean;
  readonly expand: MacroExpander;
}

export type MacroTable = ReadonlyMap<string, Macro>;

/** The lookup key of a macro: its name, number of arguments, and whether it has a receiver. */
export const macroKey = (name: string, argCount: number, receiver: boolean): string =>
  `${name}:${argCount}:${receiver ? "." : ""}`;

export const macroTable = (macros: readonly Macro[]): MacroTable =>
  new Map(macros.map((macro) => [macroKey(macro.name, macro.argCount, macro.receiver), macro]));

/** Returns the name of an iteration variable, or an error if it is invalid. */
export function iterationVariable(arg: Expr, problem: string): string | MacroError {
  if (arg.kind !== "ident") return new MacroError(problem, arg);
  const reserved = arg.name === accumulatorName || arg.name === oldAccumulatorName;
  return reserved ? new MacroError("iteration variable overwrites accumulator variable", arg) : arg.name;
}
