import { encodeJson, encodeScalar, inByteOrder, quoteJson, sortedKeys } from "../apimachinery/json/encode.ts";
import { joinParts } from "../apimachinery/steps.ts";
import { LongText } from "../apimachinery/long-text.ts";
import { Double, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { pausingSteps } from "./pausing-steps.ts";
import { forEachKept, phase, runningWork, type Work } from "./work.ts";
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
  const encoded = bounded({ most, isCut: false }, encode);
  const length = lengthOf(encoded);
  if (length > most) throw new TextTooLong(length);
  return encoded;
}

/** Encodes a value; in a large computation, the text of a list or map ends behind some characters with `and more`. */
export const encodeCut = (most: number, encode: () => string): string => bounded({ most, isCut: true }, encode);

function bounded<T>(bound: Work["textBound"], encode: () => T): T {
  const work = runningWork();
  if (work === undefined) return encode();
  const before = work.textBound;
  work.textBound = bound;
  try {
    return encode();
  } finally {
    work.textBound = before;
  }
}

/** Adds to the text of a list or map, within the bound. `encode` returns undefined for what is left out. */
function addWithin(made: LongText, encode: () => string | undefined): void {
  const bound = runningWork()?.textBound;
  if (bound !== undefined && bound.isCut && made.length > bound.most) return made.end(", and more");
  const text = encode();
  if (text !== undefined) made.add(made.isEmpty ? text : `,${text}`);
  if (bound !== undefined && !bound.isCut && made.length > bound.most) throw new TextTooLong(made.length);
}

/** Reports whether a list is encoded in slices: a long one of a large request. */
export const isLongList = (items: readonly unknown[]): boolean =>
  items.length > manyItems && runningWork() !== undefined;

/** Encodes a long list with pauses. */
export function encodeLongList<T>(items: readonly T[], encode: (item: T) => string): string {
  const add = (made: LongText, i: number): void => addWithin(made, () => encode(items[i] as T)); // within the list
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
    addWithin(made, () => (value === undefined ? undefined : encodeMember(key, value as T & {})));
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
