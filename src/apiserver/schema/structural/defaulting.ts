import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Schema, Slot } from "../schema.ts";
import { rememberedInside } from "./schema-parts.ts";
import { isList, itemSlot, mapItems, mapMembers, memberSlot } from "./json-tree.ts";

const isNonNullableNull = (value: JsonValue | undefined, slot: Slot | undefined): boolean =>
  value === null && slot !== undefined && !slot.schema.nullable;

/**
 * Removes nulls that are not nullable and have no default (defaulting.PruneNonNullableNullsWithoutDefaults). The other
 * nulls are left to `applyDefaults`.
 */
export function pruneNulls(value: JsonValue, schema: Schema | undefined): JsonValue {
  if (isList(value)) {
    const items = schema && itemSlot(schema)?.schema;
    return mapItems(value, (item) => pruneNulls(item, items));
  }
  if (!isObject(value)) return value;
  return mapMembers(value, (member, name) => {
    const slot = schema && memberSlot(schema, name);
    return isNonNullableNull(member, slot) && slot?.default === undefined
      ? undefined
      : pruneNulls(member, slot?.schema);
  });
}

/** Reports whether a schema contains a default. */
export const hasDefaults = rememberedInside((slot) => slot.default !== undefined);

/** Applies defaults, including within defaulted values (defaulting.Default). The argument is not modified. */
export function applyDefaults(value: JsonValue, schema: Schema): JsonValue {
  if (!hasDefaults(schema)) return value;
  if (isList(value)) {
    const slot = itemSlot(schema);
    return slot ? mapItems(value, (item) => defaulted(item, slot)) : value;
  }
  if (!isObject(value)) return value;
  return mapMembers(withMissing(value, schema), (member, name) => {
    const slot = memberSlot(schema, name);
    return slot ? defaulted(member, slot) : member;
  });
}

const defaulted = (value: JsonValue, slot: Slot): JsonValue =>
  applyDefaults(isNonNullableNull(value, slot) ? (slot.default ?? null) : value, slot.schema);

/** Returns a copy with defaults for missing members, or the object itself if none are missing. */
function withMissing(object: JsonObject, schema: Schema): JsonObject {
  if (schema.kind !== "object") return object;
  let filled: Record<string, JsonValue> | undefined;
  for (const { name, default: value } of schema.fields) {
    if (value === undefined || Object.hasOwn(object, name)) continue;
    filled ??= { ...object };
    filled[name] = value;
  }
  return filled ?? object;
}
