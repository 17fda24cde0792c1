import type { Expr, MapEntry, StructField } from "../ast.ts";
import type { Issue } from "../issue.ts";
import { operators } from "../operators.ts";
import { CallBuilder } from "./call-builder.ts";
import { ExprFactory } from "./expr-factory.ts";
import type { TokenStream } from "./lexer.ts";
import { readLiteral } from "./literals.ts";
import { balance, type Term } from "./logic.ts";
import type { MacroTable } from "./macro.ts";
import { products, relations, reserved, sums } from "./operator-tables.ts";
import { SyntaxFailure, TokenReader } from "./token-reader.ts";
import { TooDeep } from "./too-deep.ts";
import { tokens } from "./token.ts";

const deepest = 250;

/** A recursive descent parser of valid expressions. */
export class Parser extends TokenReader {
  readonly #factory = new ExprFactory();
  readonly #calls: CallBuilder;
  /** The nesting depth of the node parsed last, as counted by the visitor of cel-go's parser. */
  #levels = 0;
  #nesting = 0;

  constructor(text: string, macros: MacroTable, stream: TokenStream) {
    super(text, stream);
    this.#calls = new CallBuilder(text, macros, this.#factory);
  }

  get issues(): readonly Issue[] {
    return this.#calls.issues;
  }

  parse(): { readonly expr: Expr; readonly nodeCount: number } {
    const expr = this.#expr();
    this.take(tokens.endOfFile);
    return { expr, nodeCount: this.#factory.count };
  }

  #deepen(...levels: readonly number[]): void {
    this.#levels = Math.max(...levels) + 1;
    if (this.#levels > deepest) throw new TooDeep("max recursion depth exceeded");
  }

  #expr(): Expr {
    if (++this.#nesting > deepest) throw new TooDeep(`expression recursion limit exceeded: ${deepest}`);
    const condition = this.#or();
    const result = this.kind === tokens.question ? this.#conditional(condition) : condition;
    this.#nesting--;
    return result;
  }

  #conditional(condition: Expr): Expr {
    const conditionLevels = this.#levels;
    const offset = this.take(tokens.question);
    const ifTrue = this.#or();
    const trueLevels = this.#levels;
    this.take(tokens.colon);
    const ifFalse = this.#expr();
    this.#deepen(conditionLevels, trueLevels, this.#levels);
    return this.#factory.call(offset, operators.conditional, [condition, ifTrue, ifFalse]);
  }

