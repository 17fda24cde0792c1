import { reservation, type Backend, type BackendBatch, type BackendObject } from "./backend.ts";
import { isObject } from "./replay.ts";
import { newClosed, newEpochChanged } from "./backend-error.ts";

/** What a memory backend writes to; opening another backend on it is like reopening a database. */
export interface MemoryMedium {
  epoch: number;
  reserved: number;
  readonly objects: Map<string, BackendObject>;
}

export const createMemoryMedium = (): MemoryMedium => ({ epoch: 0, reserved: 0, objects: new Map() });

function keep({ objects }: MemoryMedium, { writes }: BackendBatch): void {
  for (const write of writes) {
    if (isObject(write)) objects.set(write.key, write);
    else objects.delete(write.key);
  }
}

/**
 * Keeps everything in memory and forgets it with the medium: its log is folded at once, so checkpoints have nothing to
 * do. Without a medium of
 * the caller's nobody can open it again, and nothing is kept.
 */
export function createMemoryBackend(reopened?: MemoryMedium): Backend {
  const medium = reopened ?? createMemoryMedium();
  const epoch = ++medium.epoch;
  const revision = medium.reserved;
  medium.reserved += reservation;
  let closed = false;
  const check = (): void => {
    if (closed) throw newClosed();
    if (medium.epoch !== epoch) throw newEpochChanged();
  };
  return {
    kind: "memory",
    persistent: false,
    async load() {
      check();
      return { revision, reserved: medium.reserved, objects: [...medium.objects.values()] };
    },
    async append(batch) {
      check();
      medium.reserved = Math.max(medium.reserved, batch.revision, batch.reserve ?? 0);
      if (reopened) keep(reopened, batch);
    },
    async checkpoint() {
      check();
    },
    usage: async () => ({}),
    async close() {
      closed = true;
    },
  };
}
