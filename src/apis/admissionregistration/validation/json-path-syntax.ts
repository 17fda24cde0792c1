import { isPrintable } from "../../../apimachinery/go-strings.ts";

/** Returns why a template of JSONPath cannot be parsed (client-go's jsonpath.Parser); undefined if it can. */
export const jsonPathProblem = (template: string): string | undefined => new TemplateScanner(template).scan();

/** Returns the problem of an expression without its braces, and whether it ends with `..`. */
function scanAction(text: string): { readonly problem: string | undefined; readonly descends: boolean } {
  const scanner = new TemplateScanner(`{${text}}`);
  return { problem: scanner.scan(), descends: scanner.firstDescends };
}

const letterOrDigit = /[_\p{L}\p{Nd}]/u;
const digit = /\p{Nd}/u;
const numberForm = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const keyForm = /^'([^']*)'$/;
const sliceForm = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;
const comparisonForm = /^([^!<>=]+)[!<>=]+([^]+)$/;
const escape = String.raw`[abfnrtv\\]|x[\da-fA-F]{2}|u(?![dD][89a-fA-F])[\da-fA-F]{4}|U(?!0000[dD][89a-fA-F])00(?:0[\da-fA-F]|10)[\da-fA-F]{4}|[0-3][0-7]{2}`;
/** The content of quoted texts as strconv.UnquoteChar takes it, by the quote. */
const quotedForms: Readonly<Record<string, RegExp>> = {
  "'": new RegExp(String.raw`^(?:[^\\']|\\(?:'|${escape}))*$`),
  '"': new RegExp(String.raw`^(?:[^\\"]|\\(?:"|${escape}))*$`),
};
/** What ends a field or an identifier; the end of the text does, too. */
const terminators = " \t\r\n.,[]$@{}";

/** Reads a template once, from its start to its first problem. */
class TemplateScanner {
  readonly #chars: readonly string[];
  #at = 0;
  /** Whether the last part of the current action is `..`. */
  #descends = false;
  #firstDescends: boolean | undefined;

  constructor(template: string) {
    this.#chars = [...template];
  }

  /** Whether the first action ends with `..`. */
  get firstDescends(): boolean {
    return this.#firstDescends ?? false;
  }

  scan(): string | undefined {
    for (;;) {
      const start = this.#chars.indexOf("{", this.#at);
      if (start < 0) return undefined;
      this.#at = start + 1;
      this.#descends = false;
      const problem = this.#scanAction();
      if (problem !== undefined) return problem;
      this.#firstDescends ??= this.#descends;
    }
  }

