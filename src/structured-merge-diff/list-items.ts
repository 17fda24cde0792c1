import { encodeJson } from "../apimachinery/json/encode.ts";
import { memberOf } from "../apimachinery/json/members.ts";
import { isList, Double, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { keyElement, type KeyField, type PathElement } from "./path-element.ts";
import type { ListAtom } from "./schema.ts";
import { isMap } from "./value.ts";

/** Returns why an item of a set or list map has no path, in upstream's words; undefined for items that have one. */
export function itemError(list: ListAtom, item: JsonValue): string | undefined {
  return list.keys.length > 0 ? keyedItemError(list, item) : setItemError(item);
}

function setItemError(item: JsonValue): string | undefined {
  if (item === null) return "associative list without keys has an element that's an explicit null";
  if (isMap(item)) return "associative list without keys has an element that's a map type";
  return isList(item) ? "not supported: associative list with lists as elements" : undefined;
}

function keyedItemError(list: ListAtom, item: JsonValue): string | undefined {
  if (item === null) return "associative list with keys may not have a null element";
  if (!isMap(item)) return "associative list with keys may not have non-map elements";
  for (const name of list.keys) {
    if (keyOf(list, item, name) !== undefined) return undefined;
    if (!list.items.map && memberOf(item, name) === undefined)
      return `couldn't find default value for ${name}: associative list may not have non-map types`;
  }
  const names = list.keys.map((name) => JSON.stringify(name)).join(" ");
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}

/** Returns the value of an item's key, or the key's default. */
export function keyOf(list: ListAtom, item: JsonObject, name: string): JsonValue | undefined {
  const value = memberOf(item, name);
  return value === undefined ? list.items.map?.fields.get(name)?.default : value;
}

/** A map key that is equal for items with the same keys or the same value. */
export type ItemKey = string | number | boolean | null;

/** Returns the map key of an item without `itemError`. */
export function itemKey(list: ListAtom, item: JsonValue): ItemKey {
  const { keys } = list;
  if (keys.length === 0) return scalarKey(item);
  if (!isMap(item)) return "";
  if (keys.length === 1) return scalarKey(keyOf(list, item, keys[0] ?? "") ?? null);
  let text = "";
  for (const name of keys) {
    const value = keyOf(list, item, name);
    text += value === undefined ? "," : `${encodeJson(value)},`;
  }
  return text;
}

/** Integers and floats of the same value have the same key. */
function scalarKey(value: JsonValue): ItemKey {
  if (typeof value === "string") return value.charCodeAt(0) === 0 ? `\0${value}` : value;
  if (value === null || (typeof value !== "object" && typeof value !== "bigint")) return value;
  const text = encodeJson(value);
  return value instanceof Double && String(value.value) === text ? value.value : `\0${text}`;
}

/**
 * Reports whether two items without `itemError` have the same keys or, in a set, the same value. It may return false
 * for equal keys that contain a Double or a bigint.
 */
export function isSameItem(list: ListAtom, a: JsonValue, b: JsonValue): boolean {
  const { keys } = list;
  if (keys.length === 0) return a === b;
  if (!isMap(a) || !isMap(b)) return false;
  for (const name of keys) {
    const [x, y] = [keyOf(list, a, name), keyOf(list, b, name)];
    if (x !== y) return false;
  }
  return true;
}

const few = 8;

/** Reports whether no two items have the same key. The items must have no `itemError`. */
export function areDistinct(list: ListAtom, items: readonly JsonValue[]): boolean {
  if (items.length < 2) return true;
  if (items.length > few || items.some((item) => !hasPlainKeys(list, item)))
    return new Set(items.map((item) => itemKey(list, item))).size === items.length;
  for (let i = 1; i < items.length; i++) {
    for (let j = 0; j < i; j++) if (isSameItem(list, items[i] ?? null, items[j] ?? null)) return false;
  }
  return true;
}

/** Reports whether the keys or the value of an item can be compared by identity. */
function hasPlainKeys(list: ListAtom, item: JsonValue): boolean {
  if (list.keys.length === 0) return isPlain(item);
  if (!isMap(item)) return false;
  for (const name of list.keys) if (!isPlain(keyOf(list, item, name))) return false;
  return true;
}

const isPlain = (value: JsonValue | undefined): boolean =>
  value === null || (typeof value !== "object" && typeof value !== "bigint");

/** Returns the path element of an item without `itemError`. */
export function itemElement(list: ListAtom, item: JsonValue): PathElement {
  if (list.keys.length === 0 || !isMap(item)) return { kind: "value", value: item };
  const fields: KeyField[] = [];
  for (const name of list.keys) {
    const value = keyOf(list, item, name);
    if (value !== undefined) fields.push({ name, value });
  }
  return keyElement(fields);
}
