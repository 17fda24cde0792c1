import { duplicate, invalid, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { Double, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { ListSchema, Schema, Slot } from "../schema.ts";
import { rememberedInside } from "../structural/schema-parts.ts";
import { isList } from "../structural/json-tree.ts";

/** Finds what stands twice in lists of type set and map (listtype.ValidateListSetsAndMaps). */
export function validateListTypes(path: FieldPath, schema: Schema, value: JsonValue): readonly FieldError[] {
  const errors: FieldError[] = [];
  collect(path, schema, value, errors);
  return errors;
}

const isUnique = ({ schema }: Slot): boolean => schema.kind === "list" && (schema.listType === "set" || schema.listType === "map");

const hasUniqueLists = rememberedInside(isUnique);

function collect(path: FieldPath, schema: Schema, value: JsonValue, errors: FieldError[]): void {
  if (isList(value)) collectList(path, schema, value, errors);
  else if (isObject(value)) collectMembers(path, schema, value, errors);
}

function collectMembers(path: FieldPath, schema: Schema, object: JsonObject, errors: FieldError[]): void {
  const additional = schema.kind === "map" ? schema.values : schema.kind === "object" ? schema.additionalProperties : undefined;
  const names = Object.keys(object).sort();
  if (additional !== undefined) for (const name of names) collectMember(additional.schema, object, name, () => path.key(name), errors);
  if (schema.kind !== "object") return;
  for (const name of names) {
    const field = schema.field(name);
    if (field !== undefined) collectMember(field.schema, object, name, () => path.child(name), errors);
  }
}

/** Most schemas have no such lists in them, so that paths into their values need not be made. */
function collectMember(schema: Schema, object: JsonObject, name: string, path: () => FieldPath, errors: FieldError[]): void {
  const value = object[name] ?? null;
  if (typeof value === "object" && value !== null && (isUnique({ schema }) || hasUniqueLists(schema))) collect(path(), schema, value, errors);
}

function collectList(path: FieldPath, schema: Schema, items: readonly JsonValue[], errors: FieldError[]): void {
  if (schema.kind !== "list") return;
  if (schema.listType === "set") errors.push(...repeated(items).map((i) => duplicate(path.index(i), items[i] ?? null)));
  if (schema.listType === "map") errors.push(...validateListMap(path, schema, items));
  if (!isUnique(schema.items) && !hasUniqueLists(schema.items.schema)) return;
  for (const [i, item] of items.entries()) if (typeof item === "object" && item !== null) collect(path.index(i), schema.items.schema, item, errors);
}

function validateListMap(path: FieldPath, { listMapKeys = [] }: ListSchema, items: readonly JsonValue[]): readonly FieldError[] {
  const stranger = items.findIndex((item) => item !== null && !isObject(item));
  if (stranger >= 0) return [invalid(path.index(stranger), items[stranger] ?? null, "must be an object for an array of list-type map")];
  const keys = items.map((item) => keysOf(item, listMapKeys));
  return repeated(keys.map((key) => onlyValue(key, listMapKeys))).map((i) => duplicate(path.index(i), keys[i] ?? null));
}

/** A single key is compared by its value alone. */
const onlyValue = (key: JsonObject, [name = "", ...more]: readonly string[]): JsonValue => (more.length === 0 && Object.hasOwn(key, name) ? (key[name] ?? null) : key);

/** The members that tell an item from others; those it does not have are left out. */
const keysOf = (item: JsonValue, names: readonly string[]): JsonObject =>
  isObject(item) ? Object.fromEntries(names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name] ?? null]] : []))) : {};

/** Where an item is met for the second time. */
function repeated(items: readonly JsonValue[]): readonly number[] {
  if (items.length < 2) return [];
  const seen = new Map<string, number>();
  const found: number[] = [];
  for (const [i, item] of items.entries()) {
    const text = identityOf(item);
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    if (times === 2) found.push(i);
  }
  return found;
}

/** Equal for equal items; an int64 and a float64 are never equal where they stand alone. */
const identityOf = (item: JsonValue): string => (item instanceof Double ? `float ${item.value}` : encodeJson(item));
