import type { CelSpan } from "../../component-base/cel-node.ts";
import { childrenOf, type Expr } from "../ast.ts";
import { tokenize, type TokenStream } from "../parser/lexer.ts";
import { tokens } from "../parser/token.ts";

const openings: ReadonlySet<number> = new Set([tokens.leftParen, tokens.leftBracket, tokens.leftBrace]);
const closings: ReadonlySet<number> = new Set([tokens.rightParen, tokens.rightBracket, tokens.rightBrace]);

/** Maps the nodes of an expression to their source text. */
export class SourceSpans {
  readonly #stream: TokenStream;
  readonly #at = new Map<number, number>();
  readonly #closing = new Map<number, number>();
  readonly #known = new Map<Expr, CelSpan>();

  constructor(text: string) {
    this.#stream = tokenize(text);
    const open: number[] = [];
    for (const [i, start] of this.#stream.starts.entries()) {
      this.#at.set(start, i);
      const kind = this.#kind(i);
      if (openings.has(kind)) open.push(i);
      else if (closings.has(kind)) this.#closing.set(open.pop() ?? i, i);
    }
  }

  #kind(token: number): number {
    return this.#stream.kinds[token] ?? tokens.endOfFile;
  }

  #start(token: number): number {
    return this.#stream.starts[token] ?? 0;
  }

  #end(token: number): number {
    return this.#stream.ends[token] ?? 0;
  }

  /** Returns the token at the offset of a node. */
  #tokenOf({ offset }: Pick<Expr, "offset">): number {
    return this.#at.get(offset) ?? 0;
  }

  /** Returns the start of the name before the parenthesis of a call, including dots. */
  #nameStart(parenthesis: number): number {
    let token = parenthesis - 1;
    if (this.#kind(token) !== tokens.identifier) return parenthesis;
    while (this.#kind(token - 1) === tokens.dot && this.#kind(token - 2) === tokens.identifier) token -= 2;
    return this.#kind(token - 1) === tokens.dot ? token - 1 : token;
  }

  /**
   * Returns the span of a token, or of a dot with the name after it; one character if no token starts at the offset.
   */
  wordAt(offset: number): CelSpan {
    const token = this.#at.get(offset);
    const last =
      token !== undefined &&
      this.#kind(token) === tokens.dot &&
      this.#kind(this.#fieldToken(token)) === tokens.identifier
        ? this.#fieldToken(token)
        : token;
    const end = last === undefined ? offset : this.#end(last);
    return { start: offset, end: Math.max(end, offset + 1) };
  }

  /** Returns the span of a call's function name or of a selection's field, where an editor marks the node. */
  nameOf(expr: Expr): CelSpan {
    const token = this.#tokenOf(expr);
    const kind = this.#kind(token);
    const named =
      kind === tokens.leftParen && this.#kind(token - 1) === tokens.identifier
        ? token - 1
        : kind === tokens.dot
          ? this.#fieldToken(token)
          : token;
    return { start: this.#start(named), end: this.#end(named) };
  }

  #fieldToken(dot: number): number {
    return this.#kind(dot + 1) === tokens.question ? dot + 2 : dot + 1;
  }

  /** Reports whether an identifier is the variable declared by a macro, which is its first argument. */
  isDeclared(variable: Expr, macro: Pick<Expr, "offset">): boolean {
    return variable.kind === "ident" && this.#tokenOf(variable) === this.#tokenOf(macro) + 1;
  }

  /** Returns the span of a node. */
  of(expr: Expr): CelSpan {
    const known = this.#known.get(expr);
    if (known !== undefined) return known;
    const span = this.#whole(expr);
    this.#known.set(expr, span);
    return span;
  }

  #whole(expr: Expr): CelSpan {
    let { start, end } = this.#own(expr);
    for (const child of childrenOf(expr)) {
      if (child.offset === expr.offset && childrenOf(child).length === 0) continue;
      const span = this.of(child);
      start = Math.min(start, span.start);
      end = Math.max(end, span.end);
    }
    return { start, end };
  }

  #own(expr: Expr): CelSpan {
    const token = this.#tokenOf(expr);
    const kind = this.#kind(token);
    const end = this.#end(
      this.#closing.get(token) ??
        (kind === tokens.dot
          ? this.#fieldToken(token)
          : kind === tokens.minus && expr.kind === "literal"
            ? token + 1
            : token),
    );
    const isNamed = kind === tokens.leftParen || (kind === tokens.leftBrace && expr.kind === "struct");
    return { start: this.#start(isNamed ? this.#nameStart(token) : token), end };
  }
}
