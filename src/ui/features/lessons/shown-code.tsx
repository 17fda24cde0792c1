import { Fragment, type ReactNode } from "react";
import { tokensOf, type CodeLanguage } from "../../code/highlight.ts";
import type { Token } from "../../code/token.ts";

/** The text length above which lines are not highlighted. */
const colouredUpTo = 60_000;

const languages: Readonly<Record<string, CodeLanguage>> = {
  yaml: "yaml",
  yml: "yaml",
  json: "json",
  go: "go",
  cel: "cel",
  js: "javascript",
  javascript: "javascript",
};

/** Returns the tokens of the lines of a text, in a language as a fenced block names it. */
export function tokenLines(text: string, language: string): readonly (readonly Token[])[] {
  const lines = text.split("\n");
  if (text.length > colouredUpTo) return lines.map((line) => [{ kind: "", text: line }]);
  const known = languages[language];
  if (known !== undefined) return lines.map((line) => tokensOf(line, known));
  return language === "http" ? httpLines(lines) : lines.map((line) => [{ kind: "", text: line }]);
}

/** A request and its answer: the first line, headers, and after an empty line a body. */
function httpLines(lines: readonly string[]): readonly (readonly Token[])[] {
  let part: "first" | "head" | "body" = "first";
  return lines.map((line) => {
    if (line === "---") {
      part = "first";
      return [{ kind: "quiet", text: line }];
    }
    if (part === "first") {
      part = "head";
      const [, first = "", rest = ""] = /^(\S+)(\s.*)?$/.exec(line) ?? [];
      return [
        { kind: "keyword", text: first },
        { kind: "", text: rest },
      ];
    }
    if (line === "") part = "body";
    return part === "body" ? tokensOf(line, /^\s*["{}[\]]/.test(line) ? "json" : "yaml") : tokensOf(line, "yaml");
  });
}

/** The tokens of a line as elements. */
export const drawTokens = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, i) =>
    token.kind === "" ? (
      <Fragment key={i}>{token.text}</Fragment>
    ) : (
      <span key={i} className={`kp-t-${token.kind}`}>
        {token.text}
      </span>
    ),
  );

/** Code that is only shown. */
export function ShownCode({ text, language }: { readonly text: string; readonly language: string }) {
  return (
    <pre className="kp-lesson-code">
      <code>
        {tokenLines(text, language).map((tokens, i) => (
          <Fragment key={i}>
            {drawTokens(tokens)}
            {"\n"}
          </Fragment>
        ))}
      </code>
    </pre>
  );
}
