import { sortedKeys } from "../../../apimachinery/json/encode.ts";
import { Double } from "../../../apimachinery/json/value.ts";
import { forEachKept, keptObject, phase } from "../../../component-base/work.ts";
import type { ListSchema, MapSchema, Schema } from "../../schema/schema.ts";
import type { DecodeState } from "./decode-state.ts";
import type { Differences } from "./differences.ts";
import { KeyOrder } from "./key-order.ts";
import { encodeLargeMap, encodeLongList, isLongList } from "../../../component-base/long-texts.ts";
import { quoteText } from "./quote.ts";
import { memberOf, setMember } from "../../../apimachinery/json/members.ts";
import { manyKeysOf, type NodeCodec } from "./node-codec.ts";
import { RepeatedMembers, type Document } from "./repeated-members.ts";
import { TextMapPrinter } from "./text-map-printer.ts";
import { valueName } from "./value-name.ts";

/** The codec of a slice; a nil slice that is not omitted is held as null. */
export class ListCodec implements NodeCodec {
  readonly goType: string;
  readonly emptiness = "list";
  readonly struct = false;
  readonly #items: NodeCodec;

  constructor(schema: ListSchema, compile: (schema: Schema) => NodeCodec) {
    this.goType = schema.goType;
    this.#items = compile(schema.items.schema);
  }

  zero(): null {
    return null;
  }

