import { setMember } from "./members.ts";
import { parseJsonNumber } from "./number.ts";
import { JsonSyntaxError, NumberRangeError, unexpected } from "./syntax-error.ts";
import { Double, type JsonValue } from "./value.ts";

type MutableObject = { [key: string]: JsonValue };

/** An array or object being parsed. `path` is set only when duplicates are reported. */
type Frame =
  | { readonly kind: "array"; readonly items: JsonValue[]; readonly path: string }
  | { readonly kind: "object"; readonly members: MutableObject; key: string; readonly path: string };

/** The levels of nesting that Go reads. */
export const maxDepth = 10000;
const maxDuplicates = 100;
const stepsAtOnce = 256;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isHex = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isEscape = (code: number): boolean => '"\\/bfnrt'.includes(String.fromCharCode(code));

/** Parses JSON as Go does, with an explicit stack, so that no nesting depth overflows the call stack. */
export class JsonParser {
  readonly #text: string;
  readonly #stack: Frame[] = [];
  readonly #duplicates: Set<string> | undefined;
  #pos = 0;
  /** The value that has been parsed last, until it is added to its container. */
  #value: JsonValue | undefined;
  #hasBegun = false;
  /** The first number out of range. */
  #tooLarge: string | undefined;

  /** `duplicates` receives the paths of repeated members. */
  constructor(text: string, duplicates?: Set<string>) {
    this.#text = text;
    this.#duplicates = duplicates;
  }

  /**
   * Parses the text. `pace` is called before every few steps with their number and may throw; called again, parsing
   * goes on from there.
   */
  parse(pace?: (steps: number) => void): JsonValue {
    if (!this.#hasBegun) this.#value = this.#beginValue();
    this.#hasBegun = true;
    for (let i = 1; ; i++) {
      if (i % stepsAtOnce === 0) pace?.(stepsAtOnce);
      const frame = this.#stack.at(-1);
      if (this.#value === undefined) this.#value = frame?.kind === "array" ? this.#beginValue() : this.#memberValue();
      else if (frame === undefined) return this.#finish(this.#value);
      else this.#value = this.#add(frame, this.#value);
    }
  }

  #finish(value: JsonValue): JsonValue {
    this.#skipSpace();
    if (this.#pos < this.#text.length) throw this.#unexpected("after top-level value");
    if (this.#tooLarge !== undefined) throw new NumberRangeError(this.#tooLarge, value);
    return value;
  }

  /** Parses a scalar or an empty container; opens a non-empty container and returns undefined. */
  #beginValue(): JsonValue | undefined {
    const code = this.#skipSpace();
    if (code === 0x7b) return this.#openObject();
    if (code === 0x5b) return this.#openArray();
    if (code === 0x22) return this.#string();
    if (code === 0x2d || isDigit(code)) return this.#number();
    if (code === 0x74) return this.#literal("true", true);
    if (code === 0x66) return this.#literal("false", false);
    if (code === 0x6e) return this.#literal("null", null);
    throw this.#unexpected("looking for beginning of value");
  }

  #openObject(): JsonValue | undefined {
    this.#enter();
    if (this.#skipSpace() === 0x7d) {
      this.#pos++;
      return {};
    }
    this.#stack.push({ kind: "object", members: {}, key: "", path: this.#childPath() });
    return undefined;
  }

  #openArray(): JsonValue | undefined {
    this.#enter();
    if (this.#skipSpace() === 0x5d) {
      this.#pos++;
      return [];
    }
    this.#stack.push({ kind: "array", items: [], path: this.#childPath() });
    return undefined;
  }

  #enter(): void {
    if (this.#stack.length >= maxDepth) throw new JsonSyntaxError("exceeded max depth");
    this.#pos++;
  }

  /** Returns the path of the value about to be parsed, as in upstream's strict decoding errors. */
  #childPath(): string {
    const frame = this.#stack.at(-1);
    if (this.#duplicates === undefined || frame === undefined) return "";
    if (frame.kind === "array") return `${frame.path}[${frame.items.length}]`;
    return frame.path === "" ? frame.key : `${frame.path}.${frame.key}`;
  }

