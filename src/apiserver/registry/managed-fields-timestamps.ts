import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { equalValues } from "../../structured-merge-diff/value.ts";

const asValue = (value: unknown): JsonValue => (value ?? null) as JsonValue; // objects contain only JSON values

/**
 * Restores the old timestamps of managed fields if the objects do not differ otherwise, so that an update without
 * changes is not written (fieldmanager.IgnoreManagedFieldsTimestampsTransformer).
 */
export function ignoreManagedFieldsTimestamps(object: KubeObject, old: KubeObject): KubeObject {
  const [entries = [], before = []] = [object.metadata?.managedFields, old.metadata?.managedFields];
  if (entries.length === 0 || entries.length !== before.length || !onlyTimesDiffer(entries, before)) return object;
  const restored = { ...object, metadata: { ...object.metadata, managedFields: before } };
  return equalValues(asValue(restored), asValue(old)) ? restored : object;
}

/** Whether the entries differ in at least one timestamp and in nothing else. */
function onlyTimesDiffer(entries: readonly ManagedFieldsEntry[], before: readonly ManagedFieldsEntry[]): boolean {
  let changed = false;
  for (const [i, entry] of entries.entries()) {
    const old = before[i];
    if (entry === old) continue;
    if (!old || !equalButForTime(entry, old)) return false;
    changed ||= entry.time !== old.time;
  }
  return changed;
}

function withoutTime(entry: ManagedFieldsEntry): JsonValue {
  const { time: _, ...rest } = entry;
  return asValue(rest);
}

const equalButForTime = (a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean =>
  equalValues(withoutTime(a), withoutTime(b));
