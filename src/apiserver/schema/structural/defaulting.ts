import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Schema, Slot } from "../schema.ts";
import { rememberedInside } from "./schema-parts.ts";
import { isList, itemSlot, mapItems, mapMembers, memberSlot } from "./json-tree.ts";

const isNonNullableNull = (value: JsonValue | undefined, slot: Slot | undefined): boolean =>
  value === null && slot !== undefined && !slot.schema.nullable;

/**
 * Takes away nulls that may not be and have no default (defaulting.PruneNonNullableNullsWithoutDefaults); the others
 * are for `applyDefaults`.
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

/** Whether there are defaults somewhere in a schema. */
export const hasDefaults = rememberedInside((slot) => slot.default !== undefined);

/** Fills in defaults, in what was filled in too (defaulting.Default); the given value stays as it is. */
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

/** The object with the members it lacks, or the object itself. */
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
