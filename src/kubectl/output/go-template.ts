import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { memberOf } from "../../apimachinery/json/members.ts";
import { isList } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { goText } from "./print-table.ts";
import { TemplateBudget } from "./template-budget.ts";

type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "print"; readonly pipe: string }
  | {
      readonly kind: "block";
      readonly word: string;
      readonly pipe: string;
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[];
    };

interface Scope {
  readonly dot: JsonValue | undefined;
  readonly variables: ReadonlyMap<string, JsonValue | undefined>;
  readonly budget: TemplateBudget;
}

/** The part of Go's text/template that kubectl's users write: fields, range, if, with, variables and functions. */
export class GoTemplate {
  readonly #nodes: readonly Node[];

  /** Throws a KubectlError for a template that is not closed. */
  constructor(text: string) {
    const tokens = tokensOf(text);
    const { nodes, ended } = parse(tokens);
    const problem = ended === "" ? undefinedFunction(nodes) : `unexpected {{${ended.trim()}}}`;
    if (problem !== undefined)
      throw new KubectlError(`error parsing template ${text}, template: output:1: ${problem}\n`);
    this.#nodes = nodes;
  }

  /** The text of the template for a value. */
  print(value: JsonValue): string {
    return render(this.#nodes, { dot: value, variables: new Map([["$", value]]), budget: new TemplateBudget() });
  }
}

/** What Go says of a function that pipes call and that there is not; undefined if all are known. */
function undefinedFunction(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    if (node.kind === "text") continue;
    const pipe = node.pipe.replace(/^\$\w*\s*(?:,\s*\$\w*\s*)?:?=/, "");
    for (const [, name = ""] of pipe.matchAll(/(?<=^|[\s(|])([a-zA-Z_]\w*)(?=[\s)|]|$)|"(?:[^"\\]|\\.)*"|`[^`]*`/g))
      if (name !== "" && !Object.hasOwn(functions, name) && !/^(?:true|false|nil)$/.test(name))
        return `function ${quoteGo(name)} not defined`;
    const inner = node.kind === "block" ? undefinedFunction([...node.body, ...node.otherwise]) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

interface Token {
  readonly action: boolean;
  readonly text: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let trimNext = false;
  for (const match of text.matchAll(/\{\{(-\s)?((?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!\}\}|"|`)[\s\S])*?)(\s-)?\}\}/g)) {
    const before = text.slice(at, match.index);
    const left = trimNext ? before.trimStart() : before;
    tokens.push({ action: false, text: match[1] === undefined ? left : left.trimEnd() });
    tokens.push({ action: true, text: (match[2] ?? "").trim() });
    trimNext = match[3] !== undefined;
    at = match.index + match[0].length;
  }
  const rest = text.slice(at);
  if (rest.includes("{{"))
    throw new KubectlError(`error parsing template ${text}, template: output:1: unclosed action\n`);
  return [...tokens, { action: false, text: trimNext ? rest.trimStart() : rest }];
}

function parse(tokens: Token[]): { readonly nodes: readonly Node[]; readonly ended: string } {
  const nodes: Node[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (!token.action) {
      if (token.text !== "") nodes.push({ kind: "text", text: token.text });
      continue;
    }
    const [, word = "", pipe = ""] = /^(range|if|with|else|end|\/\*)?\s*([\s\S]*)$/.exec(token.text) ?? [];
    if (word === "end" || word === "else") return { nodes, ended: word === "else" ? `else ${pipe}` : "end" };
    if (word === "/*") continue;
    nodes.push(word === "" ? { kind: "print", pipe } : block(word, pipe, tokens));
  }
  return { nodes, ended: "" };
}

function block(word: string, pipe: string, tokens: Token[]): Node {
  const { nodes: body, ended } = parse(tokens);
  if (ended === "") throw new KubectlError("error parsing template: unexpected EOF");
  if (ended === "end") return { kind: "block", word, pipe, body, otherwise: [] };
  const chained = /^else (if|with) ([\s\S]*)$/.exec(ended);
  const otherwise = chained ? [block(chained[1] ?? "if", chained[2] ?? "", tokens)] : parse(tokens).nodes;
  return { kind: "block", word, pipe, body, otherwise };
}

function render(nodes: readonly Node[], given: Scope): string {
  let scope = given;
  let text = "";
  for (const node of nodes) {
    if (node.kind === "text") text += scope.budget.spend(node.text);
    else if (node.kind === "block") text += renderBlock(node, scope);
    else {
      const assigned = /^(\$\w*)\s*:?=\s*([\s\S]+)$/.exec(node.pipe);
      if (assigned)
        scope = {
          ...scope,
          variables: new Map([...scope.variables, [assigned[1] ?? "", evaluate(assigned[2] ?? "", scope)]]),
        };
      else text += scope.budget.spend(printed(evaluate(node.pipe, scope)));
    }
  }
  return text;
}

function renderBlock(node: Extract<Node, { kind: "block" }>, scope: Scope): string {
  const assigned = /^(\$\w*)\s*(?:,\s*(\$\w*)\s*)?:=\s*([\s\S]+)$/.exec(node.pipe);
  const value = evaluate(assigned?.[3] ?? node.pipe, scope);
  const inner = (dot: JsonValue | undefined, key: JsonValue | undefined): string => {
    const variables = new Map(scope.variables);
    if (assigned?.[2] !== undefined) variables.set(assigned[1] ?? "", key).set(assigned[2], dot);
    else if (assigned) variables.set(assigned[1] ?? "", dot);
    scope.budget.spend("");
    return render(node.body, { dot, variables, budget: scope.budget });
  };
  if (node.word === "range") {
    const entries = entriesOf(value);
    return entries.length === 0
      ? render(node.otherwise, scope)
      : entries.map(([key, item]) => inner(item, key)).join("");
  }
  if (!isTrue(value)) return render(node.otherwise, scope);
  return inner(node.word === "if" ? scope.dot : value, undefined);
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [JsonValue, JsonValue])[] {
  if (isList(value)) return value.map((item, i) => [i, item] as const);
  if (!isObject(value)) return [];
  return Object.keys(value)
    .sort(compareUtf8)
    .map((key) => [key, value[key] ?? null] as const);
}

const isTrue = (value: JsonValue | undefined): boolean => {
  if (isList(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== "" && value !== 0;
};

const printed = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? "<no value>" : goText(value);

/** Evaluates a pipeline of commands: each gets the value of the one before as its last argument. */
function evaluate(pipe: string, scope: Scope): JsonValue | undefined {
  let value: JsonValue | undefined;
  splitAt(pipe, "|").forEach((command, i) => (value = runCommand(command.trim(), scope, i === 0 ? [] : [value])));
  return value;
}

/** Splits a text at a character outside of quotes and parentheses. */
function splitAt(text: string, separator: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|[\s\S]/g)) {
    if (part === "(") depth++;
    if (part === ")") depth--;
    if (depth === 0 && (separator === " " ? /^\s$/.test(part) : part === separator)) parts.push("");
    else parts[parts.length - 1] += part;
  }
  return parts.filter((part) => part.trim() !== "");
}

function runCommand(command: string, scope: Scope, piped: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  const [first = "", ...rest] = splitAt(command, " ");
  const call = Object.hasOwn(functions, first) ? functions[first] : undefined;
  if (call === undefined) return operand(first, scope);
  return call([...rest.map((word) => operand(word, scope)), ...piped]);
}

function operand(word: string, scope: Scope): JsonValue | undefined {
  if (word.startsWith("(")) {
    const close = word.lastIndexOf(")");
    return fields(evaluate(word.slice(1, close), scope), word.slice(close + 1));
  }
  if (word.startsWith('"')) return String(JSON.parse(word));
  if (word.startsWith("`")) return word.slice(1, -1);
  if (word === "true" || word === "false") return word === "true";
  if (word === "nil") return null;
  if (/^[+-]?\d/.test(word)) return Number(word);
  const [, variable = "", path = ""] = /^(\$\w*)?(.*)$/.exec(word) ?? [];
  if (variable === "" && !path.startsWith("."))
    throw new KubectlError(`error parsing template: function ${quoteGo(word)} not defined`);
  return fields(variable === "" ? scope.dot : scope.variables.get(variable), path === "." ? "" : path);
}

function fields(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const name of path.split(".").slice(1)) found = isObject(found) ? memberOf(found, name) : undefined;
  return found;
}

type Arguments = readonly (JsonValue | undefined)[];

const textOf = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? "<nil>" : goText(value);

const compared =
  (test: (order: number) => boolean) =>
  ([a, b]: Arguments): boolean =>
    test(typeof a === "string" && typeof b === "string" ? compareUtf8(a, b) : Number(a) - Number(b));

const functions: Readonly<Record<string, (given: Arguments) => JsonValue | undefined>> = {
  eq: ([first, ...others]) => others.some((other) => textOf(first) === textOf(other)),
  ne: ([a, b]) => textOf(a) !== textOf(b),
  lt: compared((order) => order < 0),
  le: compared((order) => order <= 0),
  gt: compared((order) => order > 0),
  ge: compared((order) => order >= 0),
  not: ([value]) => !isTrue(value),
  and: (given) => given.find((value) => !isTrue(value)) ?? given.at(-1),
  or: (given) => given.find(isTrue) ?? given.at(-1),
  len: ([value]) => (typeof value === "string" ? value.length : entriesOf(value).length),
  index: ([value, ...keys]) =>
    keys.reduce<JsonValue | undefined>(
      (found, key) => (isList(found) ? found[Number(key)] : isObject(found) ? memberOf(found, textOf(key)) : undefined),
      value,
    ),
  print: (given) => given.map(textOf).join(""),
  println: (given) => `${given.map(textOf).join(" ")}\n`,
  printf: ([format, ...given]) => formatted(textOf(format), given),
  slice: ([value, from = 0, to]) => {
    const end = to === undefined ? undefined : Number(to);
    return isList(value) ? value.slice(Number(from), end) : textOf(value).slice(Number(from), end);
  },
  html: (given) =>
    given
      .map(textOf)
      .join("")
      .replace(/["'&<>]/g, (char) => `&${htmlNames[char] ?? ""};`),
  js: (given) =>
    given
      .map(textOf)
      .join("")
      .replace(/["'\\<>&=]/g, (char) => jsEscapes[char] ?? `\\${char}`),
  urlquery: (given) => encodeURIComponent(given.map(textOf).join("")).replaceAll("%20", "+").replaceAll("!", "%21"),
  base64decode: ([value]) => new TextDecoder().decode(bytesOfBase64(textOf(value))),
  exists: ([value, ...keys]) => functions["index"]?.([value, ...keys]) !== undefined,
};

const htmlNames: Readonly<Record<string, string>> = { '"': "#34", "'": "#39", "&": "amp", "<": "lt", ">": "gt" };
const jsEscapes: Readonly<Record<string, string>> = {
  "<": "\\u003C",
  ">": "\\u003E",
  "&": "\\u0026",
  "=": "\\u003D",
};

/** The widest field of Go's fmt. */
const widest = 1_000_000;

function formatted(format: string, given: Arguments): string {
  let next = 0;
  return format.replace(/%(-?\d*)([svdq%t])/g, (_, width: string, verb: string) => {
    if (verb === "%") return "%";
    const value = given[next++];
    const text = verb === "q" ? quoteGo(textOf(value)) : textOf(value);
    const columns = Math.min(Math.abs(Number(width)), widest);
    return width.startsWith("-") ? text.padEnd(columns) : text.padStart(columns);
  });
}
