import { compareUtf8 } from "../compare-utf8.ts";
import { encodeDeep } from "./encode-deep.ts";
import { Double, type JsonNumber, type JsonObject, type JsonValue } from "./value.ts";

/** The nesting depth up to which recursion is safe on any stack. */
const maxRecursion = 500;

const namedEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};
const escaped =
  // oxlint-disable-next-line no-control-regex
  /["\\\u0000-\u001f<>&\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeChar(char: string): string {
  const named = namedEscapes[char];
  if (named !== undefined) return named;
  const code = char.charCodeAt(0);
  return code >= 0xd800 && code < 0xe000 ? "\\ufffd" : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Quotes a string as Go's encoding/json does, escaping `<`, `>` and `&`. */
export function quoteJson(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (
      code < 0x20 ||
      code === 0x22 ||
      code === 0x5c ||
      code === 0x26 ||
      code === 0x3c ||
      code === 0x3e ||
      code >= 0x2028
    ) {
      return `"${text.replace(escaped, escapeChar)}"`;
    }
  }
  return `"${text}"`;
}

/** Formats a number as Go's encoding/json does. */
export function encodeNumber(value: JsonNumber): string {
  if (value instanceof Double) return Object.is(value.value, -0) ? "-0" : String(value.value);
  return String(value);
}

/** Returns the keys of an object in Go's order for maps: sorted by bytes. */
export const sortedKeys = (object: Readonly<Record<string, unknown>>): readonly string[] =>
  inByteOrder(Object.keys(object));

/** From so many strings on, it is worth looking whether the engine's own order, which is faster, is theirs. */
const manyStrings = 1_000;
/** Characters that UTF-16 orders otherwise than UTF-8. */
const unordered = /[\ud800-\uffff]/;

/** Sorts strings by bytes, in place if they are not sorted. */
export function inByteOrder(strings: string[]): readonly string[] {
  for (let i = 1; i < strings.length; i++) {
    if (compareUtf8(strings[i - 1] ?? "", strings[i] ?? "") <= 0) continue;
    const isPlain = strings.length > manyStrings && !strings.some((one) => unordered.test(one));
    return isPlain ? strings.sort() : strings.sort(compareUtf8);
  }
  return strings;
}

/** Returns the JSON of a scalar; undefined for arrays and objects. */
export function encodeScalar(value: JsonValue): string | undefined {
  switch (typeof value) {
    case "string":
      return quoteJson(value);
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    default:
      if (value === null) return "null";
      return value instanceof Double ? encodeNumber(value) : undefined;
  }
}

function encodeArray(items: readonly JsonValue[], depth: number): string {
  let out = "[";
  for (let i = 0; i < items.length; i++) out += (i === 0 ? "" : ",") + encodeValue(items[i] ?? null, depth);
  return `${out}]`;
}

function encodeObject(object: JsonObject, depth: number): string {
  let out = "{";
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value !== undefined) out += `${out.length === 1 ? "" : ","}${quoteJson(key)}:${encodeValue(value, depth)}`;
  }
  return `${out}}`;
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

function encodeValue(value: JsonValue, depth: number): string {
  const scalar = encodeScalar(value);
  if (scalar !== undefined) return scalar;
  if (depth > maxRecursion) return encodeDeep(value, { scalar: encodeScalar, keys: sortedKeys, quote: quoteJson });
  if (isArray(value)) return encodeArray(value, depth + 1);
  return typeof value === "object" && value !== null && !(value instanceof Double)
    ? encodeObject(value, depth + 1)
    : "";
}

/** Encodes an unstructured value as Go's encoding/json does: members sorted by bytes, no whitespace. */
export const encodeJson = (value: JsonValue): string => encodeValue(value, 0);
