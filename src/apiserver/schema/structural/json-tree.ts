import { setMember } from "../../../apimachinery/json/members.ts";
import { type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Schema, Slot } from "../schema.ts";

export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** Returns the slot of an object's member: a declared field, or else additional properties. */
export function memberSlot(schema: Schema, name: string): Slot | undefined {
  if (schema.kind === "map") return schema.values;
  const members = schema.kind === "object" ? schema : schema.others?.members;
  return members && (members.field(name) ?? members.additionalProperties);
}

/** Returns the slot of a list's items. */
export const itemSlot = (schema: Schema): Slot | undefined =>
  schema.kind === "list" ? schema.items : schema.others?.items;

/**
 * Maps the members of an object. Returns the object itself if none changed; a result of undefined removes the member.
 */
export function mapMembers(
  object: JsonObject,
  change: (value: JsonValue, name: string) => JsonValue | undefined,
): JsonObject {
  let copy: Record<string, JsonValue> | undefined;
  const names = Object.keys(object);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? "";
    const before = object[name] ?? null;
    const after = change(before, name);
    if (copy === undefined && after === before) continue;
    copy ??= firstMembers(object, names, i);
    if (after !== undefined) setMember(copy, name, after);
  }
  return copy ?? object;
}

function firstMembers(object: JsonObject, names: readonly string[], count: number): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {};
  for (let i = 0; i < count; i++) {
    const name = names[i] ?? "";
    setMember(copy, name, object[name] ?? null);
  }
  return copy;
}

/** Maps the items of a list. Returns the list itself if none changed. */
export function mapItems(
  items: readonly JsonValue[],
  change: (value: JsonValue, index: number) => JsonValue,
): readonly JsonValue[] {
  const changed = items.map(change);
  return changed.some((item, i) => item !== items[i]) ? changed : items;
}
