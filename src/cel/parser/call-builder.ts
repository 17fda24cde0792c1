import type { Expr } from "../ast.ts";
import type { Issue } from "../issue.ts";
import { locationOf } from "../source.ts";
import type { ExprFactory } from "./expr-factory.ts";
import { MacroError, MacroFactory, macroKey, type MacroTable } from "./macro.ts";

/** Builds calls, expands macros, and records their errors. */
export class CallBuilder {
  readonly #text: string;
  readonly #macros: MacroTable;
  readonly #factory: ExprFactory;
  readonly issues: Issue[] = [];

  constructor(text: string, macros: MacroTable, factory: ExprFactory) {
    this.#text = text;
    this.#macros = macros;
    this.#factory = factory;
  }

  report(offset: number, message: string): Expr {
    this.issues.push({ location: locationOf(this.#text, offset), message, offset });
    return this.#factory.unspecified(offset);
  }

  call(offset: number, name: string, args: readonly Expr[], target: Expr | undefined): Expr {
    const macro = this.#macros.get(macroKey(name, args.length, target !== undefined));
    const fallback = target ?? args[0];
    if (macro === undefined || fallback === undefined) return this.#factory.call(offset, name, args, target);
    const made = macro.expand(new MacroFactory(this.#factory, offset), args, fallback);
    return made instanceof MacroError ? this.report(made.at.offset, made.message) : made;
  }
}
