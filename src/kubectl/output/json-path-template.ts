import { encodeJson } from "../../apimachinery/json/encode.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { isObject } from "../../apimachinery/json/value.ts";
import { compileJsonPath } from "../../apiextensions/columns/json-path.ts";
import { isList } from "../json-access.ts";
import { KubectlError, messageOf } from "../kubectl-error.ts";
import { TemplateBudget } from "./template-budget.ts";

type Find = (value: JsonValue, root: JsonValue) => readonly JsonValue[];

type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paths"; readonly find: Find }
  | { readonly kind: "range"; readonly find: Find; readonly body: readonly Part[] };

/** A JSONPath template: finds its values and prints them (client-go util/jsonpath). */
export class JsonPathTemplate {
  readonly #parts: readonly Part[];

  /** Throws a KubectlError for a template that cannot be parsed. */
  constructor(text: string) {
    const tokens = tokensOf(text);
    this.#parts = parseParts(tokens, false);
  }

  /** The text of the template for a value. */
  print(value: JsonValue): string {
    return printParts(this.#parts, value, value, new TemplateBudget());
  }

  /** All values that the template finds. */
  values(value: JsonValue): readonly JsonValue[] {
    return this.#parts.flatMap((part) => (part.kind === "text" ? [part.text] : part.find(value, value)));
  }
}

type Token = { readonly kind: "text" | "action"; readonly text: string };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const open = text.indexOf("{", at);
    if (open < 0 || open > at) tokens.push({ kind: "text", text: text.slice(at, open < 0 ? text.length : open) });
    if (open < 0) break;
    const close = closingBrace(text, open);
    if (close < 0) throw new KubectlError("unclosed action");
    tokens.push({ kind: "action", text: text.slice(open + 1, close).trim() });
    at = close + 1;
  }
  return tokens;
}

function closingBrace(text: string, open: number): number {
  let quote = "";
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "'") quote = char;
    else if (char === "}") return at;
  }
  return -1;
}

function parseParts(tokens: Token[], inRange: boolean): readonly Part[] {
  const parts: Part[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token.kind === "text") parts.push({ kind: "text", text: token.text });
    else if (token.text === "end") {
      if (!inRange) throw new KubectlError("not in range, nothing to end");
      return parts;
    } else if (token.text.startsWith("range ")) {
      const find = pathsOf(token.text.slice("range ".length).trim());
      parts.push({ kind: "range", find, body: parseParts(tokens, true) });
    } else parts.push(...actionParts(token.text));
  }
  if (inRange) throw new KubectlError("unterminated range");
  return parts;
}

const literal = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')$/;

function actionParts(text: string): readonly Part[] {
  const quoted = literal.exec(text);
  if (quoted) return [{ kind: "text", text: unescaped(quoted[1] ?? quoted[2] ?? "") }];
  return [{ kind: "paths", find: pathsOf(text) }];
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, char: string) => escapes[char] ?? char);

/** Compiles a path: from the value (`.a`, `@.a`) or the root (`$.a`). */
function pathsOf(text: string): Find {
  const fromRoot = text.startsWith("$");
  const path = text.replace(/^[$@]/, "");
  if (path !== "" && !/^[.[]/.test(path)) {
    if (/^[\w-]+$/.test(path)) throw new KubectlError(`unrecognized identifier ${path}`);
    throw new KubectlError(
      `unrecognized character in action: U+${(path.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")} '${path.charAt(0)}'`,
    );
  }
  try {
    const find = compileJsonPath(path === "." ? "" : path);
    return (value, root) => [...find(fromRoot ? root : value)];
  } catch (error) {
    throw new KubectlError(messageOf(error));
  }
}

function printParts(parts: readonly Part[], value: JsonValue, root: JsonValue, budget: TemplateBudget): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return budget.spend(part.text);
      const found = part.find(value, root);
      if (part.kind === "paths") return found.map((each) => budget.spend(printValue(each))).join(" ");
      return found.map((each) => budget.spend("") + printParts(part.body, each, root, budget)).join("");
    })
    .join("");
}

/** A value as JSONPath prints it: texts as they are, objects and lists as JSON. */
export const printValue = (value: JsonValue): string =>
  typeof value === "string"
    ? value
    : value === null
      ? ""
      : isObject(value) || isList(value)
        ? encodeJson(value)
        : encodeJson(value);
