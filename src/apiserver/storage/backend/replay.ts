import type { BackendObject, BackendWrite, LoggedBatch } from "./backend.ts";

/** Reports whether a write is not a deletion. A text that has yet to be decoded is not read. */
export const isObject = (write: BackendWrite): write is BackendObject =>
  ("size" in write && write.size !== undefined) || write.text !== null;

/** Returns the revision of the last write of a batch. */
export const lastRevision = ({ writes }: LoggedBatch): number => writes.at(-1)?.revision ?? 0;

/** Applies a batch to a state. */
export function applyBatch(state: Map<string, BackendObject>, { writes }: LoggedBatch): void {
  for (const write of writes) {
    if (isObject(write)) state.set(write.key, write);
    else state.delete(write.key);
  }
}

/** Returns the newest version of every key, given the segments of a checkpoint and the later batches, oldest first. */
export function replay(
  segments: readonly (readonly BackendObject[])[],
  batches: readonly LoggedBatch[],
): BackendObject[] {
  if (batches.length === 0) return segments.flat();
  const newest = new Map<string, BackendObject>();
  for (const segment of segments) for (const object of segment) newest.set(object.key, object);
  for (const batch of batches) applyBatch(newest, batch);
  return [...newest.values()];
}
