import { goEscapes } from "../../apimachinery/go-strings.ts";
import { GoSourceError } from "./go-error.ts";

export type TokenKind = "ident" | "number" | "string" | "rune" | "op" | "end";

/** A token of Go source; a semicolon that a line's end implies is `op` `;`. */
export interface Token {
  readonly kind: TokenKind;
  /** The text; of a string literal, its value. */
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}

/** A comment with its markers. */
export interface Comment {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

type Found = { readonly token: Token } | { readonly comment: Comment };

const space = /[ \t\r]/;
const identBegin = /[\p{L}_]/u;
const identInner = /[\p{L}\p{Nd}_]/u;
const digit = /[0-9]/;
const numberInner = /[0-9a-zA-Z_.]/;
const operators = ["<-", ":=", "...", "&&", "||", "==", "!=", "<=", ">=", "++", "--", "<<", ">>", "+=", "-="];
const endsStatement = new Set([")", "]", "}", "++", "--"]);

/** Reads Go source as tokens and comments (Go's language specification, Lexical elements). */
export class GoScanner {
  readonly #source: string;
  #pos = 0;
  #line = 1;
  #mayEnd = false;

  constructor(source: string) {
    this.#source = source;
  }

  /** Returns the next token or comment. Throws a GoSourceError for text that is none. */
  next(): Found {
    const implied = this.#skipSpace();
    if (implied !== undefined) return implied;
    const start = this.#pos;
    const head = this.#source[start];
    if (head === undefined) {
      if (!this.#mayEnd) return { token: this.#token("end", "", start) };
      this.#mayEnd = false;
      return { token: this.#token("op", ";", start) };
    }
    const two = this.#source.slice(start, start + 2);
    if (two === "//" || two === "/*") return this.#commentOrEnd(two);
    const token = this.#scanToken(head, start);
    this.#mayEnd = token.kind === "op" ? endsStatement.has(token.text) : true;
    return { token };
  }

  #skipSpace(): Found | undefined {
    for (let char = this.#source[this.#pos]; char !== undefined; char = this.#source[this.#pos]) {
      if (char === "\n") {
        const line = this.#line;
        const offset = this.#pos;
        if (this.#mayEnd) {
          this.#mayEnd = false;
          return { token: { kind: "op", text: ";", line, offset } };
        }
        this.#line += 1;
      } else if (!space.test(char)) return undefined;
      this.#pos += 1;
    }
    return undefined;
  }

  #commentOrEnd(opening: string): Found {
    const start = this.#pos;
    const closing = opening === "//" ? "\n" : "*/";
    const found = this.#source.indexOf(closing, start + 2);
    if (found < 0 && opening === "/*") throw new GoSourceError("comment not terminated", this.#line);
    const end = found < 0 ? this.#source.length : opening === "//" ? found : found + 2;
    const text = this.#source.slice(start, end).replace(/\r$/, "");
    const lines = text.split("\n").length - 1;
    if (this.#mayEnd && (opening === "//" || lines > 0)) {
      this.#mayEnd = false;
      return { token: this.#token("op", ";", start) };
    }
    const line = this.#line;
    this.#line += lines;
    this.#pos = end;
    return { comment: { text, line, endLine: line + lines } };
  }

  #scanToken(head: string, start: number): Token {
    const rune = String.fromCodePoint(this.#source.codePointAt(start) ?? 0);
    if (identBegin.test(rune)) return this.#token("ident", this.#take(identInner), start);
    if (digit.test(head)) return this.#token("number", this.#take(numberInner), start);
    if (head === '"' || head === "'") return this.#quoted(head, start);
    if (head === "`") return this.#raw(start);
    const text = operators.find((operator) => this.#source.startsWith(operator, start)) ?? rune;
    this.#pos += text.length;
    return this.#token("op", text, start);
  }

  #take(inner: RegExp): string {
    const start = this.#pos;
    for (let code = this.#source.codePointAt(this.#pos); code !== undefined;) {
      const rune = String.fromCodePoint(code);
      if (!inner.test(rune)) break;
      this.#pos += rune.length;
      code = this.#source.codePointAt(this.#pos);
    }
    return this.#source.slice(start, this.#pos);
  }

  #quoted(quote: string, start: number): Token {
    let pos = start + 1;
    while (this.#source[pos] !== quote) {
      const char = this.#source[pos];
      if (char === undefined || char === "\n")
        throw new GoSourceError(
          quote === '"' ? "string literal not terminated" : "rune literal not terminated",
          this.#line,
        );
      pos += char === "\\" ? 2 : 1;
    }
    this.#pos = pos + 1;
    const body = this.#source.slice(start + 1, pos);
    return this.#token(quote === '"' ? "string" : "rune", unescapeGo(body, this.#line), start);
  }

  #raw(start: number): Token {
    const end = this.#source.indexOf("`", start + 1);
    if (end < 0) throw new GoSourceError("raw string literal not terminated", this.#line);
    const text = this.#source.slice(start + 1, end);
    const token = this.#token("string", text.replaceAll("\r", ""), start);
    this.#line += text.split("\n").length - 1;
    this.#pos = end + 1;
    return token;
  }

  #token(kind: TokenKind, text: string, offset: number): Token {
    return { kind, text, line: this.#line, offset };
  }
}

const simpleEscapes: Readonly<Record<string, string>> = { ...goEscapes, "\\": "\\", '"': '"', "'": "'" };
const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]?))/g;

function unescapeGo(body: string, line: number): string {
  return body.replace(escapes, (_, hex?: string, four?: string, eight?: string, octal?: string, simple?: string) => {
    const digits = hex ?? four ?? eight;
    const code =
      digits !== undefined ? Number.parseInt(digits, 16) : octal !== undefined ? Number.parseInt(octal, 8) : -1;
    if (code > 0x10ffff) throw new GoSourceError("escape is invalid Unicode code point", line);
    if (code >= 0) return String.fromCodePoint(code);
    const known = simpleEscapes[simple ?? ""];
    if (known === undefined) throw new GoSourceError("unknown escape", line);
    return known;
  });
}

/**
 * Returns what the generator writes for a text: one that is a Go literal itself, in quotes of any kind, is written
 * without them (validation-gen's toGolangSourceDataLiteral).
 */
export function unquoted(text: string): string {
  const quote = text[0];
  if (text.length < 2 || quote === undefined || !"\"`'".includes(quote) || !text.endsWith(quote)) return text;
  try {
    const scanner = new GoScanner(text);
    const literal = scanner.next();
    const behind = scanner.next();
    if (!("token" in literal) || !("token" in behind) || behind.token.offset !== text.length) return text;
    return quote !== "'" || [...literal.token.text].length === 1 ? literal.token.text : text;
  } catch (error) {
    if (error instanceof GoSourceError) return text;
    throw error;
  }
}
