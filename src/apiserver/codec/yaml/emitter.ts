import { formatGoFloat, byteLength } from "../../../apimachinery/go-strings.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { encodeNumber } from "../../../apimachinery/json/encode.ts";
import {
  isList,
  Double,
  isObject,
  type JsonNumber,
  type JsonObject,
  type JsonValue,
} from "../../../apimachinery/json/value.ts";
import { call, pausePoint, runWalk, type Walk } from "../../../apimachinery/walk.ts";
import { isBreak } from "./cursor.ts";
import { decodeLongJson } from "../../../component-base/long-json.ts";
import { sortWalk } from "../../../component-base/sort-long.ts";
import { walkRunning } from "../../../component-base/work.ts";
import { compareYamlKeys } from "./key-order.ts";
import { isMultiline, isPrintable, styleOf } from "./scalar-style.ts";
import { parseYaml } from "./parser.ts";
import type { ListEncoder, ListItem } from "../serializer.ts";
import { hasControlCharacters, refuseControlCharacters } from "./source-text.ts";
import { yamlToJson } from "./to-json.ts";

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

/** Writes block style like libyaml's emitter for the events of JSON values. */
class Emitter {
  #out = "";
  #column = 0;
  #indent = -1;
  /** Whether the current line contains only indicators and spaces. */
  #indention = true;
  #whitespace = true;

  /** Returns the text written since the last call. */
  take(): string {
    const text = this.#out;
    this.#out = "";
    return text;
  }

  /** Writes a value and the end of the document; in a large request with pauses. */
  document(value: JsonValue): string {
    return walkRunning(() => this.#document(value));
  }

  *#document(value: JsonValue): Walk<string> {
    yield* this.#node(value, false, false);
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

  *#node(value: JsonValue, inMapping: boolean, isKey: boolean): Walk<void> {
    if (isList(value)) yield* this.#sequence(value, inMapping);
    else if (isObject(value)) yield* this.#mapping(value);
    else this.#scalar(value, isKey);
  }

  #scalar(value: JsonValue, isKey: boolean): void {
    if (typeof value === "string") this.#string(value, isKey);
    else this.#plain(isNumber(value) ? printNumber(value) : String(value), false);
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
      yield* this.#node(items[i] ?? null, false, false);
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
      this.#key(key);
      yield* this.#node(object[key] ?? null, true, false);
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

  #break(): void {
    this.#out += "\n";
    this.#column = 0;
  }

  #put(text: string): void {
    this.#out += text;
    this.#column += text.length;
  }

  #writeBreak(char: string): void {
    if (char === "\n") return this.#break();
    this.#out += char;
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
    const before = this.#indent;
    this.#indent = before < 0 ? 2 : before + 2;
    this.#styled(text, isKey);
    this.#indent = before;
  }

  #styled(text: string, isKey: boolean): void {
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

  #plain(text: string, mayFold: boolean): void {
    if (!this.#whitespace) this.#put(" ");
    if (text.length + this.#column <= bestWidth) this.#put(text);
    else {
      for (let i = 0; i < text.length; i++) {
        if (this.#folds(text, i, mayFold) && text.charAt(i + 1) !== " ") this.#writeIndent();
        else this.#put(text.charAt(i));
      }
    }
    this.#whitespace = false;
    this.#indention = false;
  }

  #single(text: string, mayFold: boolean): void {
    this.#indicator("'", true, false, false);
    let breaks = false;
    for (let i = 0; i < text.length; i++) {
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
    }
    this.#indicator("'", false, false, false);
    this.#whitespace = false;
    this.#indention = false;
  }

  #double(text: string, mayFold: boolean): void {
    this.#indicator('"', true, false, false);
    const escapesAll = text.startsWith("\ufeff");
    let first = true;
    let wasSpace = false;
    let at = 0;
    for (const rune of text) {
      const last = at + rune.length >= text.length;
      if (rune === " " && !escapesAll) {
        if (mayFold && !wasSpace && this.#column > bestWidth && !first && !last) this.#foldQuoted(text.charAt(at + 1));
        else this.#put(rune);
        wasSpace = true;
      } else {
        this.#put(escapeRune(rune, escapesAll));
        wasSpace = false;
      }
      first = false;
      at += rune.length;
    }
    this.#indicator('"', false, false, false);
    this.#whitespace = false;
    this.#indention = false;
  }

  /** Folds a line at a space. If another space follows, it is escaped to preserve it. */
  #foldQuoted(next: string): void {
    this.#writeIndent();
    if (next === " ") this.#put("\\");
  }

  #literal(text: string): void {
    this.#indicator("|", true, false, false);
    if (text.startsWith(" ") || isBreak(text.charAt(0))) this.#indicator("2", false, false, false);
    const chomping = chompingOf(text);
    if (chomping !== "") this.#indicator(chomping, false, false, false);
    this.#break();
    this.#indention = true;
    this.#whitespace = true;
    let breaks = true;
    for (let i = 0; i < text.length; i++) {
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
    }
  }
}

/** Returns the chomping indicator: `-` if the text ends without a break, `+` if it ends with more than one. */
function chompingOf(text: string): string {
  if (!isBreak(text.charAt(text.length - 1))) return "-";
  return text.length === 1 || isBreak(text.charAt(text.length - 2)) ? "+" : "";
}

const named: Readonly<Record<string, string>> = {
  "\0": "0",
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\x1b": "e",
  '"': '"',
  "\\": "\\",
  "\u0085": "N",
  "\u00a0": "_",
  "\u2028": "L",
  "\u2029": "P",
};

const hex = (code: number, width: number): string => code.toString(16).toUpperCase().padStart(width, "0");

/**
 * Escapes a character if needed. In a text that begins with a byte order mark every character is escaped, as in the
 * library.
 */
function escapeRune(rune: string, always: boolean): string {
  if (!always && rune.length === 1 && isPrintable(rune) && !isBreak(rune) && rune !== '"' && rune !== "\\") return rune;
  const name = named[rune];
  if (name !== undefined) return `\\${name}`;
  const code = rune.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

/** Returns the value of a JSON text as upstream reads it, as YAML: an unescaped next line character is a line break. */
const valueOf = (json: string, value: JsonValue): JsonValue =>
  json.includes("\u0085") ? decodeJson(yamlToJson(parseYaml(json)).json) : value;

/**
 * Encodes a value as YAML (yaml.JSONToYAML). `json` is its JSON, which upstream parses as YAML first: characters that
 * are unescaped in JSON may be forbidden in YAML or be line breaks. Throws YamlError.
 */
export function encodeYaml(value: JsonValue, json: string): string {
  refuseControlCharacters(json);
  const emitter = new Emitter();
  return emitter.document(valueOf(json, value));
}

/** Encodes a list as YAML in parts. Throws YamlError. */
export function encodeYamlList(list: JsonObject, member: string): ListEncoder {
  const emitter = new Emitter();
  return {
    before: () => (emitter.openSequence(list, member), emitter.take()),
    items(items) {
      emitter.sequenceItems(items.map(itemValue));
      return emitter.take();
    },
    after: () => (emitter.closeSequence(list, member), emitter.take()),
    accepts: (json) => !hasControlCharacters(json),
  };
}

/** Returns the value of an item, which is given as JSON. */
function itemValue(item: ListItem): JsonValue {
  if (typeof item !== "string") throw new TypeError("items are encoded as YAML from their JSON");
  refuseControlCharacters(item);
  return valueOf(item, decodeLongJson(item));
}
