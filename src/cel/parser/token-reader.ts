import { tokens } from "./token.ts";
import type { TokenStream } from "./lexer.ts";

/** Thrown within the parser only, on a syntax error. */
export class SyntaxFailure extends Error {}

/** A cursor over tokens. */
export class TokenReader {
  readonly #text: string;
  readonly #tokens: TokenStream;
  #pos = 0;

  constructor(text: string, stream: TokenStream) {
    this.#text = text;
    this.#tokens = stream;
  }

  get kind(): number {
    return this.#tokens.kinds[this.#pos] ?? tokens.endOfFile;
  }

  get offset(): number {
    return this.#tokens.starts[this.#pos] ?? this.#text.length;
  }

  get tokenText(): string {
    return this.#text.slice(this.#tokens.starts[this.#pos], this.#tokens.ends[this.#pos]);
  }

  peek(ahead: number): number {
    return this.#tokens.kinds[this.#pos + ahead] ?? tokens.endOfFile;
  }

  advance(): void {
    this.#pos++;
  }

  /** Consumes a token of a kind and returns its offset. */
  take(kind: number): number {
    if (this.kind !== kind) throw new SyntaxFailure();
    const { offset } = this;
    this.#pos++;
    return offset;
  }

  skip(kind: number): boolean {
    if (this.kind !== kind) return false;
    this.#pos++;
    return true;
  }

  /** Reports whether the current identifier is the name of a message: a qualified name followed by a brace. */
  isMessageAhead(): boolean {
    let ahead = 1;
    while (this.peek(ahead) === tokens.dot && this.peek(ahead + 1) === tokens.identifier) ahead += 2;
    return this.peek(ahead) === tokens.leftBrace;
  }
}
