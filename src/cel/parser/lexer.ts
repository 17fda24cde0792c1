import { tokens } from "./token.ts";
import { isDigit, isLetter, scanNumber, scanString, scanEscapedIdentifier, type Scan } from "./scan.ts";

/** Text that does not form a token, up to where the lexer detected the error. */
export interface LexerError {
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text; the last one is end of file. */
export interface TokenStream {
  readonly kinds: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly errors: readonly LexerError[];
}

const singles: Readonly<Record<string, number>> = {
  "[": tokens.leftBracket,
  "]": tokens.rightBracket,
  "{": tokens.leftBrace,
  "}": tokens.rightBrace,
  "(": tokens.leftParen,
  ")": tokens.rightParen,
  ".": tokens.dot,
  ",": tokens.comma,
  "-": tokens.minus,
  "!": tokens.exclamation,
  "?": tokens.question,
  ":": tokens.colon,
  "+": tokens.plus,
  "*": tokens.star,
  "/": tokens.slash,
  "%": tokens.percent,
  "<": tokens.less,
  ">": tokens.greater,
};
const doubles: Readonly<Record<string, number>> = {
  "==": tokens.equals,
  "!=": tokens.notEquals,
  "<=": tokens.lessEquals,
  ">=": tokens.greaterEquals,
  "&&": tokens.and,
  "||": tokens.or,
};
const keywords: Readonly<Record<string, number>> = {
  in: tokens.in,
  true: tokens.true,
  false: tokens.false,
  null: tokens.null,
};

const singleByCode: readonly number[] = Array.from(
  { length: 128 },
  (_, code) => singles[String.fromCharCode(code)] ?? 0,
);
const mayBeDouble: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  "=!<>&|".includes(String.fromCharCode(code)),
);

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13 || code === 12;

class Lexer {
  readonly #text: string;
  readonly kinds: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly errors: LexerError[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  run(): TokenStream {
    const text = this.#text;
    let pos = 0;
    while (pos < text.length) {
      const code = text.charCodeAt(pos);
      if (isSpace(code)) pos++;
      else if (code === 47 && text.charCodeAt(pos + 1) === 47) pos = this.#commentEnd(pos);
      else pos = this.#token(pos, code);
    }
    this.#emit(tokens.endOfFile, pos, pos);
    return this;
  }

  #commentEnd(pos: number): number {
    const end = this.#text.indexOf("\n", pos);
    return end < 0 ? this.#text.length : end;
  }

  #emit(kind: number, start: number, end: number): number {
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
    return end;
  }

  #token(pos: number, code: number): number {
    if (isLetter(code)) return this.#word(pos);
    if (isDigit(code) || (code === 46 && isDigit(this.#text.charCodeAt(pos + 1)))) {
      const { kind, end } = scanNumber(this.#text, pos);
      return this.#emit(kind, pos, end);
    }
    if (code === 34 || code === 39) return this.#scanned(tokens.string, pos, scanString(this.#text, pos, false));
    if (code === 96) return this.#scanned(tokens.escapedIdentifier, pos, scanEscapedIdentifier(this.#text, pos));
    return this.#operator(pos, code);
  }

  #scanned(kind: number, start: number, scan: Scan): number {
    return scan.ok ? this.#emit(kind, start, scan.end) : this.#fail(start, scan.end);
  }

  /** Reports an error. `end` is the offset at which no token could continue; the character there is skipped too. */
  #fail(start: number, end: number): number {
    const rune = this.#text.codePointAt(end) ?? 0;
    const after = Math.min(end + (rune > 0xffff ? 2 : 1), this.#text.length);
    this.errors.push({ start, end: after });
    return after;
  }

  #operator(pos: number, code: number): number {
    if (code >= 128) return this.#fail(pos, pos);
    if (mayBeDouble[code]) {
      const double = doubles[this.#text.slice(pos, pos + 2)];
      if (double !== undefined) return this.#emit(double, pos, pos + 2);
    }
    const single = singleByCode[code] ?? 0;
    if (single !== 0) return this.#emit(single, pos, pos + 1);
    return this.#fail(pos, mayBeDouble[code] ? pos + 1 : pos);
  }

  #word(pos: number): number {
    const prefixed = this.#prefixedString(pos);
    if (prefixed !== undefined) return prefixed;
    const text = this.#text;
    let end = pos + 1;
    while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
    const keyword = end - pos <= 5 && end - pos >= 2 ? keywords[text.slice(pos, end)] : undefined;
    return this.#emit(typeof keyword === "number" ? keyword : tokens.identifier, pos, end);
  }

  /** Scans a string with a prefix: `r"…"`, `b"…"`, `br"…"`. If it is unterminated, the prefix is an identifier. */
  #prefixedString(pos: number): number | undefined {
    const isBytes = (this.#text.charCodeAt(pos) | 32) === 98;
    const rawAt = isBytes ? pos + 1 : pos;
    const isRaw = (this.#text.charCodeAt(rawAt) | 32) === 114;
    if (!isBytes && !isRaw) return undefined;
    const quote = isRaw ? rawAt + 1 : rawAt;
    const code = this.#text.charCodeAt(quote);
    if (code !== 34 && code !== 39) return undefined;
    const scan = scanString(this.#text, quote, isRaw);
    return scan.ok ? this.#emit(isBytes ? tokens.bytes : tokens.string, pos, scan.end) : undefined;
  }
}

const isWordCode = (code: number): boolean => isLetter(code) || isDigit(code);

/** Tokenizes a text. */
export const tokenize = (text: string): TokenStream => new Lexer(text).run();
