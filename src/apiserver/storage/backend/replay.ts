import type { BackendBatch, BackendObject, BackendWrite } from "./backend.ts";

/** True for what is not a deletion. */
export const isObject = (write: BackendWrite): write is BackendObject => write.text !== null;

/** The newest version of every key, from a checkpoint's segments and the batches after it, oldest first. */
export function replay(
  segments: readonly (readonly BackendObject[])[],
  batches: readonly Pick<BackendBatch, "writes">[],
): BackendObject[] {
  if (batches.length === 0) return segments.flat();
  const newest = new Map<string, BackendObject>();
  for (const segment of segments) for (const object of segment) newest.set(object.key, object);
  for (const { writes } of batches) {
    for (const write of writes) {
      if (isObject(write)) newest.set(write.key, write);
      else newest.delete(write.key);
    }
  }
  return [...newest.values()];
}
