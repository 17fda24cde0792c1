import { isList, isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { memberOf } from "../apimachinery/json/members.ts";

/** The value at a path of member names; undefined where it does not lead to one. */
export function valueAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  for (const name of path) {
    if (!isObject(value)) return undefined;
    value = memberOf(value, name);
  }
  return value;
}

/** The text at a path; "" where there is none. Numbers and booleans as their text. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : found === undefined || found === null ? "" : String(found);
}

/** The object at a path; an empty one where there is none. */
export function objectAt(value: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/** The items of the list at a path; none where there is no list. */
export function itemsAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
  const found = valueAt(value, ...path);
  return isList(found) ? found : [];
}

/** The objects of a list as the server sends it, each with the apiVersion and kind that the list tells of all. */
export function objectsOf(list: JsonObject): readonly JsonObject[] {
  const typeMeta = { apiVersion: textAt(list, "apiVersion"), kind: textAt(list, "kind").replace(/List$/, "") };
  return itemsAt(list, "items")
    .filter(isObject)
    .map((item) => ({ ...typeMeta, ...item }));
}

/** A copy of a value with a member at a path set, or removed with undefined. */
export function withValueAt(
  value: JsonValue | undefined,
  path: readonly string[],
  to: JsonValue | undefined,
): JsonObject {
  const object = isObject(value) ? value : {};
  const [name = "", ...rest] = path;
  const { [name]: before, ...others } = object;
  const next = rest.length === 0 ? to : withValueAt(before, rest, to);
  return next === undefined ? others : { ...object, [name]: next };
}

/** The condition of a type in the status of an object; undefined if there is none. */
export const conditionOf = (object: JsonValue | undefined, type: string): JsonValue | undefined =>
  itemsAt(object, "status", "conditions").find((each) => textAt(each, "type") === type);

/** Whether the condition Ready of an object holds. */
export const isReady = (object: JsonValue | undefined): boolean =>
  textAt(conditionOf(object, "Ready"), "status") === "True";

export const nameOf = (object: JsonValue | undefined): string => textAt(object, "metadata", "name");
export const namespaceOf = (object: JsonValue | undefined): string => textAt(object, "metadata", "namespace");
export const kindOf = (object: JsonValue | undefined): string => textAt(object, "kind");
