import type { Language } from "../../assist/language.ts";
import { celTokens } from "./cel-tokens.ts";
import { goTokens } from "./go-tokens.ts";
import { javascriptTokens } from "./javascript-tokens.ts";
import { matchTokens, byGroup } from "./match-tokens.ts";
import type { Token } from "./token.ts";

const parts = /(^\s*(?:```|~~~).*$)|(^#{1,6}\s.*$)|(`[^`]+`)|(^\s*(?:[-*+]|\d+[.)])\s|^---$|<!--.*?-->|\|)/g;

const draw = byGroup(["key", "keyword", "string", "quiet"]);

/** Returns the highlighted tokens of a line of Markdown. */
const markdownTokens = (line: string): Token[] => matchTokens(line, parts, draw);

/** The languages of texts. */
export type CodeLanguage = Language | "cel" | "javascript" | "go" | "markdown";

const json = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([{}[\],:]+)/g;

function drawJson([whole, quoted, colon, number, word]: RegExpExecArray): readonly Token[] {
  if (quoted === undefined)
    return [{ kind: number !== undefined ? "number" : word !== undefined ? "keyword" : "quiet", text: whole }];
  return colon === undefined
    ? [{ kind: "string", text: quoted }]
    : [
        { kind: "key", text: quoted },
        { kind: "quiet", text: colon },
      ];
}

const yamlLine =
  /^(\s*)((?:- +)*)(?:("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"'{[&*!|>%@`-][^#]*?|-[^\s#][^#]*?)(:)(?=\s|$))?(.*)/;

function yamlTokens(line: string): Token[] {
  if (line.trimStart().startsWith("#")) return [{ kind: "quiet", text: line }];
  const match = yamlLine.exec(line);
  if (match === null) return [{ kind: "", text: line }];
  const [, space = "", dashes = "", key, colon = "", rest = ""] = match;
  const tokens: Token[] = [];
  if (space !== "") tokens.push({ kind: "", text: space });
  if (dashes !== "") tokens.push({ kind: "quiet", text: dashes });
  if (key !== undefined) tokens.push({ kind: "key", text: key }, { kind: "quiet", text: colon });
  if (rest !== "") tokens.push(scalarToken(rest));
  return tokens;
}

function scalarToken(text: string): Token {
  const value = text.trim();
  if (value.startsWith("#")) return { kind: "quiet", text };
  if (/^-?\d+(\.\d+)?$/.test(value)) return { kind: "number", text };
  if (/^(true|false|null|~)$/.test(value)) return { kind: "keyword", text };
  if (/^(-|\{\}|\[\]|[|>][+-]?)$/.test(value)) return { kind: "quiet", text };
  return { kind: "string", text };
}

/** Returns the highlighted tokens of a line. Lines over 2,000 characters are not highlighted. */
export function tokensOf(line: string, language: CodeLanguage): readonly Token[] {
  if (line.length > 2000) return [{ kind: "", text: line }];
  switch (language) {
    case "json":
      return matchTokens(line, json, drawJson);
    case "yaml":
      return yamlTokens(line);
    case "cel":
      return celTokens(line);
    case "javascript":
      return javascriptTokens(line);
    case "go":
      return goTokens(line);
    case "markdown":
      return markdownTokens(line);
  }
}
