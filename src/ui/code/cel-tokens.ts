import { celMacros } from "../../component-base/cel-macros.ts";
import { byGroup, matchTokens } from "./match-tokens.ts";
import type { Token } from "./token.ts";

/** The macro names as alternatives of a regular expression. */
export const macroPattern = Object.keys(celMacros).join("|");

const parts = new RegExp(
  [
    String.raw`(\/\/.*$)`,
    String.raw`([bB]?[rR](?:"[^"]*"?|'[^']*'?)|[bB]?(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?))`,
    String.raw`(\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)u?\b)`,
    String.raw`(\b(?:true|false|null|in)\b|\b(?:${macroPattern})(?=\s*\())`,
    String.raw`([A-Za-z_]\w*(?=\s*\())`,
    String.raw`[A-Za-z_]\w*`,
    String.raw`([-+*/%!<>=&|?:.,()[\]{}]+)`,
  ].join("|"),
  "g",
);

const draw = byGroup(["quiet", "string", "number", "keyword", "key", "quiet"]);

/** Returns the highlighted tokens of a line of a CEL expression. */
export const celTokens = (line: string): Token[] => matchTokens(line, parts, draw);
