import { trimRight } from "../../apimachinery/trim.ts";
import { isPrintable, quoteGo } from "../../apimachinery/go-strings.ts";

/** What a token is; keywords are `.`, `if`, `range` and so on. */
export type TokenType =
  | "error"
  | "eof"
  | "text"
  | "leftDelim"
  | "rightDelim"
  | "leftParen"
  | "rightParen"
  | "space"
  | "pipe"
  | "assign"
  | "declare"
  | "field"
  | "variable"
  | "identifier"
  | "keyword"
  | "bool"
  | "number"
  | "charConstant"
  | "string"
  | "rawString"
  | "char";

/** A token of a template, with its place in the text and its line from 1 on. */
export interface Token {
  readonly type: TokenType;
  readonly value: string;
  readonly at: number;
  readonly line: number;
}

const keywords = new Set([
  ".",
  "block",
  "break",
  "continue",
  "define",
  "else",
  "end",
  "if",
  "nil",
  "range",
  "template",
  "with",
]);

/** A token as errors write it (parse.item.String). */
export function tokenText({ type, value }: Token): string {
  if (type === "eof") return "EOF";
  if (type === "error") return value;
  if (type === "keyword") return `<${value}>`;
  const runes = [...value];
  return runes.length > 10 ? `${quoteGo(runes.slice(0, 10).join(""))}...` : quoteGo(value);
}

