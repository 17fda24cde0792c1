import type { ResourceTable } from "../routes/resource-table.ts";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import type { StoredCount } from "./server-metrics.ts";

/** What a storage tells of itself. */
interface CountedStorage {
  readonly revision: number;
  readonly changes: number;
  stats(): { readonly objects: number; readonly bytes: number };
}

/** Counts objects by storage: versions of a resource that share one are counted once. */
export function storedCounts(
  table: ResourceTable,
  custom: readonly ResourceDefinition[],
  storages: ReadonlyMap<string, CountedStorage>,
): readonly StoredCount[] {
  const counts = new Map<string, StoredCount>();
  const definitions = [...table.all().map(({ scope }) => scope.definition), ...custom];
  for (const { group, resource, storagePrefix, virtual } of definitions) {
    const prefix = `/registry/${storagePrefix ?? resource}/`;
    const storage = storages.get(prefix);
    if (virtual === undefined && storage !== undefined && !counts.has(prefix))
      counts.set(prefix, { group, resource, ...storage.stats(), changes: storage.changes, revision: storage.revision });
  }
  return [...counts.values()];
}