  #or(): Expr {
    const first = this.#and();
    return this.kind === tokens.or ? this.#chain(first, tokens.or, operators.logicalOr, () => this.#and()) : first;
  }

  #and(): Expr {
    const first = this.#relation();
    return this.kind === tokens.and
      ? this.#chain(first, tokens.and, operators.logicalAnd, () => this.#relation())
      : first;
  }

  #chain(first: Expr, kind: number, name: string, next: () => Expr): Expr {
    const terms: Term[] = [];
    let levels = this.#levels;
    while (this.kind === kind) {
      const offset = this.take(kind);
      terms.push({ offset, expr: next() });
      levels = Math.max(levels, this.#levels);
    }
    this.#levels = levels;
    return balance(this.#factory, name, first, terms);
  }

  #relation(): Expr {
    return this.#binary(relations, this.#sum);
  }

  readonly #sum = (): Expr => this.#binary(sums, this.#product);
  readonly #product = (): Expr => this.#binary(products, this.#unary);

  #binary(names: Readonly<Record<number, string>>, operand: () => Expr): Expr {
    let left = operand();
    for (let name = names[this.kind]; name !== undefined; name = names[this.kind]) {
      const levels = this.#levels;
      const offset = this.take(this.kind);
      const right = operand();
      this.#deepen(levels, this.#levels);
      left = this.#factory.call(offset, name, [left, right]);
    }
    return left;
  }

  readonly #unary = (): Expr => {
    const { kind } = this;
    if (kind === tokens.exclamation) return this.#prefixed(kind, operators.logicalNot);
    const isLiteral = this.peek(1) === tokens.int || this.peek(1) === tokens.float;
    return kind === tokens.minus && !isLiteral ? this.#prefixed(kind, operators.negate) : this.#member();
  };

  #prefixed(kind: number, name: string): Expr {
    const offset = this.take(kind);
    let count = 1;
    while (this.skip(kind)) count++;
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#factory.call(offset, name, [operand]);
  }

  #member(): Expr {
    let expr = this.#primary();
    for (let kind = this.kind; kind === tokens.dot || kind === tokens.leftBracket; kind = this.kind) {
      const levels = this.#levels;
      this.#levels = 0;
      expr = kind === tokens.dot ? this.#selectOrCall(expr) : this.#index(expr);
      this.#deepen(levels, this.#levels);
    }
    return expr;
  }

  #bracketed(): Expr {
    this.advance();
    const expr = this.#expr();
    this.take(tokens.rightParen);
    return expr;
  }

  #index(target: Expr): Expr {
    const offset = this.take(tokens.leftBracket);
    const optional = this.skip(tokens.question);
    const index = this.#expr();
    this.take(tokens.rightBracket);
    return this.#factory.call(offset, optional ? operators.optIndex : operators.index, [target, index]);
  }

  #selectOrCall(operand: Expr): Expr {
    const offset = this.take(tokens.dot);
    const optional = this.skip(tokens.question);
    const fieldOffset = this.offset;
    if (!optional && this.kind === tokens.identifier && this.peek(1) === tokens.leftParen)
      return this.#memberCall(operand);
    const field = this.#fieldName();
    if (!optional) return this.#factory.select(offset, operand, field);
    return this.#factory.call(offset, operators.optSelect, [operand, this.#factory.literal(fieldOffset, field)]);
  }

  #fieldName(): string {
    const offset = this.offset;
    const name = this.tokenText;
    if (this.skip(tokens.identifier)) return name;
    this.take(tokens.escapedIdentifier);
    this.#calls.report(offset, "unsupported syntax: '`'");
    return "";
  }

  #memberCall(target: Expr): Expr {
    const name = this.tokenText;
    this.advance();
    const offset = this.take(tokens.leftParen);
    return this.#calls.call(offset, name, this.#args(), target);
  }

  #args(): readonly Expr[] {
    const args: Expr[] = [];
    let levels = 0;
    while (this.peek(0) !== tokens.rightParen || args.length > 0) {
      args.push(this.#expr());
      levels = Math.max(levels, this.#levels);
      if (!this.skip(tokens.comma)) break;
    }
    this.take(tokens.rightParen);
    this.#levels = levels;
    return args;
  }

  #primary(): Expr {
    this.#levels = 0;
    switch (this.kind) {
      case tokens.dot:
      case tokens.identifier:
        return this.#named();
      case tokens.leftParen:
        return this.#bracketed();
      case tokens.leftBracket:
        return this.#list();
      case tokens.leftBrace:
        return this.#map();
      default:
        return this.#literal();
    }
  }

  #literal(): Expr {
    const offset = this.offset;
    const negative = this.skip(tokens.minus);
    const literal = readLiteral(this.kind, this.tokenText, negative);
    if (literal === undefined) throw new SyntaxFailure();
    this.advance();
    return "problem" in literal
      ? this.#calls.report(offset, literal.problem)
      : this.#factory.literal(offset, literal.value);
  }

  #named(): Expr {
    const start = this.offset;
    const leading = this.skip(tokens.dot) ? "." : "";
    if (this.kind !== tokens.identifier) throw new SyntaxFailure();
    if (this.isMessageAhead()) return this.#message(leading);
    const name = this.tokenText;
    const offset = this.take(tokens.identifier);
    const isCall = this.peek(0) === tokens.leftParen;
    if (reserved.has(name)) return this.#reservedName(start, name, isCall);
    if (!isCall) return this.#factory.ident(offset, leading + name);
    return this.#calls.call(this.take(tokens.leftParen), leading + name, this.#args(), undefined);
  }

  /** Reports a reserved name. As in cel-go, issues in the arguments of the call are discarded. */
  #reservedName(offset: number, name: string, isCall: boolean): Expr {
    const known = this.#calls.issues.length;
    if (isCall) {
      this.take(tokens.leftParen);
      this.#args();
      this.#calls.issues.length = known;
    }
    return this.#calls.report(offset, `reserved identifier: ${name}`);
  }

  #message(leading: string): Expr {
    let name = leading + this.tokenText;
    this.advance();
    while (this.skip(tokens.dot)) {
      name += `.${this.tokenText}`;
      this.advance();
    }
    const offset = this.take(tokens.leftBrace);
    const fields = this.#items(tokens.rightBrace, () => this.#field());
    return this.#factory.struct(offset, name, fields);
  }

  #field(): StructField {
    const optional = this.skip(tokens.question);
    const name = this.#fieldName();
    const offset = this.take(tokens.colon);
    const id = this.#factory.nextId();
    return { id, offset, name, optional, value: this.#expr() };
  }

  #map(): Expr {
    const offset = this.take(tokens.leftBrace);
    return this.#factory.map(
      offset,
      this.#items(tokens.rightBrace, () => this.#entry()),
    );
  }

  #entry(): MapEntry {
    const optional = this.skip(tokens.question);
    const key = this.#expr();
    const levels = this.#levels;
    const offset = this.take(tokens.colon);
    const value = this.#expr();
    this.#levels = Math.max(levels, this.#levels);
    return { id: this.#factory.nextId(), offset, key, value, optional };
  }

  /** Parses items up to the closing token. A trailing comma is allowed, also without items. */
  #items<T>(close: number, next: () => T): readonly T[] {
    const items: T[] = [];
    let levels = 0;
    while (this.kind !== close && this.kind !== tokens.comma) {
      items.push(next());
      levels = Math.max(levels, this.#levels);
      if (this.kind !== tokens.comma || this.peek(1) === close) break;
      this.advance();
      if (this.kind === tokens.comma) throw new SyntaxFailure();
    }
    this.skip(tokens.comma);
    this.take(close);
    this.#levels = levels;
    return items;
  }

  #list(): Expr {
    const offset = this.take(tokens.leftBracket);
    const optionals = new Set<number>();
    let count = 0;
    const elements = this.#items(tokens.rightBracket, () => {
      if (this.skip(tokens.question)) optionals.add(count);
      count++;
      return this.#expr();
    });
    return this.#factory.list(offset, elements, optionals);
  }
}
