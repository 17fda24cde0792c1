import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { fromFieldsV1, toFieldsV1 } from "../../structured-merge-diff/fields-v1.ts";
import type { FieldPath } from "../../structured-merge-diff/path-element.ts";
import { itemsAt, textAt, valueAt } from "../json-access.ts";

type Entries = readonly JsonObject[];

const entriesOf = (object: JsonObject): Entries => itemsAt(object, "metadata", "managedFields").filter(isObject);
const setOf = (entry: JsonObject): FieldSet => fromFieldsV1(valueAt(entry, "fieldsV1") ?? {});

/** The entries of managedFields that own a field by an operation (csaupgrade.FindFieldsOwners). */
export const ownersOf = (object: JsonObject, operation: "Apply" | "Update", path: FieldPath): Entries =>
  entriesOf(object).filter((entry) => textAt(entry, "operation") === operation && setOf(entry).has(path));

/**
 * The JSON patch that gives the fields of client-side managers to a server-side one; undefined if there is nothing to
 * do (csaupgrade.UpgradeManagedFieldsPatch).
 */
export function upgradePatch(
  object: JsonObject,
  managers: ReadonlySet<string>,
  to: string,
): readonly JsonValue[] | undefined {
  const before = entriesOf(object);
  const entries = upgradeEntries(object, managers, to);
  if (encodeJson(entries) === encodeJson(before)) return undefined;
  return [
    { op: "replace", path: "/metadata/managedFields", value: entries },
    { op: "replace", path: "/metadata/resourceVersion", value: textAt(object, "metadata", "resourceVersion") },
  ];
}

/**
 * The entries of managedFields when what client-side managers own by updates belongs to a server-side one
 * (csaupgrade.UpgradeManagedFields).
 */
export function upgradeEntries(object: JsonObject, managers: ReadonlySet<string>, to: string): Entries {
  let entries = entriesOf(object);
  for (const manager of managers) entries = upgraded(entries, manager, to);
  return entries;
}

const isEntry = (entry: JsonObject, manager: string, operation: string): boolean =>
  textAt(entry, "manager") === manager &&
  textAt(entry, "operation") === operation &&
  textAt(entry, "subresource") === "";

function upgraded(entries: Entries, manager: string, to: string): Entries {
  const isOld = (entry: JsonObject): boolean => isEntry(entry, manager, "Update");
  const existing = entries.findIndex((entry) => isEntry(entry, to, "Apply"));
  const at = existing >= 0 ? existing : entries.findIndex(isOld);
  const target = entries[at];
  if (target === undefined) return entries;
  const version = textAt(target, "apiVersion");
  const source = entries.find((entry, i) => i !== at && isOld(entry) && textAt(entry, "apiVersion") === version);
  const set = source === undefined ? setOf(target) : setOf(target).union(setOf(source));
  const merged = { ...target, manager: to, operation: "Apply", fieldsV1: toFieldsV1(set) };
  return entries.map((entry, i) => (i === at ? merged : entry)).filter((entry, i) => i === at || !isOld(entry));
}
