import type { Finding } from "./change-log.ts";
import type { WatchEvent } from "./history.ts";

/** Checks that no address or port belongs to two Services at the same revision. */
export function checkAllocations(changes: readonly WatchEvent[]): readonly Finding[] {
  const owners = new Map<string, string>();
  const byKey = new Map<string, readonly string[]>();
  return changes.flatMap(({ type, key, version, held = [] }) => {
    for (const each of byKey.get(key) ?? []) if (owners.get(each) === key) owners.delete(each);
    byKey.set(key, type === "DELETED" ? [] : held);
    if (type === "DELETED") return [];
    return held.flatMap((each) => {
      const other = owners.get(each);
      owners.set(each, key);
      const isShared = other !== undefined && other !== key;
      return isShared ? [`${each} belongs to ${other} and to ${key} at ${version.revision}`] : [];
    });
  });
}
