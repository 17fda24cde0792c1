import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { equalValues } from "../../structured-merge-diff/value.ts";

const asValue = (value: unknown): JsonValue => (value ?? null) as JsonValue; // objects hold nothing but JSON

/**
 * Puts back the times of managed fields where nothing else has changed, so that writing the same again is no change
 * (fieldmanager.IgnoreManagedFieldsTimestampsTransformer).
 */
export function ignoreManagedFieldsTimestamps(object: KubeObject, old: KubeObject): KubeObject {
  const [entries = [], before = []] = [object.metadata?.managedFields, old.metadata?.managedFields];
  if (entries.length === 0 || entries.length !== before.length || !onlyTimesDiffer(entries, before)) return object;
  const restored = { ...object, metadata: { ...object.metadata, managedFields: before } };
  return equalValues(asValue(restored), asValue(old)) ? restored : object;
}

/** Some time has changed, and nothing but times. */
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
