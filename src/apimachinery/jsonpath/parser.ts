import { trim } from "../trim.ts";
import { goEscapes, isPrintable } from "../go-strings.ts";
import { Double } from "../json/value.ts";
import { GoInteger } from "./found.ts";
import { JsonPathError } from "./json-path-error.ts";

/** A part of a parsed template (client-go's jsonpath.Node). */
export type PathNode =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field" | "identifier"; readonly name: string }
  | { readonly kind: "literal"; readonly value: boolean | Double | GoInteger | number }
  | ArrayNode
  | FilterNode
  | { readonly kind: "wildcard" | "recursive" }
  | { readonly kind: "union"; readonly lists: readonly (readonly PathNode[])[] }
  | { readonly kind: "list"; readonly nodes: readonly PathNode[] };

/** An index or a slice. Bounds are int64; one that is not given is undefined. */
export interface ArrayNode {
  readonly kind: "array";
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
  /** Whether `to` is not given but follows from a single index. */
  readonly isIndex: boolean;
  readonly step: bigint | undefined;
}

/** `[?(…)]`: a comparison, or with the operator `exists` a path that must find something. */
export interface FilterNode {
  readonly kind: "filter";
  readonly left: readonly PathNode[];
  readonly operator: string;
  readonly right: readonly PathNode[];
}

/** Parses a template to its texts and actions. Throws JsonPathError in the words of client-go's jsonpath.Parser. */
export const parseJsonPath = (template: string): readonly PathNode[] => new Parser(template).parse();

/** Returns why a template cannot be parsed; undefined if it can. */
export function jsonPathProblem(template: string): string | undefined {
  try {
    parseJsonPath(template);
    return undefined;
  } catch (err) {
    if (err instanceof JsonPathError) return err.message;
    throw err;
  }
}

/** Parses an expression without its braces; of several actions, the first counts. */
function parseAction(text: string): readonly PathNode[] {
  const [first] = parseJsonPath(`{${text}}`);
  return first?.kind === "list" ? first.nodes : [];
}

