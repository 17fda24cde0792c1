import { newUnknownError, tooLargeToSendText } from "../../../apimachinery/errors.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { keptObject } from "../../../component-base/work.ts";
import type { Schema, Slot } from "../schema.ts";
import { rememberedInside } from "./schema-parts.ts";
import { itemSlot, mapItems, mapMembers, memberSlot } from "./json-tree.ts";

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
export const applyDefaults = (value: JsonValue, schema: Schema): JsonValue =>
  fill(
    value,
    schema,
    keptObject(() => new DefaultsSize()),
  );

function fill(value: JsonValue, schema: Schema, size: DefaultsSize): JsonValue {
  if (!hasDefaults(schema)) return value;
  if (isList(value)) {
    const slot = itemSlot(schema);
    return slot ? mapItems(value, (item) => defaulted(item, slot, size)) : value;
  }
  if (!isObject(value)) return value;
  return mapMembers(withMissing(value, schema, size), (member, name) => {
    const slot = memberSlot(schema, name);
    return slot ? defaulted(member, slot, size) : member;
  });
}

const defaulted = (value: JsonValue, slot: Slot, size: DefaultsSize): JsonValue =>
  fill(isNonNullableNull(value, slot) ? (slot.default ?? null) : value, slot.schema, size);

/** Returns a copy with defaults for missing members, or the object itself if none are missing. */
function withMissing(object: JsonObject, schema: Schema, size: DefaultsSize): JsonObject {
  if (schema.kind !== "object") return object;
  let filled: Record<string, JsonValue> | undefined;
  for (const slot of schema.fields) {
    const { name, default: value } = slot;
    if (value === undefined || Object.hasOwn(object, name)) continue;
    filled ??= { ...object };
    filled[name] = value;
    size.add(slot, value);
  }
  return filled ?? object;
}

/** The characters that defaults may add to an object. Upstream's client of the database sends messages of 2 MB. */
const maxDefaultsSize = 8 << 20;

/** The size of a default with its name. A default never changes. */
const sizes = new WeakMap<Slot, number>();

/** The size of all defaults that an object gets, which is bounded. */
class DefaultsSize {
  #size = 0;

  add(slot: Slot & { readonly name: string }, value: JsonValue): void {
    let size = sizes.get(slot);
    if (size === undefined) sizes.set(slot, (size = slot.name.length + encodeJson(value).length));
    this.#size += size;
    if (this.#size > maxDefaultsSize) throw newUnknownError(tooLargeToSendText(this.#size));
  }
}
