import { byGroup, matchTokens } from "./match-tokens.ts";
import type { Token } from "./token.ts";

/** The JavaScript keywords as alternatives of a regular expression. */
export const javascriptKeywords =
  "async|await|break|case|const|continue|default|delete|else|false|for|function|if|in|let|new|null|of|return|switch|throw|true|typeof|undefined|while";

const parts = new RegExp(
  [
    String.raw`(\/\/.*$)`,
    String.raw`("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|${"`"}(?:[^${"`"}\\]|\\.)*${"`"}?)`,
    String.raw`\b(\d[\w.]*)`,
    String.raw`\b(${javascriptKeywords})\b`,
    String.raw`([{}[\](),;:]+)`,
  ].join("|"),
  "g",
);

const draw = byGroup(["quiet", "string", "number", "keyword", "quiet"]);

/** Returns the highlighted tokens of a line of JavaScript. */
export const javascriptTokens = (line: string): Token[] => matchTokens(line, parts, draw);
