import { formatGoFloat, byteLength } from "../../../apimachinery/go-strings.ts";
import { encodeNumber } from "../../../apimachinery/json/encode.ts";
import {
  isList,
  Double,
  isObject,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from "../../../apimachinery/json/value.ts";
import { call, pausePoint, runWalk, type Walk, WalkRun } from "../../../apimachinery/walk.ts";
import { isBreak } from "./cursor.ts";
import { sortWalk } from "../../../component-base/sort-long.ts";
import { walkRunning } from "../../../component-base/work.ts";
import { compareYamlKeys } from "./key-order.ts";
import { chompingOf, escapeRune } from "./escapes.ts";
import { isMultiline, styleOf } from "./scalar-style.ts";

const bestWidth = 80;
const maxSimpleKey = 128;

const isNumber = (value: JsonValue): value is JsonNumber =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Double;

/** Prints a number: integers unchanged, any other as Go prints a float. */
function printNumber(value: JsonNumber): string {
  const text = encodeNumber(value);
  if (/^-?\d+$/.test(text)) {
    const integer = BigInt(text);
    if (integer >= -(1n << 63n) && integer < 1n << 64n) return String(integer);
  }
  return formatGoFloat(Number(text));
}

const namesOf = (object: JsonObject): readonly string[] =>
  Object.keys(object).filter((key) => object[key] !== undefined);

/** Returns the keys of a mapping in the order in which they are written. */
const keysOf = (object: JsonObject): readonly string[] => namesOf(object).toSorted(compareYamlKeys);

/** After so many members or items, a step of the walk ends. */
const partsOfStep = 4;

/** A step of the walk writes so many characters of a string at most. */
const charactersOfStep = 1 << 10;
/** The characters that are joined at once. */
const joinedLength = 1 << 12;

/** The parts of a piece of a document: 256 KB. */
const partsOfPiece = 64;

/** How a string is written. */
interface Writing {
  /** Writes the character at a place, or as much as it can; returns the next place. */
  readonly write: (i: number) => number;
  readonly end?: () => void;
}

/** Writes block style like libyaml's emitter for the events of JSON values. */
export class Emitter {
  /** What is written, in parts, since the tree of a million concatenations takes more memory than the text. */
  #parts: string[] = [];
  #last = "";
  #column = 0;
  #indent = -1;
  /** Whether the current line contains only indicators and spaces. */
  #indention = true;
  #whitespace = true;

  /** Returns the text written since the last call. */
  take(): string {
    const text = this.#parts.join("") + this.#last;
    this.#parts = [];
    this.#last = "";
    return text;
  }

  /** Writes a value and the end of the document; in a large request with pauses. */
  document(value: JsonValue): string {
    return walkRunning(() => this.#document(value));
  }

  /** Yields a document in pieces, each of which is written when it is asked for. */
  *pieces(value: JsonValue): Generator<string> {
    const run = new WalkRun(this.#document(value));
    for (let last: unknown; last === undefined;) {
      last = run.advanceUntil(() => this.#parts.length >= partsOfPiece);
      yield last === undefined ? this.take() : String(last);
    }
  }

  *#document(value: JsonValue): Walk<string> {
    yield* this.#node(value, false);
    this.#endDocument();
    return this.take();
  }

  /** Writes the start of a document: the members of a mapping before the items of one of them, a sequence. */
  openSequence(object: JsonObject, member: string): void {
    const keys = keysOf(object);
    this.#indent = 0;
    runWalk(this.#members(object, keys.slice(0, keys.indexOf(member))));
    this.#key(member);
  }

  /** Writes some items of the sequence. */
  sequenceItems(items: readonly JsonValue[]): void {
    walkRunning(() => this.#items(items));
  }

  /** Writes the members after the sequence and the end of the document. */
  closeSequence(object: JsonObject, member: string): void {
    const keys = keysOf(object);
    runWalk(this.#members(object, keys.slice(keys.indexOf(member) + 1)));
    this.#endDocument();
  }

  #endDocument(): void {
    this.#indent = 0;
    this.#writeIndent();
  }

  *#node(value: JsonValue, inMapping: boolean): Walk<void> {
    if (isList(value)) yield* this.#sequence(value, inMapping);
    else if (isObject(value)) yield* this.#mapping(value);
    else if (typeof value === "string") yield* this.#longString(value);
    else this.#scalar(value, false);
  }

  #scalar(value: JsonValue, isKey: boolean): void {
    if (typeof value === "string") this.#string(value, isKey);
    else {
      const text = isNumber(value) ? printNumber(value) : String(value);
      this.#write(text, this.#plain(text, false));
    }
  }

  *#deeper(indentless: boolean, content: Walk<void>): Walk<void> {
    const before = this.#indent;
    if (before < 0) this.#indent = 0;
    else if (!indentless) this.#indent += 2;
    yield* call(content);
    this.#indent = before;
  }

  /** Writes a sequence. If it is the value of a member, its items are not indented. */
  *#sequence(items: readonly JsonValue[], inMapping: boolean): Walk<void> {
    if (items.length === 0) return this.#indicator("[]", true, false, false);
    yield* this.#deeper(inMapping && !this.#indention, this.#items(items));
  }

  *#items(items: readonly JsonValue[]): Walk<void> {
    for (let i = 0; i < items.length; i++) {
      this.#writeIndent();
      this.#indicator("-", true, false, true);
      yield* this.#node(items[i] ?? null, false);
      if (i % partsOfStep === partsOfStep - 1) yield pausePoint;
    }
  }

  *#mapping(object: JsonObject): Walk<void> {
    const keys = yield* call(sortWalk(namesOf(object), compareYamlKeys));
    if (keys.length === 0) return this.#indicator("{}", true, false, false);
    yield* this.#deeper(false, this.#members(object, keys));
  }

  *#members(object: JsonObject, keys: readonly string[]): Walk<void> {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] ?? "";
      if (key.length > charactersOfStep) yield* this.#longKey(key);
      else this.#key(key);
      yield* this.#node(object[key] ?? null, true);
      if (i % partsOfStep === partsOfStep - 1) yield pausePoint;
    }
  }

  #key(key: string): void {
    this.#writeIndent();
    if (!isMultiline(key) && byteLength(key) <= maxSimpleKey) {
      this.#scalar(key, true);
      this.#indicator(":", false, false, false);
    } else {
      this.#indicator("?", true, false, true);
      this.#scalar(key, false);
      this.#writeIndent();
      this.#indicator(":", true, false, true);
    }
  }

  *#longKey(key: string): Walk<void> {
    this.#writeIndent();
    this.#indicator("?", true, false, true);
    yield* this.#longString(key);
    this.#writeIndent();
    this.#indicator(":", true, false, true);
  }

  #break(): void {
    this.#add("\n");
    this.#column = 0;
  }

  #add(text: string): void {
    this.#last += text;
    if (this.#last.length < joinedLength) return;
    this.#last.charCodeAt(0); // makes a flat text of the tree of concatenations
    this.#parts.push(this.#last);
    this.#last = "";
  }

  #put(text: string): void {
    this.#add(text);
    this.#column += text.length;
  }

  #writeBreak(char: string): void {
    if (char === "\n") return this.#break();
    this.#add(char);
    this.#column = 0;
  }

  #writeIndent(): void {
    const indent = Math.max(this.#indent, 0);
    if (!this.#indention || this.#column > indent || (this.#column === indent && !this.#whitespace)) this.#break();
    if (this.#column < indent) this.#put(" ".repeat(indent - this.#column));
    this.#whitespace = true;
    this.#indention = true;
  }

  #indicator(text: string, needsSpace: boolean, isSpace: boolean, isIndention: boolean): void {
    if (needsSpace && !this.#whitespace) this.#put(" ");
    this.#put(text);
    this.#whitespace = isSpace;
    this.#indention &&= isIndention;
  }

  /** Writes a string. Continuation lines are indented deeper than the parent. */
  #string(text: string, isKey: boolean): void {
    const before = this.#deepen();
    this.#write(text, this.#styled(text, isKey));
    this.#indent = before;
  }

  #write(text: string, { write, end }: Writing): void {
    for (let i = 0; i < text.length;) i = write(i);
    end?.();
  }

  /** Writes a string that may be long, as `#string` does. */
  *#longString(text: string): Walk<void> {
    if (text.length <= charactersOfStep) return this.#string(text, false);
    const before = this.#deepen();
    const { write, end } = this.#styled(text, false);
    for (let i = 0; i < text.length;) {
      yield pausePoint;
      for (const until = Math.min(i + charactersOfStep, text.length); i < until;) i = write(i);
    }
    end?.();
    this.#indent = before;
  }

  /** Indents what follows deeper; returns the indentation before. */
  #deepen(): number {
    const before = this.#indent;
    this.#indent = before < 0 ? 2 : before + 2;
    return before;
  }

  #styled(text: string, isKey: boolean): Writing {
    switch (styleOf(text, isKey)) {
      case "plain":
        return this.#plain(text, !isKey);
      case "single":
        return this.#single(text, !isKey);
      case "double":
        return this.#double(text, !isKey);
      case "literal":
        return this.#literal(text);
    }
  }

  /** Reports whether a line may be folded at this character: a single space beyond the best width. */
  #folds(text: string, i: number, mayFold: boolean): boolean {
    return mayFold && this.#column > bestWidth && text.charAt(i) === " " && text.charAt(i - 1) !== " ";
  }

  #plain(text: string, mayFold: boolean): Writing {
    if (!this.#whitespace) this.#put(" ");
    const fits = text.length + this.#column <= bestWidth;
    return {
      write: (i) => {
        if (fits) {
          this.#put(text);
          return text.length;
        }
        if (this.#folds(text, i, mayFold) && text.charAt(i + 1) !== " ") this.#writeIndent();
        else this.#put(text.charAt(i));
        return i + 1;
      },
      end: () => this.#endText(),
    };
  }

  #single(text: string, mayFold: boolean): Writing {
    this.#indicator("'", true, false, false);
    let breaks = false;
    return {
      write: (i) => {
        const char = text.charAt(i);
        if (isBreak(char)) {
          if (!breaks && char === "\n") this.#break();
          this.#writeBreak(char);
          this.#indention = true;
          breaks = true;
        } else if (this.#folds(text, i, mayFold) && i > 0 && i < text.length - 1 && text.charAt(i + 1) !== " ")
          this.#writeIndent();
        else {
          if (breaks) this.#writeIndent();
          this.#put(char === "'" ? "''" : char);
          if (char !== " ") this.#indention = breaks = false;
        }
        return i + 1;
      },
      end: () => this.#endText("'"),
    };
  }

  #endText(quote = ""): void {
    this.#put(quote);
    this.#whitespace = false;
    this.#indention = false;
  }

  #double(text: string, mayFold: boolean): Writing {
    this.#indicator('"', true, false, false);
    const escapesAll = text.startsWith("\ufeff");
    let wasSpace = false;
    return {
      write: (i) => {
        const rune = String.fromCodePoint(text.codePointAt(i) ?? 0);
        const next = i + rune.length;
        if (rune === " " && !escapesAll) {
          const folds = mayFold && !wasSpace && this.#column > bestWidth && i > 0 && next < text.length;
          if (folds) this.#foldQuoted(text.charAt(next));
          else this.#put(rune);
          wasSpace = true;
        } else {
          this.#put(escapeRune(rune, escapesAll));
          wasSpace = false;
        }
        return next;
      },
      end: () => this.#endText('"'),
    };
  }

  /** Folds a line at a space. If another space follows, it is escaped to preserve it. */
  #foldQuoted(next: string): void {
    this.#writeIndent();
    if (next === " ") this.#put("\\");
  }

  #literal(text: string): Writing {
    this.#indicator("|", true, false, false);
    if (text.startsWith(" ") || isBreak(text.charAt(0))) this.#indicator("2", false, false, false);
    const chomping = chompingOf(text);
    if (chomping !== "") this.#indicator(chomping, false, false, false);
    this.#break();
    this.#indention = true;
    this.#whitespace = true;
    let breaks = true;
    return {
      write: (i) => {
        const char = text.charAt(i);
        if (isBreak(char)) {
          this.#writeBreak(char);
          this.#indention = true;
          breaks = true;
        } else {
          if (breaks) this.#writeIndent();
          this.#put(char);
          this.#indention = breaks = false;
        }
        return i + 1;
      },
    };
  }
}
