import { storageRoot } from "../../registry/keys.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import type { StoredCount } from "./server-metrics.ts";

/** The counters of a storage. */
interface CountedStorage {
  readonly revision: number;
  readonly changes: number;
  readonly terminated: number;
  readonly initialEvents: number;
  stats(): { readonly objects: number; readonly bytes: number };
}

/** Counts objects by storage; versions of a resource that share a storage are counted once. */
export function storedCounts(
  definitions: Iterable<ResourceInfo>,
  storageAt: (root: string) => CountedStorage | undefined,
): readonly StoredCount[] {
  const counts = new Map<string, StoredCount>();
  for (const definition of definitions) {
    const { group, resource, unstored } = definition;
    const root = storageRoot(definition);
    const storage = storageAt(root);
    if (unstored === true || storage === undefined || counts.has(root)) continue;
    const { changes, terminated, initialEvents, revision } = storage;
    counts.set(root, { group, resource, ...storage.stats(), changes, terminated, initialEvents, revision });
  }
  return [...counts.values()];
}
