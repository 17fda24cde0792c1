import type { Token } from "./token.ts";

const parts = /(\/\/.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|\b(\d[\w.]*)|\b(async|await|break|case|const|continue|default|delete|else|false|for|function|if|in|let|new|null|of|return|switch|throw|true|typeof|undefined|while)\b|([{}[\](),;:]+)/g;
const kinds = ["quiet", "string", "number", "keyword", "quiet"] as const;

/** The coloured pieces of a line of JavaScript. */
export function javascriptTokens(line: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of line.matchAll(parts)) {
    if (match.index > end) tokens.push({ kind: "", text: line.slice(end, match.index) });
    const at = match.slice(1).findIndex((group) => group !== undefined);
    tokens.push({ kind: kinds[at] ?? "", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < line.length) tokens.push({ kind: "", text: line.slice(end) });
  return tokens;
}
