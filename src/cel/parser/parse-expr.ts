import type { Expr } from "../ast.ts";
import type { Issue } from "../issue.ts";
import { noLocation } from "../source.ts";
import { countRunes } from "../values/text-index.ts";
import { tokenize } from "./lexer.ts";
import type { MacroTable } from "./macro.ts";
import { Parser } from "./parser.ts";
import { explainSyntaxErrors } from "./recovery/explain-syntax-errors.ts";
import { SyntaxFailure } from "./token-reader.ts";
import { TooDeep } from "./too-deep.ts";

/** A parsed expression after macro expansion. */
export interface ParsedExpr {
  readonly text: string;
  readonly expr: Expr;
  /** An exclusive upper bound of the node ids. */
  readonly nodeCount: number;
}

const mostRunes = 100_000;

const nowhere = (message: string): Issue => ({ location: noLocation, message, offset: undefined });

/** Parses an expression. The issues are empty if and only if it is valid. */
export function parseExpr(
  text: string,
  macros: MacroTable,
): { readonly parsed: ParsedExpr | undefined; readonly issues: readonly Issue[] } {
  const size = countRunes(text);
  if (size > mostRunes)
    return {
      parsed: undefined,
      issues: [nowhere(`expression code point size exceeds limit: size: ${size}, limit ${mostRunes}`)],
    };
  const stream = tokenize(text);
  if (stream.errors.length > 0) return { parsed: undefined, issues: explainSyntaxErrors(text, stream, macros) };
  const parser = new Parser(text, macros, stream);
  try {
    const parsed = parser.parse();
    if (parser.issues.length > 0) return { parsed: undefined, issues: parser.issues };
    return { parsed: { text, ...parsed }, issues: [] };
  } catch (error) {
    if (error instanceof TooDeep) return { parsed: undefined, issues: [...parser.issues, nowhere(error.message)] };
    if (error instanceof SyntaxFailure) return { parsed: undefined, issues: explainSyntaxErrors(text, stream, macros) };
    throw error;
  }
}
