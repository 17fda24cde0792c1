import type { Token } from "./token.ts";

/** What a match of a pattern is drawn as. */
type Draw = (match: RegExpExecArray) => readonly Token[];

/** The pieces of a line: what a pattern matches is drawn, and what lies between is plain. */
export function matchTokens(line: string, pattern: RegExp, draw: Draw): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: "", text: line.slice(end, match.index) });
    end = match.index + match[0].length;
    tokens.push(...draw(match));
  }
  if (end < line.length) tokens.push({ kind: "", text: line.slice(end) });
  return tokens;
}

/**
 * Draws a match as one piece, whose kind stands at the place of the first group that took part; plain where none did.
 */
export const byGroup =
  (kinds: readonly Token["kind"][]): Draw =>
  (match) => {
    const group = match.slice(1).findIndex((part) => part !== undefined);
    return [{ kind: kinds[group] ?? "", text: match[0] }];
  };
