import { setMember } from "./members.ts";
import { closingQuote, countPlainMembers, maxPlainDepth } from "./plain-text.ts";
import type { JsonValue } from "./value.ts";

type MutableObject = { [key: string]: JsonValue };

/** The characters that are parsed at once. */
const defaultPieceLength = 1 << 15;
/** The characters that are parsed in the time of a step. */
const charactersOfStep = 4;

/** A list or object that is longer than a piece, with the items that have been parsed. */
class OpenContainer {
  readonly value: JsonValue[] | MutableObject;
  readonly closing: "]" | "}";
  /** Whether an item has been parsed that neither a comma nor the end has followed yet. */
  isAfterItem = false;
  /** Whether an item has to follow, since there was a comma. */
  isAfterComma = false;

  constructor(opening: string) {
    this.value = opening === "[" ? [] : {};
    this.closing = opening === "[" ? "]" : "}";
  }
}

/** Part of a container: whole items, up to a comma or the end of the container. */
interface Piece {
  readonly end: number;
  readonly isLast: boolean;
}

/** Counts the members of all objects in a value from JSON.parse that is not nested deeply. */
export function countMembers(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === "object") count += countMembers(item);
    return count;
  }
  for (const member of Object.values(value))
    count += 1 + (typeof member === "object" && member !== null ? countMembers(member) : 0);
  return count;
}

/**
 * Parses a long JSON text by JSON.parse, some items of its lists and objects at a time. A text that JSON.parse refuses
 * or decodes differently from Go has no value here.
 */
export class PiecewiseParser {
  readonly #text: string;
  readonly #pieceLength: number;
  readonly #open: OpenContainer[] = [];
  #pos = 0;
  #owedSteps = 0;
  #state: "begun" | "ended" | "unusual" = "begun";
  #value: JsonValue | undefined;

  constructor(text: string, pieceLength = defaultPieceLength) {
    this.#text = text;
    this.#pieceLength = pieceLength;
  }

  /**
   * Parses the text; returns undefined if it has no value here. `pace` is called after each piece with its steps and
   * may throw; called again, parsing goes on from there.
   */
  parse(pace: (steps: number) => void): JsonValue | undefined {
    while (this.#state === "begun") {
      const before = this.#pos;
      if (!this.#advance()) this.#state = "unusual";
      this.#owedSteps += 1 + Math.floor((this.#pos - before) / charactersOfStep);
      this.#pay(pace);
    }
    return this.#state === "ended" ? this.#value : undefined;
  }

  /** Counts steps once, even if parsing pauses. */
  #pay(pace: (steps: number) => void): void {
    const steps = this.#owedSteps;
    this.#owedSteps = 0;
    pace(steps);
  }

  /** Parses the next piece; returns false if the text has no value here. */
  #advance(): boolean {
    const container = this.#open.at(-1);
    if (container === undefined) return this.#openRoot();
    if (container.isAfterItem) return this.#passItem(container);
    const piece = this.#nextPiece();
    if (piece === undefined) return false;
    if (piece === "long item") return this.#openItem(container);
    return this.#takePiece(container, piece);
  }

  #openRoot(): boolean {
    this.#skipSpace();
    const root = this.#openContainer();
    this.#value = root?.value;
    return root !== undefined;
  }

  /** Opens the container that begins here; returns undefined if none does. */
  #openContainer(): OpenContainer | undefined {
    const opening = this.#text[this.#pos];
    if (opening !== "[" && opening !== "{") return undefined;
    this.#pos++;
    const container = new OpenContainer(opening);
    this.#open.push(container);
    return container;
  }

  /** Reads the comma after an item, or the end of its container. */
  #passItem(container: OpenContainer): boolean {
    this.#skipSpace();
    const code = this.#text[this.#pos++];
    if (code === container.closing) return this.#close();
    container.isAfterItem = false;
    container.isAfterComma = true;
    return code === ",";
  }

  #close(): boolean {
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (outer !== undefined) {
      outer.isAfterItem = true;
      return true;
    }
    this.#skipSpace();
    this.#state = "ended";
    return this.#pos === this.#text.length;
  }

  /** Returns the next whole items, which are about as long as a piece; undefined if the text is invalid or too deep. */
  #nextPiece(): Piece | "long item" | undefined {
    const limit = this.#pos + this.#pieceLength;
    let depth = this.#open.length;
    const own = depth;
    let comma = -1;
    for (let pos = this.#pos; pos < this.#text.length; pos++) {
      const code = this.#text.charCodeAt(pos);
      if (code === 0x22) {
        if ((pos = closingQuote(this.#text, pos)) < 0) return undefined;
      } else if (code === 0x7b || code === 0x5b) {
        if (++depth > maxPlainDepth) return undefined;
      } else if (code === 0x7d || code === 0x5d) {
        if (depth-- === own) return { end: pos, isLast: true };
      } else if (code === 0x2c && depth === own) comma = pos;
      if (pos < limit) continue;
      if (comma >= 0) return { end: comma, isLast: false };
      if (depth > own) return "long item";
    }
    return undefined;
  }

  /** Opens the list or object that is the next item, and longer than a piece. */
  #openItem({ value }: OpenContainer): boolean {
    this.#skipSpace();
    const key = Array.isArray(value) ? undefined : this.#readKey();
    const item = this.#openContainer();
    if (item === undefined) return false;
    if (Array.isArray(value)) value.push(item.value);
    else {
      if (key === undefined || Object.hasOwn(value, key)) return false;
      setMember(value, key, item.value);
    }
    return true;
  }

  /** Reads the key of a member and its colon. */
  #readKey(): string | undefined {
    const end = closingQuote(this.#text, this.#pos);
    const found = parsePlain(`{${this.#text.slice(this.#pos, end + 1)}:0}`);
    this.#pos = end + 1;
    this.#skipSpace();
    if (found === undefined || this.#text[this.#pos++] !== ":") return undefined;
    this.#skipSpace();
    return Object.keys(found)[0];
  }

  #takePiece(container: OpenContainer, { end, isLast }: Piece): boolean {
    const { value, closing, isAfterComma } = container;
    const piece = this.#text.slice(this.#pos, end);
    const items = parsePlain(Array.isArray(value) ? `[${piece}]` : `{${piece}}`);
    const count = items === undefined ? 0 : addItems(value, items);
    if (items === undefined || count === undefined) return false;
    if (count === 0 && (isAfterComma || !isLast)) return false;
    this.#pos = end + 1;
    container.isAfterComma = true;
    return isLast ? this.#text[end] === closing && this.#close() : true;
  }

  #skipSpace(): void {
    while (" \n\r\t".includes(this.#text.charAt(this.#pos) || "end")) this.#pos++;
  }
}

/** Adds the items of a piece to their container; returns their number, or undefined if one is repeated. */
function addItems(value: JsonValue[] | MutableObject, items: object): number | undefined {
  if (Array.isArray(value)) {
    if (!Array.isArray(items)) return undefined;
    for (const item of items) value.push(item as JsonValue); // from JSON.parse
    return items.length;
  }
  const members = Object.entries(items);
  for (const [name, member] of members) {
    if (Object.hasOwn(value, name)) return undefined;
    setMember(value, name, member as JsonValue); // from JSON.parse
  }
  return members.length;
}

/** Returns a list or object, if JSON.parse and Go decode it to the same value. */
function parsePlain(text: string): object | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const members = countPlainMembers(text);
  return typeof value === "object" && members >= 0 && members === countMembers(value)
    ? (value ?? undefined)
    : undefined;
}
