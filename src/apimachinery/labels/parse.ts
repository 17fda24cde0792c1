import { compareUtf8 } from "../compare-utf8.ts";
import { errorMessage, rootPath, type FieldPath } from "../field-error.ts";
import { newRequirement, SelectorError, validateKey, type Operator, type Requirement } from "./requirement.ts";
import { newSelector, type LabelSelector } from "./selector.ts";

/** The kind of a selector token. `end` occurs once, as the last token. */
type TokenKind = "end" | ")" | "," | "!" | "==" | "=" | ">" | "in" | "<" | "!=" | "notin" | "(" | "identifier";

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const symbols: ReadonlySet<string> = new Set([")", ",", "!", "==", "=", ">", "<", "!=", "("] satisfies TokenKind[]);
const isSymbol = (text: string): text is TokenKind => symbols.has(text);

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === 10;
const specials = new Set(Array.from("=!(),><", (char) => char.charCodeAt(0)));
/** A NUL ends a text, as the end itself (NaN) does. */
const endsText = (code: number): boolean => !(code > 0);

function wordEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    const code = text.charCodeAt(end);
    if (endsText(code) || specials.has(code) || isSpace(code)) return end;
    end++;
  }
}

function wordToken(text: string): Token {
  return { kind: text === "in" || text === "notin" ? text : "identifier", text };
}

/** Returns the longest symbol at an offset: two characters if they form one. */
function symbolToken(text: string, start: number): Token {
  const two = text.slice(start, start + 2);
  const one = text.charAt(start);
  if (isSymbol(two)) return { kind: two, text: two };
  return isSymbol(one) ? { kind: one, text: one } : { kind: "identifier", text: one };
}

/** Reads the tokens of a selector. A NUL ends a word silently, or the whole text where a token would start. */
class Tokenizer {
  readonly #text: string;
  #pos = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Token {
    const text = this.#text;
    while (isSpace(text.charCodeAt(this.#pos))) this.#pos++;
    const code = text.charCodeAt(this.#pos);
    if (endsText(code)) return endToken;
    const token = specials.has(code)
      ? symbolToken(text, this.#pos)
      : wordToken(text.slice(this.#pos, wordEnd(text, this.#pos)));
    this.#pos += token.text.length;
    if (token.text !== "" && text.charCodeAt(this.#pos) === 0) this.#pos++;
    return token;
  }
}

const operators: Readonly<Partial<Record<Token["kind"], Operator>>> = {
  in: "in",
  "=": "=",
  "==": "==",
  ">": "gt",
  "<": "lt",
  notin: "notin",
  "!=": "!=",
};
const binaryOperators = "in, notin, =, ==, !=, gt, lt";
const endToken: Token = { kind: "end", text: "" };

const distinctSorted = (values: readonly string[]): readonly string[] =>
  values.length < 2 ? values : [...new Set(values)].sort(compareUtf8);

/** A recursive descent parser of selectors. `in` and `notin` are keywords only in operator position. */
class SelectorParser {
  readonly #tokens: Tokenizer;
  readonly #path: FieldPath;
  #next: Token;

  constructor(text: string, path: FieldPath) {
    this.#tokens = new Tokenizer(text);
    this.#next = this.#tokens.next();
    this.#path = path;
  }

  parse(): readonly Requirement[] {
    const requirements: Requirement[] = [];
    for (;;) {
      const next = this.#peek();
      if (next.kind === "end") return requirements;
      if (next.kind !== "identifier" && next.kind !== "!")
        throw new SelectorError(`found '${next.text}', expected: !, identifier, or 'end of string'`);
      requirements.push(this.#requirement());
      const separator = this.#take();
      if (separator.kind === "end") return requirements;
      if (separator.kind !== ",")
        throw new SelectorError(`found '${separator.text}', expected: ',' or 'end of string'`);
      this.#expectAnother();
    }
  }

  #expectAnother(): void {
    const { kind, text } = this.#peek();
    if (kind !== "identifier" && kind !== "!")
      throw new SelectorError(`found '${text}', expected: identifier after ','`);
  }

  #requirement(): Requirement {
    try {
      return this.#readRequirement();
    } catch (error) {
      throw error instanceof SelectorError ? new SelectorError(`unable to parse requirement: ${error.message}`) : error;
    }
  }

  #readRequirement(): Requirement {
    const negated = this.#peek().kind === "!";
    if (negated) this.#take();
    const key = this.#key();
    if (negated) return newRequirement(key, "!", [], this.#path);
    const { kind } = this.#peek();
    if (kind === "end" || kind === ",") return newRequirement(key, "exists", [], this.#path);
    const operator = this.#operator();
    const values = operator === "in" || operator === "notin" ? this.#values() : this.#exactValue();
    return newRequirement(key, operator, distinctSorted(values), this.#path);
  }

  #key(): string {
    const { kind, text } = this.#take();
    if (kind !== "identifier") throw new SelectorError(`found '${text}', expected: identifier`);
    const error = validateKey(text, this.#path);
    if (error) throw new SelectorError(errorMessage(error));
    return text;
  }

  #operator(): Operator {
    const { kind, text } = this.#next;
    this.#advance();
    const operator = operators[kind];
    if (operator === undefined) throw new SelectorError(`found '${text}', expected: ${binaryOperators}`);
    return operator;
  }

  #values(): readonly string[] {
    const open = this.#take();
    if (open.kind !== "(") throw new SelectorError(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.kind === ")") {
      this.#take();
      return [""];
    }
    if (first.kind !== "identifier" && first.kind !== ",")
      throw new SelectorError(`found '${first.text}', expected: ',', ')' or identifier`);
    const values = this.#identifiers();
    if (this.#take().kind !== ")") throw new SelectorError(`found '${first.text}', expected: ')'`);
    return values;
  }

  /** Parses comma-separated values; an omitted value is "". */
  #identifiers(): readonly string[] {
    const values: string[] = [];
    for (;;) {
      const { kind, text } = this.#take();
      if (kind === "identifier") {
        values.push(text);
        if (this.#endsAfterIdentifier()) return values;
      } else if (kind === ",") {
        if (this.#endsAfterComma(values)) return values;
      } else throw new SelectorError(`found '${text}', expected: ',', or identifier`);
    }
  }

  #endsAfterIdentifier(): boolean {
    const next = this.#peek();
    if (next.kind !== "," && next.kind !== ")") throw new SelectorError(`found '${next.text}', expected: ',' or ')'`);
    return next.kind === ")";
  }

  #endsAfterComma(values: string[]): boolean {
    if (values.length === 0) values.push("");
    const { kind } = this.#peek();
    if (kind === ")" || kind === ",") values.push("");
    if (kind === ",") this.#take();
    return kind === ")";
  }

  #exactValue(): readonly string[] {
    const { kind } = this.#peek();
    if (kind === "end" || kind === ",") return [""];
    const token = this.#take();
    if (token.kind !== "identifier") throw new SelectorError(`found '${token.text}', expected: identifier`);
    return [token.text];
  }

  #peek(): Token {
    const token = this.#next;
    return token.kind === "in" || token.kind === "notin" ? { kind: "identifier", text: token.text } : token;
  }

  #take(): Token {
    const token = this.#peek();
    this.#advance();
    return token;
  }

  #advance(): void {
    this.#next = this.#tokens.next();
  }
}

/** Parses `a=b,c in (d,e),!f` (labels.Parse); throws SelectorError with upstream's message. */
export const parseLabelSelector = (text: string, path: FieldPath = rootPath): LabelSelector =>
  newSelector(new SelectorParser(text, path).parse());
