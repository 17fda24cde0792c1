import { fieldPath, invalid } from "../../apimachinery/field-error.ts";
import { newInvalid } from "../../apimachinery/invalid-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Storage } from "../storage/interface.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { StoreParts } from "./store-parts.ts";
import { interpretUpdateError } from "./storage-errors.ts";
import type { StrategyContext } from "./strategy.ts";

/**
 * Deletes an object that cannot be decoded, with neither admission nor finalizers nor preconditions, which would need
 * the object. Refuses to delete any other (registry.corruptObjectDeleter). One that is gone meanwhile is deleted.
 */
export async function deleteCorruptObject(
  { definition, keys }: StoreParts,
  storage: Storage<KubeObject>,
  ctx: StrategyContext,
  name: string,
): Promise<void> {
  const key = keys.key(ctx.namespace, name);
  if (!(await isCorrupt(storage, key))) {
    const kind = { group: definition.group, kind: definition.resource };
    const detail = "is exclusively used to delete corrupt object(s), try again by removing this option";
    throw newInvalid(kind, name, [
      invalid(fieldPath("ignoreStoreReadErrorWithClusterBreakingPotential"), true, detail),
    ]);
  }
  try {
    await storage.deleteCorrupt(key);
  } catch (err) {
    if (!(err instanceof StorageError && err.failure.code === "KeyNotFound"))
      throw interpretUpdateError(err, definition, name);
  }
}

async function isCorrupt(storage: Storage<KubeObject>, key: string): Promise<boolean> {
  try {
    await storage.get(key, "");
    return false;
  } catch (err) {
    if (!(err instanceof StorageError)) throw err;
    return err.failure.code === "CorruptObj";
  }
}
