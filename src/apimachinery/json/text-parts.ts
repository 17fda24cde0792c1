import { closingQuote } from "./plain-text.ts";

/** A range of a text and its replacement. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns the text with ranges replaced; `parts` are in text order. */
export function replaceParts(text: string, parts: readonly TextPart[]): string {
  let replaced = "";
  let from = 0;
  for (const part of parts) {
    replaced += text.slice(from, part.start) + part.text;
    from = part.end;
  }
  return replaced + text.slice(from);
}

/** A changed value in a document: its path of member names and item indices, and its new text. */
export interface Difference {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

const [quote, comma, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

/** Cached offsets in a text that speed up later searches. */
export interface TextMarks {
  /** The end of the top-level `metadata` value, which is long if many managers own fields. */
  metadataEnd?: number | undefined;
}

/** Returns the marks of a text after parts of it have been replaced. */
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
 * Finds values in the compact text of an object after its opening brace (`"a":1,"b":{"c":[2]}}`). `differences` are in
 * text order. The search skips what lies between, with the help of `marks`, which it extends, and stops after the last
 * one. Returns undefined if a value is not found at its path, or if a name on the way is written with escapes.
 */
export function locateDifferences(
  text: string,
  differences: readonly Difference[],
  marks: TextMarks = {},
): TextPart[] | undefined {
  const locator = new Locator(text, marks);
  return locator.locate(differences, 0, differences.length, 0) ? locator.parts : undefined;
}

/** Finds values as `locateDifferences` does; returns those that have another text. */
export const locateChanges = (
  text: string,
  differences: readonly Difference[],
  marks?: TextMarks,
): readonly TextPart[] | undefined =>
  locateDifferences(text, differences, marks)?.filter(
    (part) => part.end - part.start !== part.text.length || !text.startsWith(part.text, part.start),
  );

/**
 * Returns the offset of the first top-level member whose name does not sort before `name`, in the compact text of an
 * object behind its opening brace. Members are sorted, and the search starts at the offset `from` of one of them.
 */
export function memberStart(text: string, name: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === quote) {
    const close = closingQuote(text, at);
    if (text.slice(at + 1, close) >= name) return at;
    at = valueEnd(text, close + 2);
    if (text.charCodeAt(at) === comma) at++;
  }
  return at;
}

class Locator {
  readonly parts: TextPart[] = [];
  readonly #text: string;
  readonly #marks: TextMarks;
  #at = 0;
  /** The number of open containers at the current offset. */
  #depth = 0;

  constructor(text: string, marks: TextMarks) {
    this.#text = text;
    this.#marks = marks;
  }

  /**
   * Locates the differences from index `from` to `to`, all of which are in the container whose first member or item is
   * at the current offset.
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

  /** Moves behind the container at this depth; `name` is its member name or index. */
  #leave(depth: number, name: string | number | undefined): void {
    if (this.#depth > depth)
      this.#at = depth === 0 && name === "metadata" ? this.#metadataEnd() : this.#containerEnd(depth);
    this.#depth = depth;
  }

  /** Returns the end of metadata, from inside of it or from its start. */
  #metadataEnd(): number {
    return (this.#marks.metadataEnd ??= this.#depth === 0 ? valueEnd(this.#text, this.#at) : this.#containerEnd(0));
  }

  #containerEnd(depth: number): number {
    return containerEnd(this.#text, this.#at, this.#depth - depth);
  }

  /** Reports whether the string between two quotes is `name`. */
  #isName(name: string, open: number, close: number): boolean {
    return close - open - 1 === name.length && this.#text.startsWith(name, open + 1);
  }

  /** Moves from the end of a value, or from the first member, to the value of a later member. */
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

  /** Moves forward by so many items, from the end of an item or from the first item. */
  #toItem(items: number, first: boolean): boolean {
    if (!first && !this.#next()) return false;
    for (let left = first ? items : items - 1; left > 0; left--) {
      this.#at = valueEnd(this.#text, this.#at);
      if (!this.#next()) return false;
    }
    return true;
  }

  /** Consumes the comma after a value; returns false for any other character. */
  #next(): boolean {
    return this.#text.charCodeAt(this.#at++) === comma;
  }
}

/** Returns the end of a value in valid JSON without whitespace. */
export function valueEnd(text: string, start: number): number {
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

/** Returns the end of the outermost of `open` open containers. */
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