  /** Reads an action up to its closing brace. */
  #scanAction(): string | undefined {
    while (this.#chars[this.#at] !== "}") {
      const problem = this.#scanPart();
      if (problem !== undefined) return problem;
    }
    this.#at++;
    return undefined;
  }

  #scanPart(): string | undefined {
    if (this.#follows("[?(")) return this.#scanFilter();
    if (this.#follows("..")) return this.#scanDescent();
    const char = this.#chars[this.#at];
    if (char === undefined || char === "\r" || char === "\n") return "unclosed action";
    if (char === " " || char === "@" || char === "$") return this.#skip();
    if (char === "[") return this.#scanBrackets();
    const quoted = quotedForms[char];
    if (quoted !== undefined) return this.#scanQuoted(char, quoted);
    if (char === ".") return this.#scanField(1);
    if (char === "+" || char === "-" || digit.test(char)) return this.#scanNumber();
    if (letterOrDigit.test(char)) return this.#scanIdentifier();
    return `unrecognized character in action: ${printedRune(char)}`;
  }

  #follows(text: string): boolean {
    return [...text].every((char, i) => this.#chars[this.#at + i] === char);
  }

  #skip(): undefined {
    this.#at++;
    return undefined;
  }

  #scanDescent(): string | undefined {
    if (this.#descends) return "invalid multiple recursive descent";
    this.#at += 2;
    this.#descends = true;
    return letterOrDigit.test(this.#chars[this.#at] ?? "") ? this.#scanField(0) : undefined;
  }

  /** Reads a field after `prefix` characters; a backslash escapes the character that follows. */
  #scanField(prefix: number): undefined {
    this.#at += prefix;
    this.#descends = false;
    for (;;) {
      const char = this.#chars[this.#at];
      if (char === undefined || terminators.includes(char)) return undefined;
      this.#at += char === "\\" && this.#at + 1 < this.#chars.length ? 2 : 1;
    }
  }

  #scanIdentifier(): undefined {
    this.#descends = false;
    while (this.#at < this.#chars.length && !terminators.includes(this.#chars[this.#at] ?? "")) this.#at++;
    return undefined;
  }

  #scanNumber(): string | undefined {
    const start = this.#at++;
    for (let char = this.#chars[this.#at]; char !== undefined && (char === "." || digit.test(char));)
      char = this.#chars[++this.#at];
    const text = this.#text(start, this.#at);
    this.#descends = false;
    return numberForm.test(text) && Number.isFinite(Number(text)) ? undefined : `cannot parse number ${text}`;
  }

  #scanQuoted(quote: string, form: RegExp): string | undefined {
    const start = this.#at;
    for (this.#at++; ; this.#at++) {
      const char = this.#chars[this.#at];
      if (char === undefined || char === "\n") return "unterminated quoted string";
      if (char === quote && this.#chars[this.#at - 1] !== "\\") break;
    }
    this.#at++;
    this.#descends = false;
    return form.test(this.#text(start + 1, this.#at - 1))
      ? undefined
      : `unquote string ${this.#text(start, this.#at)} error invalid syntax`;
  }

  /** Reads an index, a slice, a key, or several of them. */
  #scanBrackets(): string | undefined {
    const start = this.#at;
    for (let char = this.#chars[start]; char !== "]"; char = this.#chars[++this.#at])
      if (char === undefined || char === "\n") return "unterminated array";
    const text = this.#text(start + 1, this.#at++);
    this.#descends = false;
    const items = text.split(",");
    if (items.length > 1)
      return firstOf(items, (item) => scanAction(`[${item.replace(/^ +/, "").replace(/ +$/, "")}]`).problem);
    const key = keyForm.exec(text)?.[1];
    if (key === undefined) return sliceProblem(text);
    const { problem, descends } = scanAction(`.${key}`);
    this.#descends = descends;
    return problem;
  }

  #scanFilter(): string | undefined {
    const start = this.#at + 3;
    const end = filterEnd(this.#chars, start);
    if (end === undefined) return "unterminated filter";
    if (this.#chars[end + 1] !== "]") return "unclosed array expect ]";
    this.#at = end + 2;
    this.#descends = false;
    const text = this.#text(start, end);
    const [, left, right] = comparisonForm.exec(text) ?? [];
    const operands = left === undefined || right === undefined ? [text] : [left, right];
    return firstOf(operands, (operand) => scanAction(operand).problem);
  }

  #text(start: number, end: number): string {
    return this.#chars.slice(start, end).join("");
  }
}

/** Returns the position of the parenthesis that ends a filter: one that is not within the first quotes. */
function filterEnd(chars: readonly string[], start: number): number | undefined {
  let quote: string | undefined;
  let closed = false;
  for (let at = start; at < chars.length; at++) {
    const char = chars[at];
    if (char === "\n") return undefined;
    if (char === ")" && (quote === undefined || closed)) return at;
    if (char !== '"' && char !== "'") continue;
    if (quote === undefined) quote = char;
    else if (char === quote && chars[at - 1] !== "\\") closed = true;
  }
  return undefined;
}

const greatest = 2n ** 63n;

function sliceProblem(text: string): string | undefined {
  const parts = sliceForm.exec(text === "*" ? ":" : text);
  if (parts === null) return `invalid array index ${text}`;
  return firstOf(parts.slice(1, 4), (part = "", i) => {
    const index = i === 0 ? part : part.slice(1);
    return index === "" || isInt(index) ? undefined : `array index ${index} is not a number`;
  });
}

function isInt(digits: string): boolean {
  if (digits === "-") return false;
  const value = BigInt(digits);
  return value < greatest && value >= -greatest;
}

/** Returns the first problem of a list of items. */
function firstOf<T>(
  items: readonly T[],
  problemOf: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [i, item] of items.entries()) {
    const problem = problemOf(item, i);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Prints a character as Go's `%#U` does: `U+0021 '!'`. */
function printedRune(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return isPrintable(char) ? `U+${code} '${char}'` : `U+${code}`;
}
