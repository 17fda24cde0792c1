import type { Token } from "./token.ts";

/** Converts a match of a pattern to tokens. */
type Draw = (match: RegExpExecArray) => readonly Token[];

/** Returns the tokens of a line: matches of the pattern are converted by `draw`, the text between them is plain. */
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
 * Converts a match to a single token. Its kind is the one at the index of the first group that matched; plain if no
 * group did.
 */
export const byGroup =
  (kinds: readonly Token["kind"][]): Draw =>
  (match) => {
    const group = match.slice(1).findIndex((part) => part !== undefined);
    return [{ kind: kinds[group] ?? "", text: match[0] }];
  };
