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

/** Orders writes by key. */
export const keyOrder = (a: Pick<BackendWrite, "key">, b: Pick<BackendWrite, "key">): number =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : 0;

/**
 * Returns the newest version of every key in key order, given the segments of a checkpoint and the later batches,
 * oldest first. All writes are sorted once: a map of so many keys would take several times as long.
 */
export function replay(
  segments: readonly (readonly BackendObject[])[],
  batches: readonly LoggedBatch[],
): readonly BackendObject[] {
  const writes: BackendWrite[] = [];
  for (const segment of segments) for (const object of segment) writes.push(object);
  for (const batch of batches) for (const write of batch.writes) writes.push(write);
  writes.sort(keyOrder);
  const newest: BackendObject[] = [];
  for (let at = 0; at < writes.length; at++) {
    const write = writes[at];
    if (write !== undefined && write.key !== writes[at + 1]?.key && isObject(write)) newest.push(write);
  }
  return newest;
}