const space = /[ \t\r\n]+/y;
const word = /[_\p{L}\p{Nd}]+/uy;
const letter = /[_\p{L}\p{Nd}]/uy;
const number = /[+-]?(?:0[xX][\da-fA-F_]*|0[oO][0-7_]*|0[bB][01_]*|[\d_]*)(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?i?/y;
const quoted = /"(?:[^"\\\n]|\\[^\n])*"/y;
const rawQuoted = /`[^`]*`/y;
const character = /'(?:[^'\\\n]|\\[^\n])*'/y;
const terminator = /[ \t\r\n.,|:)(]|\}\}|$/y;
const rightTrim = /[ \t\r\n]-\}\}/y;

/** Splits a template into its tokens; an error is the last of them (text/template/parse.lexer). */
export function tokensOf(text: string): readonly Token[] {
  return new Lexer(text).run();
}

class Lexer {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  #at = 0;
  #line = 1;
  #counted = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): readonly Token[] {
    while (this.#textUntilAction() && this.#action());
    return this.#tokens;
  }

  /** The part at a place that matches a sticky pattern; "" if none does. */
  #match(pattern: RegExp, at = this.#at): string {
    pattern.lastIndex = at;
    return pattern.exec(this.#text)?.[0] ?? "";
  }

  #matches(pattern: RegExp, at = this.#at): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.#text);
  }

  #push(type: TokenType, value: string, at = this.#at): true {
    for (; this.#counted < at; this.#counted++) if (this.#text[this.#counted] === "\n") this.#line++;
    this.#tokens.push({ type, value, at, line: this.#line });
    return true;
  }

  #emit(type: TokenType, length: number): true {
    this.#push(type, this.#text.slice(this.#at, this.#at + length));
    this.#at += length;
    return true;
  }

  #fail(message: string, at = this.#at): false {
    this.#push("error", message, at);
    return false;
  }

  /** Takes the text before the next action. Returns false at the end. */
  #textUntilAction(): boolean {
    const open = this.#text.indexOf("{{", this.#at);
    const end = open < 0 ? this.#text.length : open;
    const trims = open >= 0 && /^-[ \t\r\n]/.test(this.#text.slice(open + 2, open + 4));
    const text = this.#text.slice(this.#at, end);
    const kept = trims ? trimRight(text, " \t\r\n") : text;
    if (kept !== "") this.#push("text", kept);
    this.#at = end;
    if (open < 0) {
      this.#push("eof", "");
      return false;
    }
    const inside = open + (trims ? 4 : 2);
    if (this.#text.startsWith("/*", inside)) return this.#comment(inside) && this.#textUntilAction();
    this.#push("leftDelim", "{{");
    this.#at = inside;
    this.#depth = 0;
    return true;
  }

  #comment(from: number): boolean {
    this.#at = from;
    const end = this.#text.indexOf("*/", from + 2);
    if (end < 0) return this.#fail("unclosed comment");
    const trims = this.#matches(rightTrim, end + 2);
    if (!trims && !this.#text.startsWith("}}", end + 2)) return this.#fail("comment ends before closing delimiter");
    this.#close(end + 2, trims);
    return true;
  }

  /** Goes behind a right delimiter, and the white space after it if that is trimmed. */
  #close(at: number, trims: boolean): void {
    this.#at = at + (trims ? 4 : 2);
    if (trims) this.#at += this.#match(space).length;
  }

  /** Takes the tokens of an action. Returns false at an error. */
  #action(): boolean {
    for (;;) {
      const trims = this.#matches(rightTrim);
      if (trims || this.#text.startsWith("}}", this.#at)) {
        if (this.#depth > 0) return this.#fail("unclosed left paren");
        this.#push("rightDelim", "}}", trims ? this.#at + 2 : this.#at);
        this.#close(this.#at, trims);
        return true;
      }
      if (!this.#token()) return false;
    }
  }

  #token(): boolean {
    const char = this.#text.charAt(this.#at);
    if (char === "") return this.#fail("unclosed action");
    if (this.#matches(space)) return this.#spaces();
    if (char === "=") return this.#emit("assign", 1);
    if (char === ":")
      return this.#text.startsWith(":=", this.#at) ? this.#emit("declare", 2) : this.#fail("expected :=");
    if (char === "|") return this.#emit("pipe", 1);
    if (char === '"') return this.#quoted(quoted, "string", "unterminated quoted string");
    if (char === "`") return this.#quoted(rawQuoted, "rawString", "unterminated raw quoted string");
    if (char === "'") return this.#quoted(character, "charConstant", "unterminated character constant");
    if (char === "$" || (char === "." && !/\d/.test(this.#text.charAt(this.#at + 1)))) return this.#name(char);
    if (/[.+\-\d]/.test(char)) return this.#number();
    if (this.#matches(letter)) return this.#identifier();
    if (char === "(" || char === ")") return this.#parenthesis(char);
    if (/[!-~]/.test(char)) return this.#emit("char", 1);
    return this.#fail(`unrecognized character in action: ${runeText(this.#runeAt(this.#at))}`);
  }

  #spaces(): boolean {
    const { length } = this.#match(space);
    const trims = this.#matches(rightTrim, this.#at + length - 1);
    if (!trims || length > 1) this.#emit("space", trims ? length - 1 : length);
    return true;
  }

  #quoted(pattern: RegExp, type: TokenType, problem: string): boolean {
    const { length } = this.#match(pattern);
    return length === 0 ? this.#fail(problem) : this.#emit(type, length);
  }

  #parenthesis(char: string): boolean {
    this.#depth += char === "(" ? 1 : -1;
    return this.#depth < 0
      ? this.#fail("unexpected right paren")
      : this.#emit(char === "(" ? "leftParen" : "rightParen", 1);
  }

  /** A variable, a field or the dot. */
  #name(first: string): boolean {
    const rest = this.#match(word, this.#at + 1);
    const end = this.#at + 1 + rest.length;
    if (!this.#matches(terminator, end)) return this.#fail(`bad character ${runeText(this.#runeAt(end))}`);
    const type = first === "$" ? "variable" : rest === "" ? "keyword" : "field";
    return this.#emit(type, end - this.#at);
  }

  #number(): boolean {
    const { length } = this.#match(number);
    const end = this.#at + length;
    if (length === 0 || this.#matches(letter, end)) {
      const shown = this.#text.slice(this.#at, end) + (this.#matches(letter, end) ? this.#runeAt(end) : "");
      return this.#fail(`bad number syntax: ${quoteGo(shown)}`);
    }
    return this.#emit("number", length);
  }

  #identifier(): boolean {
    const name = this.#match(word);
    const end = this.#at + name.length;
    if (!this.#matches(terminator, end)) return this.#fail(`bad character ${runeText(this.#runeAt(end))}`);
    const type = keywords.has(name) ? "keyword" : name === "true" || name === "false" ? "bool" : "identifier";
    return this.#emit(type, name.length);
  }

  #runeAt(at: number): string {
    return String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
  }
}

/** A rune as Go's `%#U` prints it. */
function runeText(rune: string): string {
  const code = (rune.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return isPrintable(rune) ? `U+${code} '${rune}'` : `U+${code}`;
}
