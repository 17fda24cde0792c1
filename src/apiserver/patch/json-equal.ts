import { Double, type JsonValue } from "../../apimachinery/json/value.ts";
import { isObject } from "./json-object.ts";

/** Whether two JSON values are the same, whatever the order of members and the spelling of numbers. */
export function jsonEqual(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item: JsonValue, i) => jsonEqual(item, (b as readonly JsonValue[])[i] ?? null));
  if (isObject(a)) return isObject(b) && sameMembers(a, b);
  return numberOf(a) !== undefined && numberOf(a) === numberOf(b);
}

function sameMembers(a: { readonly [key: string]: JsonValue }, b: { readonly [key: string]: JsonValue }): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key] ?? null, b[key] ?? null));
}

const numberOf = (value: JsonValue): number | bigint | undefined =>
  value instanceof Double ? value.value : typeof value === "number" || typeof value === "bigint" ? value : undefined;
