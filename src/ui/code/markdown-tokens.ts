import { byGroup, matchTokens } from "./match-tokens.ts";
import type { Token } from "./token.ts";

const parts = /(^\s*(?:```|~~~).*$)|(^#{1,6}\s.*$)|(`[^`]+`)|(^\s*(?:[-*+]|\d+[.)])\s|^---$|<!--.*?-->|\|)/g;

const draw = byGroup(["key", "keyword", "string", "quiet"]);

/** Returns the highlighted tokens of a line of Markdown. */
export const markdownTokens = (line: string): Token[] => matchTokens(line, parts, draw);
