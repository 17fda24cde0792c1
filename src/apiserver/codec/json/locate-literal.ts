const whitespace = /[ \t\n\r]*/y;
const stringLiteral = /"(?:[^"\\]|\\.)*"/y;
const scalarLiteral = /[^\s,\]}]+/y;

/** Scans valid JSON. Every method leaves the position after the text it read. */
class Walker {
  readonly text: string;
  #at = 0;

  constructor(text: string) {
    this.text = text;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  /** Returns the next character after whitespace without consuming it. */
  peek(): string {
    this.#match(whitespace);
    return this.text.charAt(this.#at);
  }

  take(): void {
    this.peek();
    this.#at++;
  }

  string(): string {
    this.peek();
    return this.#match(stringLiteral);
  }

  /** Reads a whole value and returns its text. */
  value(): string {
    const next = this.peek();
    if (next === '"') return this.string();
    if (next !== "{" && next !== "[") return this.#match(scalarLiteral);
    const start = this.#at;
    this.#skipContainer();
    return this.text.slice(start, this.#at);
  }

  #skipContainer(): void {
    let depth = 0;
    do {
      const next = this.peek();
      if (next === '"') this.string();
      else this.#at++;
      if (next === "{" || next === "[") depth++;
      else if (next === "}" || next === "]") depth--;
    } while (depth > 0 && this.#at < this.text.length);
  }
}

/**
 * Returns the text of a value in a valid JSON document, or undefined if the path does not exist. The last of duplicate
 * members is used.
 */
export function locateLiteral(text: string, path: readonly (string | number)[]): string | undefined {
  let literal: string | undefined = text;
  for (const element of path) {
    if (literal === undefined) return undefined;
    literal = typeof element === "number" ? item(literal, element) : member(literal, element);
  }
  return literal?.trim();
}

function item(text: string, index: number): string | undefined {
  const walker = new Walker(text);
  walker.take();
  for (let i = 0; walker.peek() !== "]"; i++) {
    if (walker.peek() === ",") walker.take();
    const value = walker.value();
    if (i === index) return value;
    if (walker.peek() === "") return undefined;
  }
  return undefined;
}

function member(text: string, key: string): string | undefined {
  const walker = new Walker(text);
  let found: string | undefined;
  walker.take();
  while (walker.peek() === '"' || walker.peek() === ",") {
    if (walker.peek() === ",") walker.take();
    const name: unknown = JSON.parse(walker.string());
    walker.take();
    const value = walker.value();
    if (name === key) found = value;
  }
  return found;
}
