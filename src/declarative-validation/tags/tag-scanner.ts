import { quoteGo } from "../../apimachinery/go-strings.ts";

/** A text that is no tag; the message is that of gengo's codetags. */
export class TagSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TagSyntaxError";
  }
}

/** The end of the text. */
export const end = "";

const digit = /^\p{Nd}$/u;
const space = /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;
const letter = /^[\p{L}_]$/u;
const identInner = /^[\p{L}\p{Nd}_.-]$/u;
const nameInner = /^[\p{L}\p{Nd}_.:-]$/u;

export const isDigit = (rune: string): boolean => digit.test(rune);
export const isIdentBegin = (rune: string): boolean => letter.test(rune);
export const isIdentInner = (rune: string): boolean => identInner.test(rune);
export const isNameInner = (rune: string): boolean => nameInner.test(rune);

/** Reads the parts of a tag, rune by rune. */
export class TagScanner {
  readonly #runes: readonly string[];
  pos = 0;

  constructor(text: string) {
    this.#runes = [...text];
  }

  peek(ahead = 0): string {
    return this.#runes[this.pos + ahead] ?? end;
  }

  next(): string {
    const rune = this.peek();
    if (rune !== end) this.pos += 1;
    return rune;
  }

  skipSpace(): void {
    while (space.test(this.peek())) this.pos += 1;
  }

  /** Returns all that is left. */
  rest(): string {
    const rest = this.#runes.slice(this.pos).join("");
    this.pos = this.#runes.length;
    return rest;
  }

  /** Reports whether nothing but a remark behind `#` follows. */
  atRemark(): boolean {
    let ahead = 0;
    while (space.test(this.peek(ahead))) ahead += 1;
    return this.peek(ahead) === "#";
  }

  identifier(isInner: (rune: string) => boolean): string {
    let text = this.next();
    while (isInner(this.peek())) text += this.next();
    return text;
  }

  /** Returns a number as it is written; a base prefix and hexadecimal digits may follow a leading 0. */
  number(): string {
    let text = "";
    if (this.peek() === "+" || this.peek() === "-") text += this.next();
    if (this.peek() === "0") {
      text += this.next();
      if (!/^[xob]$/.test(this.peek()) && !isDigit(this.peek())) return this.#checked(text);
      text += this.next();
    } else if (isDigit(this.peek())) text += this.next();
    else return this.#checked(text);
    while (isDigit(this.peek()) || /^[a-fA-F]$/.test(this.peek())) text += this.next();
    return this.#checked(text);
  }

  #checked(text: string): string {
    if (parseAnyBase(text) === undefined)
      throw new TagSyntaxError(`invalid number ${quoteGo(text)} at position ${this.pos}`);
    return text;
  }

  /** Returns the text between quotes or backquotes; a backslash escapes the quote and itself. */
  string(): string {
    const quote = this.next();
    let text = "";
    for (let rune = this.next(); rune !== quote; rune = this.next()) {
      if (rune === end) throw new TagSyntaxError(`unterminated string at position ${this.pos}`);
      if (rune === "\\") {
        const escaped = this.peek();
        if (escaped === end) throw new TagSyntaxError(`unterminated string at position ${this.pos}`);
        if (escaped !== quote && escaped !== "\\")
          throw new TagSyntaxError(`unhandled escaped character ${quoteRune(escaped)}`);
        rune = this.next();
      }
      text += rune;
    }
    return text;
  }
}

/** Returns an integer in any base of Go's, within int64; undefined for another text (strconv.ParseInt with base 0). */
function parseAnyBase(text: string): bigint | undefined {
  const parts = /^([+-]?)(0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|[1-9][0-9]*|0)$/.exec(text);
  if (parts === null) return undefined;
  const digits = (parts[2] ?? "").replace(/^0([0-7]+)$/, "0o$1");
  const value = parts[1] === "-" ? -BigInt(digits) : BigInt(digits);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Quotes a rune as Go's `%q`. */
export function quoteRune(rune: string): string {
  if (rune === "'") return "'\\''";
  if (rune === '"') return "'\"'";
  return `'${quoteGo(rune).slice(1, -1)}'`;
}
