import { goEscapes, isPrintable } from "../../apimachinery/go-strings.ts";
import { Double, type JsonValue } from "../../apimachinery/json/value.ts";
import { KubectlError } from "../kubectl-error.ts";

/** A part of a JSONPath template (client-go's jsonpath.Node). */
export type PathNode =
  | { readonly kind: "text" | "field" | "word"; readonly text: string }
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "slice"; readonly bounds: readonly (number | undefined)[]; readonly single: boolean }
  | {
      readonly kind: "filter";
      readonly left: readonly PathNode[];
      readonly operator: string;
      readonly right: readonly PathNode[];
    }
  | { readonly kind: "children" | "descend" }
  | { readonly kind: "union" | "list"; readonly lists: readonly (readonly PathNode[])[] };

const letter = /[_\p{L}\p{Nd}]/u;
const terminator = /[ \t\r\n.,[\]$@{}]/;

/** Parses a template to its texts and actions. Throws a KubectlError in the words of client-go's jsonpath.Parser. */
export function parseJsonPath(template: string): readonly PathNode[] {
  const nodes: PathNode[] = [];
  const parser = new ActionParser(template);
  for (;;) {
    const open = template.indexOf("{", parser.at);
    const text = template.slice(parser.at, open < 0 ? template.length : open);
    if (text !== "") nodes.push({ kind: "text", text });
    if (open < 0) return nodes;
    parser.at = open + 1;
    nodes.push({ kind: "list", lists: [parser.parse()] });
  }
}

/** The parts of an expression without its braces; what follows a brace in it is left out. */
const parseAction = (text: string): readonly PathNode[] => new ActionParser(`${text}}`).parse();

