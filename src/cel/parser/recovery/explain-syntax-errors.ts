import type { Issue } from "../../issue.ts";
import { locationOf, noLocation } from "../../source.ts";
import type { TokenStream } from "../lexer.ts";
import type { MacroTable } from "../macro.ts";
import { TooDeep } from "../too-deep.ts";
import { GiveUp, RecoveringParser } from "./recovering-parser.ts";
import { findFurtherIssues } from "./tree-visitor.ts";
import { TokenCursor } from "./token-cursor.ts";

const mostErrors = 100;

/** Literals in place of a name are reported by the expected tokens instead. */
const literalAsName = /no viable alternative at input '.(true|false|null)'/;

/** Collects syntax errors up to the limit of cel-go's parser. */
class Collector {
  readonly #text: string;
  readonly issues: Issue[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  readonly report = (message: string, offset: number): void => {
    if (this.issues.length >= mostErrors) {
      this.add(`More than ${mostErrors} syntax errors`, offset);
      throw new GiveUp("");
    }
    this.add(message.replace(literalAsName, "mismatched input '$1' expecting IDENTIFIER"), offset);
  };

  add(message: string, offset: number): void {
    const location = this.#text === "" ? { line: 1, column: -1 } : locationOf(this.#text, offset);
    this.issues.push({ location, offset, message: `Syntax error: ${message}` });
  }
}

/**
 * Returns all errors that cel-go's parser reports for text with syntax errors. It builds an expression of what could be
 * matched all the same, which may find more errors.
 */
export function explainSyntaxErrors(text: string, stream: TokenStream, macros: MacroTable): readonly Issue[] {
  const collector = new Collector(text);
  try {
    for (const { start, end } of stream.errors)
      collector.report(`token recognition error at: '${text.slice(start, end)}'`, start);
    const tree = new RecoveringParser(new TokenCursor(text, stream), collector.report).run();
    findFurtherIssues(text, tree, macros, collector.issues);
  } catch (error) {
    if (!(error instanceof GiveUp || error instanceof TooDeep)) throw error;
    if (error.message !== "")
      collector.issues.push({ location: noLocation, offset: undefined, message: error.message });
  }
  return collector.issues;
}
