import { type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Schema, Slot } from "../schema.ts";

export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** Where a member's schema is found: among the fields, or for any name. */
export function memberSlot(schema: Schema, name: string): Slot | undefined {
  if (schema.kind === "map") return schema.values;
  return schema.kind === "object" ? (schema.field(name) ?? schema.additionalProperties) : undefined;
}

/** Where the schema of a list's items is found. */
export const itemSlot = (schema: Schema): Slot | undefined => (schema.kind === "list" ? schema.items : undefined);

/** A copy of the object with other members, or the object itself where none changed; undefined takes a member away. */
export function mapMembers(object: JsonObject, change: (value: JsonValue, name: string) => JsonValue | undefined): JsonObject {
  const members: [string, JsonValue][] = [];
  let changed = false;
  for (const name of Object.keys(object)) {
    const before = object[name] ?? null;
    const after = change(before, name);
    changed ||= after !== before;
    if (after !== undefined) members.push([name, after]);
  }
  return changed ? Object.fromEntries(members) : object;
}

/** A copy of the list with other items, or the list itself where none changed. */
export function mapItems(items: readonly JsonValue[], change: (value: JsonValue, index: number) => JsonValue): readonly JsonValue[] {
  const changed = items.map(change);
  return changed.some((item, i) => item !== items[i]) ? changed : items;
}
