import type { Token } from "./token.ts";

const macros = "has|all|exists|exists_one|existsOne|map|filter|transformList|transformMap|transformMapEntry|sortBy|optMap|optFlatMap";

const parts = new RegExp(
  [
    String.raw`(\/\/.*$)`,
    String.raw`([bB]?[rR](?:"[^"]*"?|'[^']*'?)|[bB]?(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?))`,
    String.raw`(\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)u?\b)`,
    String.raw`(\b(?:true|false|null|in)\b|\b(?:${macros})(?=\s*\())`,
    String.raw`([A-Za-z_]\w*(?=\s*\())`,
    String.raw`[A-Za-z_]\w*`,
    String.raw`([-+*/%!<>=&|?:.,()[\]{}]+)`,
  ].join("|"),
  "g",
);

const kinds = ["quiet", "string", "number", "keyword", "key", "quiet"] as const;

/** The coloured pieces of a line of an expression. */
export function celTokens(line: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of line.matchAll(parts)) {
    if (match.index > end) tokens.push({ kind: "", text: line.slice(end, match.index) });
    end = match.index + match[0].length;
    const kind = match.slice(1).findIndex((part) => part !== undefined);
    tokens.push({ kind: kinds[kind] ?? "", text: match[0] });
  }
  if (end < line.length) tokens.push({ kind: "", text: line.slice(end) });
  return tokens;
}
