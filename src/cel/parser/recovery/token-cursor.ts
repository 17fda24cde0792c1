import type { TokenStream } from "../lexer.ts";
import { tokens } from "../token.ts";
import type { Leaf } from "./syntax-tree.ts";

/** A cursor over the tokens of a text with syntax errors. */
export class TokenCursor {
  readonly #text: string;
  readonly #stream: TokenStream;
  index = 0;

  constructor(text: string, stream: TokenStream) {
    this.#text = text;
    this.#stream = stream;
  }

  /** Returns the kind of the token at an offset from the current one. */
  ahead(count = 0): number {
    return this.#stream.kinds[this.index + count] ?? tokens.endOfFile;
  }

  offset(count = 0): number {
    return this.#stream.starts[this.index + count] ?? this.#text.length;
  }

  consume(): void {
    if (this.ahead() !== tokens.endOfFile) this.index++;
  }

  /** Returns the current token. */
  leaf(): Leaf {
    const text = this.#text.slice(this.#stream.starts[this.index], this.#stream.ends[this.index]);
    return { kind: this.ahead(), text, offset: this.offset() };
  }

  /** Returns a token in place of a missing one. At the end it has the location of the last token. */
  missingLeaf(): Leaf {
    const isAtEnd = this.ahead() === tokens.endOfFile && this.index > 0;
    return { kind: tokens.identifier, text: "<missing>", offset: this.offset(isAtEnd ? -1 : 0) };
  }

  /** Returns the current token in quotes, as used in messages. */
  quoted(): string {
    if (this.ahead() === tokens.endOfFile) return "'<EOF>'";
    return `'${escapeSpaces(this.#text.slice(this.#stream.starts[this.index], this.#stream.ends[this.index]))}'`;
  }

  /**
   * Returns the text from the current token through the token at an offset, without text that is not part of a token.
   */
  textThrough(count: number): string {
    const start = this.offset();
    const end =
      this.ahead(count) === tokens.endOfFile
        ? this.#text.length
        : (this.#stream.ends[this.index + count] ?? this.#text.length);
    if (this.ahead() === tokens.endOfFile) return "<EOF>";
    let text = "";
    let from = start;
    for (const error of this.#stream.errors) {
      if (error.start < from || error.start >= end) continue;
      text += this.#text.slice(from, error.start);
      from = error.end;
    }
    return escapeSpaces(text + this.#text.slice(from, end));
  }
}

const escapeSpaces = (text: string): string =>
  text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
