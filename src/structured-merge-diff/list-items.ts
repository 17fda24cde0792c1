import { encodeJson } from "../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { keyElement, type KeyField, type PathElement } from "./path-element.ts";
import type { ListAtom } from "./schema.ts";
import { isList, isMap, memberOf } from "./value.ts";

/** Why an item of a set or a list map has no path, in upstream's words; undefined for items that have one. */
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
    if (!list.items.map && memberOf(item, name) === undefined) return `couldn't find default value for ${name}: associative list may not have non-map types`;
  }
  const names = list.keys.map((name) => JSON.stringify(name)).join(" ");
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}

function keyOf(list: ListAtom, item: JsonObject, name: string): JsonValue | undefined {
  const value = memberOf(item, name);
  return value === undefined ? list.items.map?.fields.get(name)?.default : value;
}

/** A text that two items share if they are one by their keys or value; only for items without `itemError`. */
export function itemKey(list: ListAtom, item: JsonValue): string {
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

/** Integers and floats of the same value are one. */
const scalarKey = (value: JsonValue): string => (typeof value === "string" ? `"${value}` : typeof value === "number" ? String(value) : encodeJson(value));

/** The path element of an item without `itemError`. */
export function itemElement(list: ListAtom, item: JsonValue): PathElement {
  if (list.keys.length === 0 || !isMap(item)) return { kind: "value", value: item };
  const fields: KeyField[] = [];
  for (const name of list.keys) {
    const value = keyOf(list, item, name);
    if (value !== undefined) fields.push({ name, value });
  }
  return keyElement(fields);
}