  #memberValue(): JsonValue | undefined {
    const frame = this.#stack.at(-1);
    if (this.#skipSpace() !== 0x22) throw this.#unexpected("looking for beginning of object key string");
    const key = this.#string();
    if (frame?.kind === "object") {
      frame.key = key;
      if (this.#duplicates && Object.hasOwn(frame.members, key)) this.#reportDuplicate(this.#duplicates);
    }
    if (this.#skipSpace() !== 0x3a) throw this.#unexpected("after object key");
    this.#pos++;
    return this.#beginValue();
  }

  #reportDuplicate(duplicates: Set<string>): void {
    if (duplicates.size < maxDuplicates) duplicates.add(this.#childPath());
  }

  /** Adds a complete value to its container; returns the container if it is complete, too. */
  #add(frame: Frame, value: JsonValue): JsonValue | undefined {
    if (frame.kind === "array") frame.items.push(value);
    else setMember(frame.members, frame.key, value);
    const code = this.#skipSpace();
    const closing = frame.kind === "array" ? 0x5d : 0x7d;
    if (code !== 0x2c && code !== closing)
      throw this.#unexpected(frame.kind === "array" ? "after array element" : "after object key:value pair");
    this.#pos++;
    if (code === 0x2c) return undefined;
    this.#stack.pop();
    return frame.kind === "array" ? frame.items : frame.members;
  }

  #string(): string {
    const start = this.#pos++;
    let escaped = false;
    for (let code = this.#code(); code !== 0x22; code = this.#code()) {
      if (code < 0x20 || this.#pos >= this.#text.length) throw this.#unexpected("in string literal");
      this.#pos++;
      if (code !== 0x5c) continue;
      escaped = true;
      this.#escape();
    }
    this.#pos++;
    return escaped ? this.#unescape(start) : this.#text.slice(start + 1, this.#pos - 1);
  }

  #escape(): void {
    const code = this.#code();
    if (code === 0x75) return this.#unicodeEscape();
    if (!isEscape(code)) throw this.#unexpected("in string escape code", true);
    this.#pos++;
  }

  #unicodeEscape(): void {
    this.#pos++;
    for (let i = 0; i < 4; i++, this.#pos++) {
      if (!isHex(this.#code())) throw this.#unexpected("in \\u hexadecimal character escape", true);
    }
  }

  /** Decodes a string literal; lone surrogates become U+FFFD. */
  #unescape(start: number): string {
    return String(JSON.parse(this.#text.slice(start, this.#pos))).toWellFormed();
  }

  #number(): JsonValue {
    const start = this.#pos;
    if (this.#code() === 0x2d) this.#pos++;
    if (this.#code() === 0x30) this.#pos++;
    else this.#digits("in numeric literal");
    if (this.#code() === 0x2e) {
      this.#pos++;
      this.#digits("after decimal point in numeric literal");
    }
    if ((this.#code() | 0x20) === 0x65) this.#exponent();
    return this.#numberValue(this.#text.slice(start, this.#pos));
  }

  #exponent(): void {
    this.#pos++;
    const sign = this.#code();
    if (sign === 0x2b || sign === 0x2d) this.#pos++;
    this.#digits("in exponent of numeric literal");
  }

  #digits(where: string): void {
    if (!isDigit(this.#code())) throw this.#unexpected(where, true);
    while (isDigit(this.#code())) this.#pos++;
  }

  /** A number out of range is an error only if the rest is valid JSON, since Go checks the syntax first. */
  #numberValue(token: string): JsonValue {
    const value = parseJsonNumber(token);
    if (value !== undefined) return value;
    this.#tooLarge ??= token;
    return new Double(token.startsWith("-") ? -Infinity : Infinity);
  }

  #literal(word: string, value: JsonValue): JsonValue {
    this.#pos++;
    for (let i = 1; i < word.length; i++, this.#pos++) {
      if (this.#code() !== word.charCodeAt(i))
        throw this.#unexpected(`in literal ${word} (expecting '${word.charAt(i)}')`, true);
    }
    return value;
  }

  /** Returns the current character code; NaN at the end of the text. */
  #code(): number {
    return this.#text.charCodeAt(this.#pos);
  }

  #skipSpace(): number {
    while (isSpace(this.#code())) this.#pos++;
    return this.#code();
  }

  #unexpected(where: string, insideToken = false): JsonSyntaxError {
    return unexpected(this.#text, this.#pos, where, insideToken);
  }
}
