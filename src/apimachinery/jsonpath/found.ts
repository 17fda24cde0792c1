import { goTypeOf, printGoValue } from "../go-values.ts";
import { encodeJson } from "../json/encode.ts";
import { isObject, type JsonValue } from "../json/value.ts";

/** A number of another Go type than those of decoded values: an integer of a template, or a byte of a string. */
export class GoInteger {
  readonly type: "int" | "uint8";
  readonly value: number | bigint;

  constructor(type: "int" | "uint8", value: number | bigint) {
    this.type = type;
    this.value = value;
  }
}

/** A value during an evaluation (reflect.Value); undefined is the zero Value, which stands for null in a range. */
export type Found = JsonValue | GoInteger | undefined;

/** Returns a found value as a decoded one. */
export const asValue = (found: Found): JsonValue | undefined => (found instanceof GoInteger ? found.value : found);

/** Returns the items of a list; undefined for other values. */
export const itemsOf = (found: Found): readonly JsonValue[] | undefined =>
  Array.isArray(found) ? (found as readonly JsonValue[]) : undefined;

/** Reports whether a found value is an object. */
export const isMap = (found: Found): found is { readonly [name: string]: JsonValue } =>
  !(found instanceof GoInteger) && isObject(found);

/** Returns the Go type of a found value. */
export function typeOf(found: Exclude<Found, undefined>): string {
  return found instanceof GoInteger ? found.type : goTypeOf(found);
}

/** Formats a found value as Go's fmt prints a reflect.Value. */
export function describeFound(found: Found): string {
  const value = asValue(found);
  return value === undefined ? "<invalid reflect.Value>" : printGoValue(value);
}

/** Returns a found value as a template prints it: objects and lists as JSON (JSONPath.PrintResults). */
export function printFound(found: Found): string {
  const value = asValue(found);
  if (value === undefined) return "<no value>";
  if (value === null) return "null";
  return isObject(value) || Array.isArray(value) ? encodeJson(value) : printGoValue(value);
}
