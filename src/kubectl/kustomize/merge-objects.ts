import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { textAt } from "../json-access.ts";
import { fieldsOfType, typeOf } from "../typed/typed-object.ts";

/** An object with a patch merged into it; undefined if the patch deletes it (merge2.Merge). Neither is changed. */
export const mergeObjects = (object: JsonObject, patch: JsonObject): JsonObject | undefined =>
  merged(object, patch, typeOf(object));

function merged(object: JsonObject, patch: JsonObject, type: string): JsonObject | undefined {
  const { $patch: directive, ...changes } = patch;
  if (directive === "delete") return undefined;
  if (directive === "replace") return plain(changes);
  const next: Record<string, JsonValue> = { ...object };
  for (const [name, value] of Object.entries(changes)) {
    const after = value === null ? undefined : mergedValue(next[name], value, name, type);
    if (after === undefined) delete next[name];
    else next[name] = after;
  }
  return next;
}

function mergedValue(old: JsonValue | undefined, value: JsonValue, name: string, type: string): JsonValue | undefined {
  const field = fieldsOfType(type)?.find((each) => each.name === name);
  if (isObject(value)) return isObject(old) ? merged(old, value, field?.type ?? "") : plain(value);
  if (!isList(value)) return value;
  const [strategy = "", key = ""] = field?.patch.split("=") ?? [];
  if (!isList(old) || !strategy.startsWith("merge")) return value.filter(isKept).map(plainValue);
  return key === ""
    ? [...value, ...old.filter((item) => !value.includes(item))]
    : mergedItems(old, value, key, field?.type ?? "");
}

/** The items of a list by their key: those of the patch come first. */
function mergedItems(
  old: readonly JsonValue[],
  patch: readonly JsonValue[],
  key: string,
  type: string,
): readonly JsonValue[] {
  const find = (items: readonly JsonValue[], item: JsonValue): JsonValue | undefined =>
    items.find((each) => textAt(each, key) === textAt(item, key));
  if (patch.some((item) => textAt(item, "$patch") === "replace")) return patch.filter(isKept).map(plainValue);
  const first = patch.map((item) => {
    const before = find(old, item);
    if (!isObject(item)) return item;
    return isObject(before) ? merged(before, item, type) : isKept(item) ? plain(item) : undefined;
  });
  return [...first.filter((item) => item !== undefined), ...old.filter((item) => find(patch, item) === undefined)];
}

/** Reports whether an item of a patch is not only a directive. */
const isKept = (item: JsonValue): boolean => !isObject(item) || item["$patch"] === undefined;

/** A part of a patch that nothing is merged with: without directives and without members to delete. */
const plain = (patch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(patch)
      .filter(([name, value]) => value !== null && name !== "$patch")
      .map(([name, value]) => [name, plainValue(value)]),
  );

const plainValue = (value: JsonValue): JsonValue =>
  isObject(value) ? plain(value) : isList(value) ? value.filter(isKept).map(plainValue) : value;
