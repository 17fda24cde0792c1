import { quoteGo } from "../../apimachinery/go-strings.ts";
import { constantOf, unquoted } from "./constants.ts";
import { functionNames } from "./functions.ts";
import { type Token, tokensOf, tokenText, type TokenType } from "./lexer.ts";
import { type Command, type Node, nodeText, type Operand, type Pipe } from "./nodes.ts";

/** The templates of a text by their names; the text itself is `output`. */
export type Templates = ReadonlyMap<string, readonly Node[]>;

/** Ends of lists of statements. */
interface End {
  readonly word: "end" | "else";
  readonly at: number;
}

/** Parses a template. Throws an Error in Go's words (text/template/parse.Tree.Parse). */
export function parseTemplates(text: string): Templates {
  const templates = new Map<string, readonly Node[]>();
  const parser = new Parser(tokensOf(text), templates);
  parser.parse();
  return templates;
}

const isBlank = (nodes: readonly Node[]): boolean =>
  nodes.every((node) => node.kind === "text" && node.text.trim() === "");

class Parser {
  readonly #tokens: readonly Token[];
  readonly #templates: Map<string, readonly Node[]>;
  #next = 0;
  #read = 0;
  #actionLine = 0;
  #rangeDepth = 0;
  #variables: readonly string[] = ["$"];

  constructor(tokens: readonly Token[], templates: Map<string, readonly Node[]>) {
    this.#tokens = tokens;
    this.#templates = templates;
  }

  parse(): void {
    const root: Node[] = [];
    while (this.#peek().type !== "eof") {
      if (this.#startsDefinition()) {
        this.#definition();
        continue;
      }
      const node = this.#textOrAction();
      if ("word" in node) throw this.#error(`unexpected {{${node.word}}}`);
      root.push(node);
    }
    this.#add("output", root);
  }

