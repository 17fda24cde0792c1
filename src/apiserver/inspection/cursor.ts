import { tokenize, type TokenStream } from "../../cel/parser/lexer.ts";
import { tokens } from "../../cel/parser/token.ts";
import { celMacros } from "../../component-base/cel-macros.ts";

/** A macro around the cursor that declares variables. */
interface Binding {
  readonly target: string;
  readonly variables: readonly string[];
  readonly isOptional: boolean;
}

/** The context of the cursor in an expression. */
export interface Cursor {
  /** The part of the word before the cursor, possibly empty. */
  readonly start: number;
  readonly end: number;
  /** The expression before the dot. Undefined if there is no dot, "" if its type cannot be determined. */
  readonly receiver: string | undefined;
  /** The enclosing macros, outermost first. */
  readonly bindings: readonly Binding[];
}

const openings: ReadonlySet<number> = new Set([tokens.leftParen, tokens.leftBracket, tokens.leftBrace]);
const closings: ReadonlySet<number> = new Set([tokens.rightParen, tokens.rightBracket, tokens.rightBrace]);
const valueEnds: ReadonlySet<number> = new Set([
  ...closings,
  tokens.identifier,
  tokens.string,
  tokens.bytes,
  tokens.int,
  tokens.uint,
  tokens.float,
]);

/** The possible numbers of variables of a macro, by its name. */
const variableCounts: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(celMacros));

/** An open bracket and the number of commas after it. */
class Open {
  readonly token: number;
  commas = 0;
  constructor(token: number) {
    this.token = token;
  }
}

class CursorReader {
  readonly #text: string;
  readonly #stream: TokenStream;
  readonly #count: number;

  constructor(text: string) {
    this.#text = text;
    this.#stream = tokenize(text);
    this.#count = this.#stream.kinds.length - 1;
  }

  #kind(token: number): number {
    return this.#stream.kinds[token] ?? tokens.endOfFile;
  }

  #slice(from: number, to: number): string {
    return this.#text.slice(this.#stream.starts[from], this.#stream.ends[to]);
  }

  /** Returns the token of the opening bracket that matches a closing one; -1 if there is none. */
  #opening(token: number): number {
    let depth = 0;
    for (let i = token; i >= 0; i--) {
      const kind = this.#kind(i);
      if (closings.has(kind)) depth++;
      if (openings.has(kind) && --depth === 0) return i;
    }
    return -1;
  }

  /** Returns the first token of the value that ends at a token, `a.b(c)[0]` as a whole; -1 if no value ends there. */
  #valueStart(end: number): number {
    if (!this.#endsValue(end)) return -1;
    const start = closings.has(this.#kind(end)) ? this.#bracketStart(end) : end;
    if (start < 0 || this.#kind(start) !== tokens.identifier) return start;
    const dot = this.#kind(start - 1) === tokens.question ? start - 2 : start - 1;
    return this.#kind(dot) === tokens.dot ? this.#valueStart(dot - 1) : start;
  }

  /** The name of a call, the value that is indexed, or the bracket itself. */
  #bracketStart(end: number): number {
    const open = this.#opening(end);
    if (open < 0 || !this.#endsValue(open - 1)) return open;
    if (this.#kind(end) === tokens.rightBracket) return this.#valueStart(open - 1);
    return this.#kind(open - 1) === tokens.identifier ? open - 1 : open;
  }

  #endsValue(token: number): boolean {
    return valueEnds.has(this.#kind(token));
  }

  #bindingOf({ token, commas }: Open): readonly Binding[] {
    const name =
      this.#kind(token - 1) === tokens.identifier && this.#kind(token - 2) === tokens.dot
        ? this.#slice(token - 1, token - 1)
        : "";
    const counts = variableCounts.get(name) ?? [];
    const count = counts.findLast((wanted) => commas >= wanted && this.#declares(token, wanted));
    const start = count === undefined ? -1 : this.#valueStart(token - 3);
    if (count === undefined || start < 0) return [];
    const variables = Array.from({ length: count }, (_, i) => this.#slice(token + 1 + 2 * i, token + 1 + 2 * i));
    return [{ target: this.#slice(start, token - 3), variables, isOptional: name.startsWith("opt") }];
  }

  /** So many plain names, each with a comma behind it. */
  #declares(token: number, count: number): boolean {
    return Array.from({ length: count }, (_, i) => token + 1 + 2 * i).every(
      (at) => this.#kind(at) === tokens.identifier && this.#kind(at + 1) === tokens.comma,
    );
  }

  #bindings(): readonly Binding[] {
    const open: Open[] = [];
    for (let i = 0; i < this.#count; i++) {
      const kind = this.#kind(i);
      if (openings.has(kind)) open.push(new Open(i));
      else if (closings.has(kind)) open.pop();
      const last = open.at(-1);
      if (kind === tokens.comma && last !== undefined) last.commas++;
    }
    return open.flatMap((bracket) => this.#bindingOf(bracket));
  }

  read(): Cursor | undefined {
    const { length } = this.#text;
    if (this.#stream.errors.length > 0) return undefined;
    const last = this.#count - 1;
    const isWord = this.#kind(last) === tokens.identifier && this.#stream.ends[last] === length;
    const start = isWord ? (this.#stream.starts[last] ?? length) : length;
    const before = isWord ? last - 1 : last;
    const dot = this.#kind(before) === tokens.question && this.#kind(before - 1) === tokens.dot ? before - 1 : before;
    if (this.#kind(dot) !== tokens.dot) return { start, end: length, receiver: undefined, bindings: this.#bindings() };
    const from = this.#valueStart(dot - 1);
    return { start, end: length, receiver: from < 0 ? "" : this.#slice(from, dot - 1), bindings: this.#bindings() };
  }
}

/** Determines the cursor context at the end of a text; undefined within a string or if the text cannot be parsed. */
export const readCursor = (before: string): Cursor | undefined => new CursorReader(before).read();