  decode(value: Document & {}, state: DecodeState): readonly unknown[] {
    if (state.kept?.has(value) && Array.isArray(value)) return value;
    if (!Array.isArray(value)) {
      state.typeError(valueName(value), this.goType);
      return [];
    }
    const depth = state.depth;
    const shares = isLongList(value);
    const decodeItem = (held: unknown[], i: number): void => {
      const item: Document = value[i];
      if (shares && i > 0 && isEmptyObject(item) && isEmptyObject(value[i - 1])) {
        held.push(held[i - 1]); // a million empty items are one
        return;
      }
      state.enter(depth, i, "");
      held.push(item === null ? this.#items.zero() : this.#items.decode(item, state));
    };
    const held = forEachKept(value.length, (): unknown[] => [], decodeItem);
    state.depth = depth;
    return held;
  }

  encode(value: unknown): string {
    if (!Array.isArray(value)) return "null";
    if (isLongList(value)) return encodeLongList(value, (item) => this.#items.encode(item));
    let text = "";
    for (let i = 0; i < value.length; i++) text += (i === 0 ? "" : ",") + this.#items.encode(value[i]);
    return `[${text}]`;
  }

  compare(before: object, after: object, differences: Differences): boolean {
    if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return false;
    if (isLongList(after)) return false; // encoded in slices
    for (let i = 0; i < after.length; i++) differences.at(i, this.#items, before[i], after[i]);
    return true;
  }
}

/** The codec of a map with string keys, sorted as Go prints them; a nil map that is not omitted is held as null. */
export class MapCodec implements NodeCodec {
  readonly goType: string;
  readonly emptiness = "map";
  readonly struct = false;
  readonly #values: NodeCodec;
  /** Set for maps of strings only. */
  readonly #texts: TextMapPrinter | undefined;
  readonly #keyOrder = new KeyOrder();

  constructor(schema: MapSchema, compile: (schema: Schema) => NodeCodec) {
    this.goType = schema.goType;
    const values = schema.values.schema;
    this.#values = compile(values);
    this.#texts = values.kind === "scalar" && values.type === "string" ? new TextMapPrinter() : undefined;
  }

  zero(): null {
    return null;
  }

  decode(value: Document & {}, state: DecodeState): Readonly<Record<string, unknown>> {
    if (state.kept?.has(value)) return value as Readonly<Record<string, unknown>>;
    if (typeof value !== "object" || Array.isArray(value) || value instanceof Double) {
      state.typeError(valueName(value), this.goType);
      return {};
    }
    if (value instanceof RepeatedMembers) return this.#decodeEntries(value.entries, state);
    const members = value as { readonly [name: string]: Document };
    const keys = manyKeysOf(members);
    const { order } = keys === undefined ? this.#orderOf(members) : phase(() => this.#orderOf(members, keys));
    if (order === "sorted") return members; // just parsed, so not shared
    return order === "unsorted" ? this.#keyOrder.arrange(members, keys) : this.#decodeMembers(members, state);
  }

  #orderOf(members: Readonly<Record<string, unknown>>, keys?: readonly string[]): { readonly order: TextOrder } {
    return { order: this.#texts ? orderOfTexts(members, keys) : undefined };
  }

  /** Decodes a map without duplicate members. Errors are found in document order; the result is sorted. */
  #decodeMembers(
    members: { readonly [name: string]: Document },
    state: DecodeState,
  ): Readonly<Record<string, unknown>> {
    const keys = keptObject(() => Object.keys(members));
    const decodeMember = (held: Record<string, unknown>, i: number): void => {
      const key = keys[i] ?? "";
      setMember(held, key, this.#decodeValue(key, members[key] ?? null, state));
    };
    const held = forEachKept(keys.length, (): Record<string, unknown> => ({}), decodeMember);
    return isSorted(keys) ? held : this.#keyOrder.arrange(held, manyKeysOf(held));
  }

  #decodeEntries(entries: RepeatedMembers["entries"], state: DecodeState): Readonly<Record<string, unknown>> {
    const decodeEntry = (held: Record<string, unknown>, i: number): void => {
      const [key, value] = entries[i] ?? ["", null];
      const decoded = this.#decodeValue(key, value, state);
      if (Object.hasOwn(held, key)) state.duplicateField(key);
      setMember(held, key, decoded);
    };
    const held = forEachKept(entries.length, (): Record<string, unknown> => ({}), decodeEntry);
    return this.#keyOrder.arrange(held, manyKeysOf(held));
  }

  #decodeValue(key: string, value: Document, state: DecodeState): unknown {
    if (value === null) return this.#values.zero();
    const depth = state.depth;
    state.enter(depth, key, "");
    const held = this.#values.decode(value, state);
    state.depth = depth;
    return held;
  }

  encode(value: unknown): string {
    if (typeof value !== "object" || value === null) return "null";
    const map = value as Readonly<Record<string, unknown>>;
    const keys = manyKeysOf(map);
    if (keys !== undefined) return encodeLargeMap(map, keys, this.#encodeMember);
    return this.#texts?.print(map) ?? `{${this.#encodeInOrder(map) ?? this.#encodeSorted(map)}}`;
  }

  compare(before: object, after: object, differences: Differences): boolean {
    const [left, right] = [before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>];
    if (manyKeysOf(right) !== undefined) return false; // encoded in slices
    let more = 0;
    let last = "";
    for (const key in right) {
      if (last > key || memberOf(left, key) === undefined || memberOf(right, key) === undefined) return false;
      last = key;
      more++;
      differences.at(key, this.#values, left[key], right[key]);
    }
    for (const _ in left) more--;
    return more === 0;
  }

  readonly #encodeMember = (key: string, value: unknown): string => `${quoteText(key)}:${this.#values.encode(value)}`;

  #encodeInOrder(map: Readonly<Record<string, unknown>>): string | undefined {
    let text = "";
    let last = "";
    for (const key in map) {
      if (last > key) return undefined;
      last = key;
      const value = map[key];
      if (value !== undefined) text += `${text === "" ? "" : ","}${this.#encodeMember(key, value)}`;
    }
    return text;
  }

  #encodeSorted(map: Readonly<Record<string, unknown>>): string {
    let text = "";
    for (const key of sortedKeys(map)) {
      const value = map[key];
      if (value !== undefined) text += `${text === "" ? "" : ","}${this.#encodeMember(key, value)}`;
    }
    return text;
  }
}

function isEmptyObject(item: Document): boolean {
  if (typeof item !== "object" || item === null || Object.getPrototypeOf(item) !== Object.prototype) return false;
  return Object.keys(item).length === 0;
}

function isSorted(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i++) if ((keys[i - 1] ?? "") > (keys[i] ?? "")) return false;
  return true;
}

/** Whether the keys of a map are in Go's order, or undefined if not all values are strings. */
type TextOrder = "sorted" | "unsorted" | undefined;

/** The keys are those of the map, if they are known. */
function orderOfTexts(map: Readonly<Record<string, unknown>>, keys?: readonly string[]): TextOrder {
  if (keys !== undefined) {
    const areTexts = keys.every((key) => typeof map[key] === "string");
    return !areTexts ? undefined : isSorted(keys) ? "sorted" : "unsorted";
  }
  let last = "";
  let sorted = true;
  for (const key in map) {
    if (typeof map[key] !== "string") return undefined;
    sorted &&= last <= key;
    last = key;
  }
  return sorted ? "sorted" : "unsorted";
}
