import { encodeJson, encodeScalar, inByteOrder, quoteJson, sortedKeys } from "../apimachinery/json/encode.ts";
import { joinParts } from "../apimachinery/steps.ts";
import { LongText } from "../apimachinery/long-text.ts";
import { Double, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { pausingSteps } from "./pausing-steps.ts";
import { forEachKept, phase, runningWork } from "./work.ts";
import { keysOf } from "./long-map-keys.ts";

/** Lists with more items are encoded in slices in a large request. */
const manyItems = 100;
/** Members of maps with more keys are, too. */
const manyKeys = 1_000;
/** Texts of as many characters are quoted in slices. */
const longText = 10_000;
/** The nesting depth beyond which values are encoded at once. */
const maxDepth = 100;

const noText = (): LongText => new LongText();

/** Thrown where a text becomes longer than it may be. */
export class TextTooLong extends Error {
  /** The characters so far. */
  readonly length: number;

  constructor(length: number) {
    super(`a text of ${length} characters is too long`);
    this.length = length;
  }
}

/**
 * Encodes what may have at most some characters: in a large computation, a list or map that becomes longer is not
 * encoded to its end. Throws TextTooLong.
 */
export function encodeWithin<T>(most: number, encode: () => T, lengthOf: (encoded: T) => number): T {
  const work = runningWork();
  const before = work?.mostText ?? Infinity;
  if (work !== undefined) work.mostText = most;
  try {
    const encoded = encode();
    const length = lengthOf(encoded);
    if (length > most) throw new TextTooLong(length);
    return encoded;
  } finally {
    if (work !== undefined) work.mostText = before;
  }
}

/** Adds to the text of a list or map. */
function addWithin(made: LongText, text: string): void {
  made.add(text);
  if (made.length > (runningWork()?.mostText ?? Infinity)) throw new TextTooLong(made.length);
}

/** Reports whether a list is encoded in slices: a long one of a large request. */
export const isLongList = (items: readonly unknown[]): boolean =>
  items.length > manyItems && runningWork() !== undefined;

/** Encodes a long list with pauses. */
export function encodeLongList<T>(items: readonly T[], encode: (item: T) => string): string {
  const add = (made: LongText, i: number): void => {
    addWithin(made, (i === 0 ? "" : ",") + encode(items[i] as T)); // within the list
  };
  return `[${forEachKept(items.length, noText, add).toString()}]`;
}

/** Encodes a map with many keys with pauses, in the order of bytes or as they are. */
export function encodeLargeMap<T>(
  map: Readonly<Record<string, T>>,
  keys: readonly string[],
  encodeMember: (key: string, value: T & {}) => string,
  sorts = true,
): string {
  const names = sorts ? phase(() => inByteOrder([...keys])) : keys;
  const add = (made: LongText, i: number): void => {
    const key = names[i] ?? "";
    const value = map[key];
    if (value !== undefined) addWithin(made, `${made.isEmpty ? "" : ","}${encodeMember(key, value as T & {})}`);
  };
  return `{${forEachKept(names.length, noText, add).toString()}}`;
}

/** How untyped values are encoded. */
export interface UntypedForm {
  /** Encodes a value at once. */
  readonly encode: (value: JsonValue) => string;
  readonly quote: (name: string) => string;
  /** Whether members are sorted, or stay in their order. */
  readonly sorts: boolean;
}

const sorted: UntypedForm = { encode: encodeJson, quote: quoteJson, sorts: true };

/** Encodes an untyped value, as `encodeJson` does or in another form; in a large request with pauses. */
export const encodeUntyped = (value: JsonValue, form = sorted): string =>
  runningWork() === undefined ? form.encode(value) : encodeValue(value, form, 0);

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value);

function encodeValue(value: JsonValue, form: UntypedForm, depth: number): string {
  if (typeof value === "string") return quoteLong(value);
  const scalar = encodeScalar(value);
  if (scalar !== undefined) return scalar;
  if (depth > maxDepth || typeof value !== "object" || value === null || value instanceof Double)
    return form.encode(value);
  return isList(value) ? encodeItems(value, form, depth + 1) : encodeMembers(value, form, depth + 1);
}

/** Quotes a text as `quoteJson` does; a long one of a large request with pauses. */
export const quoteLong = (text: string): string =>
  text.length < longText
    ? quoteJson(text)
    : `"${joinParts(text, (part) => quoteJson(part).slice(1, -1), pausingSteps)}"`;

function encodeItems(items: readonly JsonValue[], form: UntypedForm, depth: number): string {
  const encode = (item: JsonValue | undefined): string => encodeValue(item ?? null, form, depth);
  return isLongList(items) ? encodeLongList(items, encode) : `[${items.map(encode).join(",")}]`;
}

function encodeMembers(object: JsonObject, form: UntypedForm, depth: number): string {
  const keys = runningWork() === undefined ? [] : keysOf(object);
  const encode = (key: string, value: JsonValue): string => `${form.quote(key)}:${encodeValue(value, form, depth)}`;
  if (keys.length > manyKeys)
    return encodeLargeMap(
      object,
      phase(() => keys),
      encode,
      form.sorts,
    );
  let text = "";
  for (const key of form.sorts ? sortedKeys(object) : Object.keys(object)) {
    const value = object[key];
    if (value !== undefined) text += `${text === "" ? "" : ","}${encode(key, value)}`;
  }
  return `{${text}}`;
}
