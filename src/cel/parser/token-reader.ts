import { tokens } from "./token.ts";
import type { TokenStream } from "./lexer.ts";

/** Thrown inside the parser only: the text does not follow the grammar. */
export class SyntaxFailure extends Error {}

/** Goes through tokens one by one. */
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

  /** Takes the token of a kind and answers where it began. */
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

  /** True if the name at hand is that of a message: dotted names and then a brace. */
  isMessageAhead(): boolean {
    let ahead = 1;
    while (this.peek(ahead) === tokens.dot && this.peek(ahead + 1) === tokens.identifier) ahead += 2;
    return this.peek(ahead) === tokens.leftBrace;
  }
}
