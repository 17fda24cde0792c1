import { addError, duplicate, invalid, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isList, Double, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { phase } from "../../../component-base/work.ts";
import type { Field, ListSchema, ObjectSchema, Schema, Slot } from "../schema.ts";
import { rememberedInside } from "../structural/schema-parts.ts";

/** Reports duplicate items in lists of type set and map (listtype.ValidateListSetsAndMaps). */
export function validateListTypes(path: FieldPath, schema: Schema, value: JsonValue): readonly FieldError[] {
  const errors: FieldError[] = [];
  collect(path, schema, value, errors);
  return errors;
}

const isUnique = ({ schema }: Slot): boolean =>
  schema.kind === "list" && (schema.listType === "set" || schema.listType === "map");

const hasUniqueLists = rememberedInside(isUnique);

function collect(path: FieldPath, schema: Schema, value: JsonValue, errors: FieldError[]): void {
  if (isList(value)) collectList(path, schema, value, errors);
  else if (isObject(value)) collectMembers(path, schema, value, errors);
}

function collectMembers(path: FieldPath, schema: Schema, object: JsonObject, errors: FieldError[]): void {
  const additional =
    schema.kind === "map" ? schema.values : schema.kind === "object" ? schema.additionalProperties : undefined;
  if (additional !== undefined && concerns(additional))
    for (const name of Object.keys(object).sort())
      collectMember(path.key(name), additional.schema, object[name], errors);
  if (schema.kind !== "object") return;
  for (const field of fieldsWithUniqueLists(schema)) {
    if (Object.hasOwn(object, field.name))
      collectMember(path.child(field.name), field.schema, object[field.name], errors);
  }
}

const concerns = (slot: Slot): boolean => isUnique(slot) || hasUniqueLists(slot.schema);

const knownFields = new WeakMap<ObjectSchema, readonly Field[]>();

/**
 * Returns the fields that are or contain lists of type set or map, sorted by name. Most schemas have few, so other
 * fields can be skipped.
 */
function fieldsWithUniqueLists(schema: ObjectSchema): readonly Field[] {
  const known = knownFields.get(schema);
  if (known !== undefined) return known;
  const found = schema.fields.filter(concerns).sort((a, b) => (a.name < b.name ? -1 : 1));
  knownFields.set(schema, found);
  return found;
}

function collectMember(path: FieldPath, schema: Schema, value: JsonValue | undefined, errors: FieldError[]): void {
  if (typeof value === "object" && value !== null) collect(path, schema, value, errors);
}

function collectList(path: FieldPath, schema: Schema, items: readonly JsonValue[], errors: FieldError[]): void {
  if (schema.kind !== "list") return;
  if (schema.listType === "set")
    for (const i of ofLong(items, () => repeated(items))) addError(errors, duplicate(path.index(i), items[i] ?? null));
  if (schema.listType === "map") validateListMap(path, schema, items, errors);
  if (!concerns(schema.items)) return;
  for (const [i, item] of items.entries())
    if (typeof item === "object" && item !== null) collect(path.index(i), schema.items.schema, item, errors);
}

function validateListMap(
  path: FieldPath,
  { listMapKeys = [] }: ListSchema,
  items: readonly JsonValue[],
  errors: FieldError[],
): void {
  const stranger = items.findIndex((item) => item !== null && !isObject(item));
  if (stranger >= 0)
    addError(
      errors,
      invalid(path.index(stranger), items[stranger] ?? null, "must be an object for an array of list-type map"),
    );
  else {
    const keys = ofLong(items, () => items.map((item) => keyOf(item, listMapKeys)));
    for (const i of ofLong(items, () => repeated(keys)))
      addError(errors, duplicate(path.index(i), keysOf(items[i] ?? null, listMapKeys)));
  }
}

/** From this number of items on, what is made of a list is a phase of its own. A request has few such lists. */
const longList = 20_000;

/** Computes something of a list, which others have their turn after if it is long. */
const ofLong = <T extends object>(items: readonly JsonValue[], make: () => T): T =>
  items.length < longList ? make() : phase(make);

/** Returns the key of an item. A single key is compared by its value alone; undefined if there is none. */
function keyOf(item: JsonValue, names: readonly string[]): JsonValue | undefined {
  const [name = "", ...more] = names;
  if (more.length > 0) return keysOf(item, names);
  return isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined;
}

/** Returns the key fields of an item; missing ones are omitted. */
const keysOf = (item: JsonValue, names: readonly string[]): JsonObject =>
  isObject(item)
    ? Object.fromEntries(names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name] ?? null]] : [])))
    : {};

/** Returns the index of the second occurrence of each duplicate item. */
function repeated(items: readonly (JsonValue | undefined)[]): readonly number[] {
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

/** Returns a string that is equal for equal items. A top-level int64 never equals a float64. */
const identityOf = (item: JsonValue | undefined): string =>
  item === undefined ? "no key" : item instanceof Double ? `float ${item.value}` : encodeJson(item);
