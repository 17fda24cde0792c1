import { CommentGroups } from "./comment-groups.ts";
import { GoSourceError } from "./go-error.ts";
import { GoScanner, type Token } from "./scanner.ts";

const keywords = new Set(
  "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var".split(
    " ",
  ),
);

/** Tokens with one token of lookahead and the comments between them. */
export class TokenStream {
  readonly comments = new CommentGroups();
  readonly #tokens: readonly Token[];
  readonly #source: string;
  #index = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = this.#read();
  }

  #read(): readonly Token[] {
    const scanner = new GoScanner(this.#source);
    const tokens: Token[] = [];
    for (;;) {
      const found = scanner.next();
      if ("comment" in found) this.comments.add(found.comment, tokens.at(-1));
      else {
        this.comments.close();
        tokens.push(found.token);
        if (found.token.kind === "end") return tokens;
      }
    }
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new Error("a stream ends with an end token");
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  /** Reports whether the next token is this operator or keyword. */
  at(text: string): boolean {
    const { kind, text: found } = this.peek();
    return found === text && (kind === "op" || kind === "ident");
  }

  /** Takes the next token if it is this operator or keyword. */
  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.#index += 1;
    return true;
  }

  expect(text: string): Token {
    if (!this.at(text)) throw this.unexpected(`'${text}'`);
    return this.next();
  }

  /** Reports whether the next token is a name, and no keyword. */
  atIdentifier(): boolean {
    const { kind, text } = this.peek();
    return kind === "ident" && !keywords.has(text);
  }

  identifier(): Token {
    if (!this.atIdentifier()) throw this.unexpected("'IDENT'");
    return this.next();
  }

  /** Returns the error for the next token where something else must stand (go/parser's text). */
  unexpected(wanted: string): GoSourceError {
    const { kind, text, line } = this.peek();
    const implied = kind === "op" && text === ";" && this.#source[this.peek().offset] !== ";";
    const found = kind === "end" ? "'EOF'" : implied ? "newline" : kind === "string" ? `"${text}"` : `'${text}'`;
    return new GoSourceError(`expected ${wanted}, found ${found}`, line);
  }

  /** Skips to the token behind the bracket that closes the one at hand, and returns the source between. */
  skipBrackets(): string {
    const start = this.peek();
    let depth = 0;
    for (;;) {
      const token = this.next();
      if (token.kind === "end")
        throw new GoSourceError(`expected a bracket that closes '${start.text}', found 'EOF'`, start.line);
      if (token.kind !== "op") continue;
      if ("([{".includes(token.text)) depth += 1;
      if (")]}".includes(token.text)) depth -= 1;
      if (depth === 0) return this.#source.slice(start.offset, token.offset + 1);
    }
  }
}
