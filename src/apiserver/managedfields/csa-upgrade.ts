import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { fromFieldsV1, toFieldsV1 } from "../../structured-merge-diff/fields-v1.ts";
import { equalValues } from "../../structured-merge-diff/value.ts";
import { managedFieldsOf, withManagedFields } from "./object-parts.ts";

const isUpdater = (entry: ManagedFieldsEntry, manager: string): boolean =>
  entry.manager === manager && entry.operation === "Update" && (entry.subresource ?? "") === "";

const setOf = ({ fieldsV1 }: ManagedFieldsEntry): FieldSet =>
  fieldsV1 === undefined ? FieldSet.empty : fromFieldsV1(fieldsV1);

/**
 * Transfers the fields that the managers in `from` own through Update, as client-side apply does, to the Apply entry of
 * `manager` (csaupgrade.UpgradeManagedFields).
 */
export function upgradeManagedFields(object: KubeObject, from: readonly string[], manager: string): KubeObject {
  let entries = managedFieldsOf(object) ?? [];
  for (const updater of from) entries = upgradeEntries(entries, updater, manager);
  return withManagedFields(object, entries.length === 0 ? undefined : entries);
}

function upgradeEntries(
  entries: readonly ManagedFieldsEntry[],
  updater: string,
  manager: string,
): readonly ManagedFieldsEntry[] {
  const applier = entries.findIndex(
    (entry) => entry.manager === manager && entry.operation === "Apply" && (entry.subresource ?? "") === "",
  );
  const place = applier >= 0 ? applier : entries.findIndex((entry) => isUpdater(entry, updater));
  const target = entries[place];
  if (!target) return entries;
  const upgraded = { ...target, manager, operation: "Apply" };
  const others = entries.filter((_, i) => i !== place);
  const same = others.find((entry) => isUpdater(entry, updater) && entry.apiVersion === upgraded.apiVersion);
  const set = same ? setOf(upgraded).union(setOf(same)) : setOf(upgraded);
  return entries.flatMap((entry, i) =>
    i === place ? [{ ...upgraded, fieldsV1: toFieldsV1(set) }] : isUpdater(entry, updater) ? [] : [entry],
  );
}

// entries are plain JSON
const asValue = (entries: readonly ManagedFieldsEntry[] = []): JsonValue => entries as unknown as JsonValue;

/**
 * Returns the JSON patch that performs `upgradeManagedFields` on a live object and fails if the object has changed
 * since. Returns undefined if there is nothing to upgrade (csaupgrade.UpgradeManagedFieldsPatch).
 */
export function upgradeManagedFieldsPatch(
  object: KubeObject,
  from: readonly string[],
  manager: string,
): JsonValue | undefined {
  const entries = asValue(managedFieldsOf(object));
  const upgraded = asValue(managedFieldsOf(upgradeManagedFields(object, from, manager)));
  if (equalValues(entries, upgraded)) return undefined;
  return [
    { op: "replace", path: "/metadata/managedFields", value: upgraded },
    { op: "replace", path: "/metadata/resourceVersion", value: object.metadata.resourceVersion ?? "" },
  ];
}
