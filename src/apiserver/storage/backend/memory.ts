import type { Backend, BackendObject, BackendState, LoggedBatch } from "./backend.ts";
import { applyBatch, keyOrder, lastRevision } from "./replay.ts";
import { newClosed, newEpochChanged } from "./backend-error.ts";

/** The data of a memory backend. Opening another backend on it is like reopening a database. */
export interface MemoryMedium {
  epoch: number;
  revision: number;
  compacted: number;
  readonly objects: Map<string, BackendObject>;
  /** The state before the retained batches. */
  readonly base: Map<string, BackendObject>;
  readonly batches: LoggedBatch[];
}

/** Creates an empty medium, from which backends in memory are opened one after the other. */
export const createMemoryMedium = (): MemoryMedium => ({
  epoch: 0,
  revision: 0,
  compacted: 0,
  objects: new Map(),
  base: new Map(),
  batches: [],
});

function keep(medium: MemoryMedium, { at, writes }: LoggedBatch): void {
  if (writes.length === 0) return;
  applyBatch(medium.objects, { writes });
  medium.batches.push({ at, writes });
}

/** Applies compacted batches to the base state. */
function fold({ base, batches }: MemoryMedium, compacted: number): void {
  const kept = batches.findIndex((batch) => lastRevision(batch) > compacted);
  for (const batch of batches.splice(0, kept < 0 ? batches.length : kept)) applyBatch(base, batch);
}

/**
 * Creates a backend that keeps its data in memory only. Without a given medium the data can never be reopened, so
 * nothing is kept.
 */
export function createMemoryBackend(reopened?: MemoryMedium): Backend {
  const medium = reopened ?? createMemoryMedium();
  const epoch = ++medium.epoch;
  let closed = false;
  const check = (): void => {
    if (closed) throw newClosed();
    if (medium.epoch !== epoch) throw newEpochChanged();
  };
  return {
    kind: "memory",
    persistent: false,
    reopens: reopened !== undefined,
    async load() {
      check();
      const { revision, compacted } = medium;
      return { epoch, revision, compacted, objects: [...medium.objects.values()].sort(keyOrder) };
    },
    history: () => ({
      batches: async function* () {
        yield [...medium.batches];
      },
      objects: async function* () {
        yield [...medium.base.values()];
      },
    }),
    async append(batch) {
      check();
      medium.revision = Math.max(medium.revision, batch.revision);
      medium.compacted = Math.max(medium.compacted, batch.compact ?? 0);
      if (reopened) keep(reopened, batch);
    },
    async checkpoint({ compacted }) {
      check();
      medium.compacted = Math.max(medium.compacted, compacted);
      fold(medium, medium.compacted);
    },
    usage: async () => ({}),
    async close() {
      closed = true;
    },
  };
}

/**
 * Creates a backend in memory that begins with the state of another server at a revision. The texts are shared. What
 * was before is not there, so history begins at the revision.
 */
export const createForkedBackend = ({ revision, objects }: Pick<BackendState, "revision" | "objects">): Backend => ({
  ...createMemoryBackend(),
  load: async () => ({ epoch: forkedEpoch, revision, compacted: revision, objects }),
});

/** The storage has been opened before: nothing is to be done that is done for a new one. */
const forkedEpoch = 2;
