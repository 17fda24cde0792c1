import { closingQuote } from "./plain-text.ts";

/** A piece of a text and what is to stand in its place. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with other pieces, given in the order in which they stand there. */
export function replaceParts(text: string, parts: readonly TextPart[]): string {
  let replaced = "";
  let from = 0;
  for (const part of parts) {
    replaced += text.slice(from, part.start) + part.text;
    from = part.end;
  }
  return replaced + text.slice(from);
}

/** A value in a document that is another: the way to it by names of members and places of items, and its new text. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

const [quote, comma, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

/** What is known about a text from having looked for something in it, and spares looking again. */
export interface TextMarks {
  /** Where the value of the member `metadata` at the top ends, which is long where many own something. */
  metadataEnd?: number | undefined;
}

/** What is known about a text once parts of it have been replaced. */
export function shiftMarks({ metadataEnd }: TextMarks, parts: readonly TextPart[]): TextMarks {
  if (metadataEnd === undefined) return {};
  let shift = 0;
  for (const { start, end, text } of parts) {
    if (start >= metadataEnd) break;
    if (end > metadataEnd) return {};
    shift += text.length - (end - start);
  }
  return { metadataEnd: metadataEnd + shift };
}

/**
 * Finds values in the compact text of members (`"a":1,"b":{"c":[2]}}`), given in its order. What lies between is passed
 * over, with what `marks` know of the
 * text, which are added to; what follows the last is not looked at. Undefined when one is not where its path leads, or
 * behind a name that is written with escapes.
 */
export function locateDifferences(
  text: string,
  differences: readonly Difference[],
  marks: TextMarks = {},
): TextPart[] | undefined {
  const locator = new Locator(text, marks);
  return locator.locate(differences, 0, differences.length, 0) ? locator.parts : undefined;
}

class Locator {
  readonly parts: TextPart[] = [];
  readonly #text: string;
  readonly #marks: TextMarks;
  #at = 0;
  /** How many containers around the position were opened on the way. */
  #depth = 0;

  constructor(text: string, marks: TextMarks) {
    this.#text = text;
    this.#marks = marks;
  }

  /**
   * Locates those of the differences from `from` to `to`, all in the container of which the first member or item is at
   * hand.
   */
  locate(differences: readonly Difference[], from: number, to: number, depth: number): boolean {
    let item = 0;
    let last: string | number | undefined;
    for (let i = from, end = from; i < to; i = end) {
      const step = differences[i]?.path[depth];
      while (end < to && differences[end]?.path[depth] === step) end++;
      if (i > from) this.#leave(depth, last);
      last = step;
      if (
        step === undefined ||
        !(typeof step === "string" ? this.#toMember(step, i === from) : this.#toItem(step - item, i === from))
      )
        return false;
      if (typeof step === "number") item = step;
      if (differences[i]?.path.length === depth + 1) this.#replace(differences[i]);
      else if (!this.#enter() || !this.locate(differences, i, end, depth + 1)) return false;
    }
    return true;
  }

  #replace(difference: Difference | undefined): void {
    const start = this.#at;
    this.#at = valueEnd(this.#text, start);
    if (difference) this.parts.push({ start, end: this.#at, text: difference.text });
  }

  #enter(): boolean {
    const code = this.#text.charCodeAt(this.#at++);
    this.#depth++;
    return code === openBrace || code === openBracket;
  }

  /** Goes behind the container at this depth that the position is in, which stands there under that name. */
  #leave(depth: number, name: string | number | undefined): void {
    if (this.#depth > depth)
      this.#at = depth === 0 && name === "metadata" ? this.#metadataEnd() : this.#containerEnd(depth);
    this.#depth = depth;
  }

  /** Where metadata ends, from within it or from its beginning. */
  #metadataEnd(): number {
    return (this.#marks.metadataEnd ??= this.#depth === 0 ? valueEnd(this.#text, this.#at) : this.#containerEnd(0));
  }

  #containerEnd(depth: number): number {
    return containerEnd(this.#text, this.#at, this.#depth - depth);
  }

  /** Whether a name stands between two quotes. */
  #isName(name: string, open: number, close: number): boolean {
    return close - open - 1 === name.length && this.#text.startsWith(name, open + 1);
  }

  /** Goes from behind a value, or from the first member, to the value of a later member. */
  #toMember(name: string, first: boolean): boolean {
    if (name.includes("\\")) return false;
    for (let here = first || this.#next(); here; here = this.#next()) {
      if (this.#text.charCodeAt(this.#at) !== quote) return false;
      const open = this.#at;
      const close = closingQuote(this.#text, open);
      this.#at = close + 2;
      if (this.#isName(name, open, close)) return true;
      this.#at =
        this.#depth === 0 && this.#isName("metadata", open, close)
          ? this.#metadataEnd()
          : valueEnd(this.#text, this.#at);
    }
    return false;
  }

  /** Goes from behind an item, or from the first, so many items on. */
  #toItem(items: number, first: boolean): boolean {
    if (!first && !this.#next()) return false;
    for (let left = first ? items : items - 1; left > 0; left--) {
      this.#at = valueEnd(this.#text, this.#at);
      if (!this.#next()) return false;
    }
    return true;
  }

  /** Passes the comma behind a value. */
  #next(): boolean {
    return this.#text.charCodeAt(this.#at++) === comma;
  }
}

/** Where a value ends, in valid JSON without spaces. */
function valueEnd(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code === quote) return closingQuote(text, start) + 1;
  if (code === openBrace || code === openBracket) return containerEnd(text, start + 1, 1);
  let at = start;
  for (
    let next = code;
    next !== comma && next !== closeBrace && next !== closeBracket && at < text.length;
    next = text.charCodeAt(at)
  )
    at++;
  return at;
}

/** Where the outermost of so many open containers ends. */
function containerEnd(text: string, start: number, open: number): number {
  let depth = open;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = closingQuote(text, at);
    else if (code === openBrace || code === openBracket) depth++;
    else if ((code === closeBrace || code === closeBracket) && --depth === 0) return at + 1;
  }
  return text.length;
}