  #add(name: string, nodes: readonly Node[]): void {
    const before = this.#templates.get(name);
    if (before === undefined || isBlank(before)) this.#templates.set(name, nodes);
    else if (!isBlank(nodes)) throw this.#error(`template: multiple definition of template ${quoteGo(name)}`);
  }

  /** An error at the last token that was read. */
  #error(message: string): Error {
    return new Error(`template: output:${this.#tokens[this.#read]?.line ?? 1}: ${message}`);
  }

  #unexpected(token: Token, context: string): Error {
    if (token.type !== "error") return this.#error(`unexpected ${tokenText(token)} in ${context}`);
    const elsewhere = this.#actionLine !== 0 && this.#actionLine !== token.line;
    const place = ` started at output:${this.#actionLine}`;
    const more = elsewhere ? (token.value.endsWith(" action") ? place : ` in action${place}`) : "";
    return this.#error(token.value + more);
  }

  #peek(): Token {
    const token = this.#tokens[this.#next] ?? this.#tokens.at(-1);
    this.#read = Math.max(this.#read, Math.min(this.#next, this.#tokens.length - 1));
    return token ?? { type: "eof", value: "", at: 0, line: 1 };
  }

  #take(): Token {
    const token = this.#peek();
    this.#next++;
    return token;
  }

  #skipSpace(): void {
    while (this.#peek().type === "space") this.#next++;
  }

  #peekNonSpace(): Token {
    this.#skipSpace();
    return this.#peek();
  }

  #takeNonSpace(): Token {
    this.#skipSpace();
    return this.#take();
  }

  #expect(type: TokenType, context: string): Token {
    const token = this.#takeNonSpace();
    if (token.type !== type) throw this.#unexpected(token, context);
    return token;
  }

  #isKeyword(name: string): boolean {
    const token = this.#peek();
    return token.type === "keyword" && token.value === name;
  }

  #startsDefinition(): boolean {
    const start = this.#next;
    if (this.#peek().type !== "leftDelim") return false;
    this.#next++;
    this.#skipSpace();
    if (this.#isKeyword("define")) {
      this.#next++;
      return true;
    }
    this.#next = start;
    return false;
  }

  #definition(): void {
    const context = "define clause";
    const token = this.#takeNonSpace();
    if (token.type !== "string" && token.type !== "rawString") throw this.#unexpected(token, context);
    const name = this.#unquoted(token.value);
    this.#expect("rightDelim", context);
    this.#add(name, this.#bodyOfTemplate(context));
  }

  /** The statements of a template of its own, with variables of its own, up to its end. */
  #bodyOfTemplate(context: string): readonly Node[] {
    const [variables, depth] = [this.#variables, this.#rangeDepth];
    this.#variables = ["$"];
    this.#rangeDepth = 0;
    const { nodes, end } = this.#list();
    if (end.word !== "end") throw this.#error(`unexpected {{${end.word}}} in ${context}`);
    this.#variables = variables;
    this.#rangeDepth = depth;
    return nodes;
  }

  #unquoted(text: string): string {
    const value = unquoted(text);
    if (value === undefined) throw this.#error("invalid syntax");
    return value;
  }

  #list(): { readonly nodes: readonly Node[]; readonly end: End } {
    const nodes: Node[] = [];
    while (this.#peekNonSpace().type !== "eof") {
      const node = this.#textOrAction();
      if ("word" in node) return { nodes, end: node };
      nodes.push(node);
    }
    throw this.#error("unexpected EOF");
  }

  #textOrAction(): Node | End {
    const token = this.#takeNonSpace();
    if (token.type === "text") return { kind: "text", at: token.at, text: token.value };
    if (token.type !== "leftDelim") throw this.#unexpected(token, "input");
    this.#actionLine = token.line;
    const node = this.#action();
    this.#actionLine = 0;
    return node;
  }

  #action(): Node | End {
    const token = this.#peekNonSpace();
    if (token.type === "keyword" && token.value !== "." && token.value !== "nil" && token.value !== "define") {
      this.#next++;
      return this.#control(token);
    }
    return { kind: "action", at: token.at, pipe: this.#pipeline("command", "rightDelim") };
  }

  #control({ value, at }: Token): Node | End {
    switch (value) {
      case "end":
        return { word: "end", at: this.#expect("rightDelim", "end").at };
      case "else":
        return this.#else();
      case "if":
      case "with":
      case "range":
        return this.#branch(value);
      case "block":
        return this.#block();
      case "template":
        return this.#template();
      default:
        return this.#loopControl(value === "break" ? "break" : "continue", at);
    }
  }

  #loopControl(kind: "break" | "continue", at: number): Node {
    const token = this.#takeNonSpace();
    if (token.type !== "rightDelim") throw this.#unexpected(token, `{{${kind}}}`);
    if (this.#rangeDepth === 0) throw this.#error(`{{${kind}}} outside {{range}}`);
    return { kind, at };
  }

  #else(): End {
    const next = this.#peekNonSpace();
    if (this.#isKeyword("if") || this.#isKeyword("with")) return { word: "else", at: next.at };
    return { word: "else", at: this.#expect("rightDelim", "else").at };
  }

  #branch(kind: "if" | "range" | "with"): Node {
    const variables = this.#variables;
    const pipe = this.#pipeline(kind, "rightDelim");
    if (kind === "range") this.#rangeDepth++;
    const { nodes: body, end } = this.#list();
    if (kind === "range") this.#rangeDepth--;
    const otherwise = end.word === "end" ? undefined : this.#otherwise(kind);
    this.#variables = variables;
    return { kind, at: pipe.at, pipe, body, otherwise };
  }

  #otherwise(kind: "if" | "range" | "with"): readonly Node[] {
    if (kind !== "range" && this.#isKeyword(kind)) {
      this.#next++;
      return [this.#branch(kind)];
    }
    const { nodes, end } = this.#list();
    if (end.word !== "end") throw this.#error(`expected end; found {{${end.word}}}`);
    return nodes;
  }

  #nameOfTemplate(context: string): { readonly at: number; readonly name: string } {
    const token = this.#takeNonSpace();
    if (token.type !== "string" && token.type !== "rawString") throw this.#unexpected(token, context);
    return { at: token.at, name: this.#unquoted(token.value) };
  }

  #block(): Node {
    const context = "block clause";
    const { at, name } = this.#nameOfTemplate(context);
    const pipe = this.#pipeline(context, "rightDelim");
    this.#add(name, this.#bodyOfTemplate(context));
    return { kind: "template", at, name, pipe };
  }

  #template(): Node {
    const context = "template clause";
    const { at, name } = this.#nameOfTemplate(context);
    if (this.#peekNonSpace().type === "rightDelim") {
      this.#next++;
      return { kind: "template", at, name, pipe: undefined };
    }
    return { kind: "template", at, name, pipe: this.#pipeline(context, "rightDelim") };
  }

  #pipeline(context: string, end: TokenType): Pipe {
    const { at } = this.#peekNonSpace();
    const { declared, assigns } = this.#declarations(context);
    const commands: Command[] = [];
    for (;;) {
      const token = this.#peekNonSpace();
      if (token.type === end) {
        this.#next++;
        break;
      }
      if (!startsOperand(token)) {
        this.#next++;
        throw this.#unexpected(token, context);
      }
      commands.push(this.#command());
    }
    if (commands.length === 0) throw this.#error(`missing value for ${context}`);
    const stage = commands.findIndex(({ args: [first] }, i) => i > 0 && !isExecutable(first));
    if (stage > 0) throw this.#error(`non executable command in pipeline stage ${stage + 1}`);
    return { kind: "pipe", at, declared, assigns, commands };
  }

  #declarations(context: string): { readonly declared: readonly string[]; readonly assigns: boolean } {
    const declared: string[] = [];
    while (this.#peekNonSpace().type === "variable") {
      const start = this.#next;
      const { value } = this.#take();
      const next = this.#peekNonSpace();
      const isComma = next.type === "char" && next.value === ",";
      if (next.type !== "assign" && next.type !== "declare" && !isComma) {
        this.#next = start;
        break;
      }
      this.#next++;
      declared.push(value);
      this.#variables = [...this.#variables, value];
      if (!isComma) return { declared, assigns: next.type === "assign" };
      if (context !== "range" || declared.length > 1) throw this.#error(`too many declarations in ${context}`);
      if (!["variable", "rightDelim", "rightParen"].includes(this.#peekNonSpace().type))
        throw this.#error("range can only initialize variables");
    }
    return { declared, assigns: false };
  }

  #command(): Command {
    const { at } = this.#peekNonSpace();
    const args: Operand[] = [];
    for (;;) {
      this.#skipSpace();
      const operand = this.#operand();
      if (operand !== undefined) args.push(operand);
      const token = this.#take();
      if (token.type === "space") continue;
      if (token.type === "rightDelim" || token.type === "rightParen") this.#next--;
      else if (token.type !== "pipe") throw this.#unexpected(token, "operand");
      break;
    }
    if (args.length === 0) throw this.#error("empty command");
    return { kind: "command", at, args };
  }

  /** A term and the fields after it. */
  #operand(): Operand | undefined {
    const term = this.#term();
    if (term === undefined || this.#peek().type !== "field") return term;
    const { at } = this.#peek();
    const names: string[] = [];
    while (this.#peek().type === "field") names.push(this.#take().value.slice(1));
    if (term.kind === "field" || term.kind === "variable") return { ...term, at, names: [...term.names, ...names] };
    if (term.kind === "constant" || term.kind === "nil" || term.kind === "dot")
      throw this.#error(`unexpected . after term ${quoteGo(nodeText(term))}`);
    return { kind: "chain", at, operand: term, names };
  }

  #term(): Operand | undefined {
    const token = this.#takeNonSpace();
    const { type, value, at } = token;
    switch (type) {
      case "identifier":
        if (!functionNames.has(value)) throw this.#error(`function ${quoteGo(value)} not defined`);
        return { kind: "identifier", at, name: value };
      case "keyword":
        if (value === "." || value === "nil") return { kind: value === "." ? "dot" : "nil", at };
        break;
      case "variable":
        if (!this.#variables.includes(value)) throw this.#error(`undefined variable ${quoteGo(value)}`);
        return { kind: "variable", at, names: [value] };
      case "field":
        return { kind: "field", at, names: [value.slice(1)] };
      case "leftParen":
        return this.#pipeline("parenthesized pipeline", "rightParen");
      case "bool":
        return { kind: "constant", at, text: value, value: value === "true" };
      case "number":
      case "charConstant":
        return this.#number(token);
      case "string":
      case "rawString":
        return { kind: "constant", at, text: value, value: this.#unquoted(value) };
      default: // no term begins here
    }
    this.#next--;
    return undefined;
  }

  #number({ type, value: text, at }: Token): Operand {
    const value = constantOf(text);
    if (value !== undefined) return { kind: "constant", at, text, value };
    const problem =
      type === "number" ? `illegal number syntax: ${quoteGo(text)}` : `malformed character constant: ${text}`;
    throw this.#error(problem);
  }
}

const operandTypes: ReadonlySet<TokenType> = new Set<TokenType>([
  "bool",
  "charConstant",
  "field",
  "identifier",
  "number",
  "rawString",
  "string",
  "variable",
  "leftParen",
]);

const startsOperand = ({ type, value }: Token): boolean =>
  operandTypes.has(type) || (type === "keyword" && (value === "." || value === "nil"));

/** Reports whether an operand can take the value of the command before it. */
const isExecutable = (operand: Operand | undefined): boolean =>
  operand !== undefined && !["constant", "dot", "nil"].includes(operand.kind);
