import { byGroup, matchTokens } from "./match-tokens.ts";
import type { Token } from "./token.ts";

/** The Go keywords and predeclared types of declarations, as alternatives of a regular expression. */
export const goKeywords =
  "package|import|type|struct|const|map|string|bool|byte|int|int8|int16|int32|int64|uint|uint8|uint16|uint32|uint64|float32|float64|any";

/** A tag in a comment. */
export const goTag = String.raw`\+[A-Za-z_][\w:.-]*`;

const parts = new RegExp(
  [
    String.raw`(\/\/(?!\s*\+).*$|\/\/\s*)`,
    String.raw`(${goTag})`,
    String.raw`("(?:[^"\\]|\\.)*"?|${"`"}[^${"`"}]*${"`"}?)`,
    String.raw`\b(\d[\w.]*)`,
    String.raw`\b(${goKeywords})\b`,
    String.raw`([{}[\](),;:=*]+)`,
  ].join("|"),
  "g",
);

const draw = byGroup(["quiet", "keyword", "string", "number", "keyword", "quiet"]);

/** Returns the highlighted tokens of a line of Go. */
export const goTokens = (line: string): Token[] => matchTokens(line, parts, draw);