const digit = /\p{Nd}/u;
const letterOrDigit = /[_\p{L}\p{Nd}]/u;
const fieldForm = /(?:\\[^]?|[^\\ \t\r\n.,[\]$@{}])*/uy;
const identifierForm = /[^ \t\r\n.,[\]$@{}]*/uy;
const numberForm = /[+-]?[.\p{Nd}]*/uy;
const comparisonForm = /^([^!<>=]+)([!<>=]+)([^\n]+)/;

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): readonly PathNode[] {
    const nodes: PathNode[] = [];
    for (;;) {
      const open = this.#text.indexOf("{", this.#at);
      const text = this.#text.slice(this.#at, open < 0 ? this.#text.length : open);
      if (text !== "") nodes.push({ kind: "text", text });
      if (open < 0) return nodes;
      this.#at = open + 1;
      nodes.push({ kind: "list", nodes: this.#action() });
    }
  }

  /** Parses up to the closing brace. */
  #action(): readonly PathNode[] {
    const nodes: PathNode[] = [];
    while (!this.#skips("}")) this.#part(nodes);
    return nodes;
  }

  #part(nodes: PathNode[]): void {
    if (this.#skips("[?(")) return void nodes.push(this.#filter());
    if (this.#skips("..")) return this.#recursive(nodes);
    const rune = this.#peek();
    if (rune === "" || rune === "\r" || rune === "\n") throw new JsonPathError("unclosed action");
    if (this.#skips(" ") || this.#skips("@") || this.#skips("$")) return;
    if (rune === "[") for (const node of this.#brackets()) nodes.push(node);
    else if (rune === '"' || rune === "'") nodes.push({ kind: "text", text: this.#quoted(rune) });
    else if (this.#skips(".")) nodes.push(this.#field());
    else if (rune === "+" || rune === "-" || digit.test(rune)) nodes.push(numberOf(this.#take(numberForm)));
    else if (letterOrDigit.test(rune)) nodes.push(identifierOf(this.#take(identifierForm)));
    else throw new JsonPathError(`unrecognized character in action: ${printedRune(rune)}`);
  }

  #peek(): string {
    const code = this.#text.codePointAt(this.#at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  /** Skips a text if it stands here. */
  #skips(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #take(form: RegExp): string {
    form.lastIndex = this.#at;
    const [text = ""] = form.exec(this.#text) ?? [];
    this.#at += text.length;
    return text;
  }

  #field(): PathNode {
    const name = this.#take(fieldForm);
    return name === "*" ? { kind: "wildcard" } : { kind: "field", name: name.replaceAll("\\", "") };
  }

  #recursive(nodes: PathNode[]): void {
    if (nodes.at(-1)?.kind === "recursive") throw new JsonPathError("invalid multiple recursive descent");
    nodes.push({ kind: "recursive" });
    if (letterOrDigit.test(this.#peek())) nodes.push(this.#field());
  }

  #quoted(quote: string): string {
    const start = this.#at;
    for (this.#at++; this.#text.charAt(this.#at) !== quote || this.#text.charAt(this.#at - 1) === "\\"; this.#at++)
      if (this.#at >= this.#text.length || this.#text.charAt(this.#at) === "\n")
        throw new JsonPathError("unterminated quoted string");
    this.#at++;
    return unquote(this.#text.slice(start, this.#at), quote);
  }

  /** Parses `[…]`: an index, a slice, a key in quotes, or several of them. */
  #brackets(): readonly PathNode[] {
    const end = this.#end("]");
    if (end === undefined) throw new JsonPathError("unterminated array");
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    const parts = inner.split(",");
    if (parts.length > 1) return [{ kind: "union", lists: parts.map((part) => parseAction(`[${trim(part, " ")}]`)) }];
    const key = /^'([^']*)'$/.exec(inner)?.[1];
    return key === undefined ? [arrayOf(inner)] : parseAction(`.${key}`);
  }

  /** Returns the position of a character on this line; undefined if there is none. */
  #end(char: string): number | undefined {
    const end = this.#text.indexOf(char, this.#at);
    const line = this.#text.indexOf("\n", this.#at);
    return end < 0 || (line >= 0 && line < end) ? undefined : end;
  }

  #filter(): PathNode {
    const start = this.#at;
    const end = filterEnd(this.#text, start);
    if (end === undefined) throw new JsonPathError("unterminated filter");
    if (this.#text.charAt(end + 1) !== "]") throw new JsonPathError("unclosed array expect ]");
    this.#at = end + 2;
    const text = this.#text.slice(start, end);
    const [, left, operator = "", right = ""] = comparisonForm.exec(text) ?? [];
    if (left === undefined) return { kind: "filter", left: parseAction(text), operator: "exists", right: [] };
    return { kind: "filter", left: parseAction(left), operator, right: parseAction(right) };
  }
}

/** Returns the position of the parenthesis that ends a filter: one that is not within the first quotes. */
function filterEnd(text: string, start: number): number | undefined {
  let quote = "";
  let closed = false;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\n") return undefined;
    if (char === ")" && (quote === "" || closed)) return at;
    if (char !== '"' && char !== "'") continue;
    if (quote === "") quote = char;
    else if (char === quote && text.charAt(at - 1) !== "\\") closed = true;
  }
  return undefined;
}

const identifierOf = (name: string): PathNode =>
  name === "true" || name === "false" ? { kind: "literal", value: name === "true" } : { kind: "identifier", name };

function numberOf(text: string): PathNode {
  if (/^[+-]?[0-9]+$/.test(text)) {
    const value = BigInt(text.replace("+", ""));
    if (value === BigInt.asIntN(64, value)) return { kind: "literal", value: new GoInteger("int", safeOf(value)) };
  }
  const value = Number(text);
  if (!/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(text) || !Number.isFinite(value))
    throw new JsonPathError(`cannot parse number ${text}`);
  return { kind: "literal", value: new Double(value) };
}

const safeOf = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

function arrayOf(inner: string): ArrayNode {
  const [match, first = "", ...others] = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(inner === "*" ? ":" : inner) ?? [];
  if (match === undefined) throw new JsonPathError(`invalid array index ${inner}`);
  const from = boundOf(first);
  const isIndex = others[0] === undefined;
  const to = isIndex ? BigInt.asIntN(64, (from ?? 0n) + 1n) : boundOf(others[0]?.slice(1) ?? "");
  return { kind: "array", from, to, isIndex, step: boundOf(others[1]?.slice(1) ?? "") };
}

function boundOf(text: string): bigint | undefined {
  if (text === "") return undefined;
  const value = text === "-" ? undefined : BigInt(text);
  if (value === undefined || value !== BigInt.asIntN(64, value))
    throw new JsonPathError(`array index ${text} is not a number`);
  return value;
}

const escapeForm = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2})|([^]?))/gu;

/** Returns the content of a quoted text as strconv.UnquoteChar reads it. Throws JsonPathError. */
function unquote(text: string, quote: string): string {
  const inner = text.slice(1, -1);
  if (!inner.includes("\\")) return inner;
  const fail = (): JsonPathError => new JsonPathError(`unquote string ${text} error invalid syntax`);
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  let at = 0;
  const plain = (end: number): void => {
    const part = inner.slice(at, end);
    if (part.includes(quote)) throw fail();
    for (const byte of encoder.encode(part)) bytes.push(byte);
  };
  for (const { 0: escape, 1: byte, 2: short, 3: long, 4: octal, 5: char, index } of inner.matchAll(escapeForm)) {
    plain(index);
    at = index + escape.length;
    const raw = byte === undefined ? octal && Number.parseInt(octal, 8) : Number.parseInt(byte, 16);
    if (typeof raw === "number") bytes.push(raw);
    else {
      const rune = runeOf(short ?? long, char, quote);
      if (rune === undefined) throw fail();
      bytes.push(...encoder.encode(rune));
    }
  }
  plain(inner.length);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(bytes));
}

function runeOf(code: string | undefined, char: string | undefined, quote: string): string | undefined {
  if (code === undefined) return char === quote || char === "\\" ? char : goEscapes[char ?? ""];
  const value = Number.parseInt(code, 16);
  return value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? undefined : String.fromCodePoint(value);
}

/** Prints a character as Go's `%#U` does: `U+0021 '!'`. */
function printedRune(rune: string): string {
  const code = (rune.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return isPrintable(rune) ? `U+${code} '${rune}'` : `U+${code}`;
}