class ActionParser {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Parses up to the closing brace. */
  parse(): readonly PathNode[] {
    const nodes: PathNode[] = [];
    for (;;) {
      const rest = this.#text.slice(this.at, this.at + 3);
      const char = rest.charAt(0);
      if (char === "}") {
        this.at++;
        return nodes;
      }
      if (char === "" || char === "\r" || char === "\n") throw new KubectlError("unclosed action");
      if (char === " " || char === "@" || char === "$") this.at++;
      else if (rest === "[?(") nodes.push(this.#filter());
      else if (rest.startsWith("..")) this.#descend(nodes);
      else if (char === "[") nodes.push(...this.#brackets());
      else if (char === '"' || char === "'") nodes.push({ kind: "text", text: this.#quoted(char) });
      else if (char === ".") nodes.push(this.#field(1));
      else if (/[+\-\p{Nd}]/u.test(char)) nodes.push({ kind: "value", value: this.#number() });
      else if (letter.test(char)) nodes.push(this.#word());
      else throw new KubectlError(`unrecognized character in action: ${printedRune(this.#text, this.at)}`);
    }
  }

  #descend(nodes: PathNode[]): void {
    if (nodes.at(-1)?.kind === "descend") throw new KubectlError("invalid multiple recursive descent");
    this.at += 2;
    nodes.push({ kind: "descend" });
    if (letter.test(this.#text.charAt(this.at))) nodes.push(this.#field(0));
  }

  /** Reads up to a terminator that no backslash escapes. */
  #field(prefix: number): PathNode {
    const start = this.at + prefix;
    for (this.at = start; this.at < this.#text.length && !terminator.test(this.#text.charAt(this.at)); this.at++)
      if (this.#text.charAt(this.at) === "\\") this.at++;
    const name = this.#text.slice(start, this.at);
    return name === "*" ? { kind: "children" } : { kind: "field", text: name.replaceAll("\\", "") };
  }

  #word(): PathNode {
    const start = this.at;
    while (this.at < this.#text.length && !terminator.test(this.#text.charAt(this.at))) this.at++;
    const text = this.#text.slice(start, this.at);
    return /^(?:true|false)$/.test(text) ? { kind: "value", value: text === "true" } : { kind: "word", text };
  }

  #number(): JsonValue {
    const start = this.at++;
    while (/[.\p{Nd}]/u.test(this.#text.charAt(this.at))) this.at++;
    const text = this.#text.slice(start, this.at);
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) throw new KubectlError(`cannot parse number ${text}`);
    return text.includes(".") ? new Double(Number(text)) : Number(text);
  }

  #quoted(quote: string): string {
    const start = this.at;
    for (this.at++; this.#text.charAt(this.at) !== quote || this.#text.charAt(this.at - 1) === "\\"; this.at++)
      if (this.at >= this.#text.length || this.#text.charAt(this.at) === "\n")
        throw new KubectlError("unterminated quoted string");
    this.at++;
    const text = this.#text.slice(start, this.at);
    return text.slice(1, -1).replace(/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|[0-7]{3}|[\s\S]|$)/g, (_, code: string) => {
      if (code.length > 1)
        return String.fromCharCode(/^\d/.test(code) ? Number.parseInt(code, 8) : Number.parseInt(code.slice(1), 16));
      const char = code === quote || code === "\\" ? code : goEscapes[code];
      if (char === undefined) throw new KubectlError(`unquote string ${text} error invalid syntax`);
      return char;
    });
  }

  /** Reads `[…]`: an index, a slice, a key in quotes, or several of them. */
  #brackets(): readonly PathNode[] {
    const end = this.#text.slice(this.at).search(/[\]\n]/) + this.at;
    if (end < this.at || this.#text.charAt(end) === "\n") throw new KubectlError("unterminated array");
    const inner = this.#text.slice(this.at + 1, end);
    this.at = end + 1;
    const parts = inner.split(",");
    if (parts.length > 1)
      return [{ kind: "union", lists: parts.map((part) => parseAction(`[${part.replace(/^ +| +$/g, "")}]`)) }];
    const key = /^'([^']*)'$/.exec(inner)?.[1];
    return key === undefined ? [sliceOf(inner)] : parseAction(`.${key}`);
  }

  #filter(): PathNode {
    const start = this.at + 3;
    const end = filterEnd(this.#text, start);
    if (this.#text.charAt(end + 1) !== "]") throw new KubectlError("unclosed array expect ]");
    this.at = end + 2;
    const text = this.#text.slice(start, end);
    const [, left, operator = "", right = ""] = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(text) ?? [];
    if (left === undefined) return { kind: "filter", left: parseAction(text), operator: "exists", right: [] };
    return { kind: "filter", left: parseAction(left), operator, right: parseAction(right) };
  }
}

/** The position of the parenthesis that ends a filter: one that is not within the first quotes. */
function filterEnd(text: string, start: number): number {
  let quote = "";
  let closed = false;
  for (let at = start; at < text.length && text.charAt(at) !== "\n"; at++) {
    const char = text.charAt(at);
    if (char === ")" && (quote === "" || closed)) return at;
    if (char !== '"' && char !== "'") continue;
    if (quote === "") quote = char;
    else if (char === quote && text.charAt(at - 1) !== "\\") closed = true;
  }
  throw new KubectlError("unterminated filter");
}

function sliceOf(inner: string): PathNode {
  const [match, ...parts] = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(inner === "*" ? ":" : inner) ?? [];
  if (match === undefined) throw new KubectlError(`invalid array index ${inner}`);
  const bounds = [0, 1, 2].map((i) => {
    const index = (parts[i] ?? "").slice(i === 0 ? 0 : 1);
    if (index === "-") throw new KubectlError("array index - is not a number");
    return index === "" ? undefined : Number(index);
  });
  return { kind: "slice", bounds, single: parts[1] === undefined };
}

/** A character as Go's `%#U` prints it: `U+0021 '!'`. */
function printedRune(text: string, at: number): string {
  const rune = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const code = (rune.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return isPrintable(rune) ? `U+${code} '${rune}'` : `U+${code}`;
}
