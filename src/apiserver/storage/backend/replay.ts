import type { BackendObject, BackendWrite, LoggedBatch } from "./backend.ts";

/** True for what is not a deletion. */
export const isObject = (write: BackendWrite): write is BackendObject => write.text !== null;

/** The revision of a batch's last write. */
export const lastRevision = ({ writes }: LoggedBatch): number => writes.at(-1)?.revision ?? 0;

/** Brings a state forward by one batch. */
export function applyBatch(state: Map<string, BackendObject>, { writes }: LoggedBatch): void {
  for (const write of writes) {
    if (isObject(write)) state.set(write.key, write);
    else state.delete(write.key);
  }
}

/** The newest version of every key, from a checkpoint's segments and the batches after it, oldest first. */
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
