import { messageOf } from "../apimachinery/message-of.ts";
import { decodeJson, JsonSyntaxError } from "../apimachinery/json/decode.ts";
import { encodeJson, encodeNumber } from "../apimachinery/json/encode.ts";
import { Double, type JsonValue } from "../apimachinery/json/value.ts";
import { atoi } from "../apimachinery/strconv.ts";
import { BoundedMap } from "../apimachinery/bounded-map.ts";
import { JsonIterator } from "./json-iterator.ts";
import { keyElement, type KeyField, type PathElement } from "./path-element.ts";
import { asFloats, isMap } from "./value.ts";

/** A FieldsV1 member name that is not a valid path element; the message is upstream's. */
export class PathElementError extends Error {}

/**
 * Returns a path element as a FieldsV1 member name (SerializePathElement): `f:name`, `k:{"port":80}`, `v:"a"`, `i:3`.
 */
export function serializePathElement(element: PathElement): string {
  switch (element.kind) {
    case "field":
      return element.text ?? `f:${element.name}`;
    case "key":
      return (
        element.text ??
        `k:{${element.fields.map(({ name, value }) => `${JSON.stringify(name)}:${encodeValue(value)}`).join(",")}}`
      );
    case "value":
      return `v:${encodeValue(element.value)}`;
    case "index":
      return `i:${element.index}`;
  }
}

/** Encodes a value as json-iterator does, whose exponents have at least two digits: `1e-07`. */
const encodeValue = (value: JsonValue): string =>
  typeof value === "number" || value instanceof Double
    ? encodeNumber(value).replace(/(?<=e[+-])\d$/, (digit) => `0${digit}`)
    : encodeJson(value);

/** Recently read elements by their text, so that similar objects share them. */
const read = new BoundedMap<string, PathElement>(4096);
/** Elements with a longer text, in characters, are not shared. */
const maxShared = 256;

/**
 * Parses a member name (DeserializePathElement). Returns undefined for unknown element types, which a later version may
 * define. Throws PathElementError.
 */
export function parsePathElement(text: string): PathElement | undefined {
  const known = read.get(text);
  if (known) return known;
  const element = parse(text);
  if (element === undefined || text.length > maxShared) return element;
  read.set(text, element);
  return element;
}

function parse(text: string): PathElement | undefined {
  if (text.charCodeAt(1) !== 0x3a)
    throw new PathElementError(text.length < 2 ? "key must be 2 characters long:" : `missing colon: ${text}`);
  const rest = text.slice(2);
  switch (text.charAt(0)) {
    case "f":
      return { kind: "field", name: memberName(rest), text };
    case "v":
      return { kind: "value", value: readValue(rest) };
    case "k":
      return keyElement(readFields(rest));
    case "i":
      return { kind: "index", index: Number(orPathElementError(() => atoi(rest))) };
    default:
      return undefined;
  }
}

/**
 * Returns the interned string that the engine uses for property names, so that comparing names is a pointer comparison.
 */
function memberName(name: string): string {
  for (const member in { [name]: true }) return member;
  return name;
}

function orPathElementError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new PathElementError(messageOf(error), { cause: error });
  }
}

/** Decodes a text as strict JSON; undefined if it is invalid. The value does not tell whether members were repeated. */
function decodeStrict(text: string): JsonValue | undefined {
  try {
    return decodeJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function readValue(text: string): JsonValue {
  const value = decodeStrict(text);
  if (value !== undefined) return asFloats(value);
  return orPathElementError(() => {
    const iterator = new JsonIterator(text);
    const read = iterator.read();
    iterator.throwError();
    return read;
  });
}

function readFields(text: string): readonly KeyField[] {
  const value = decodeStrict(text);
  if (value !== undefined && isMap(value)) {
    const names = Object.keys(value);
    if (countNames(text, names)) return names.map((name) => ({ name, value: asFloats(value[name] ?? null) }));
  }
  return orPathElementError(() => {
    const fields: KeyField[] = [];
    const iterator = new JsonIterator(text);
    iterator.readObject((name) => fields.push({ name, value: iterator.read() }));
    iterator.throwError();
    return fields;
  });
}

/** Reports whether no member can be repeated: the text has no more colons than there are names. */
function countNames(text: string, names: readonly string[]): boolean {
  let colons = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === 0x3a) colons++;
  return colons === names.length;
}
