import { segmentSize, type Backend, type BackendObject, type BackendWrite } from "./backend.ts";
import { isObject, keyOrder, lastRevision } from "./replay.ts";

/** All versions that a store had retained. */
export interface RetainedVersions {
  /** What stood at this revision is complete, and so are the changes after it. */
  readonly compacted: number;
  /** In any order. A deletion has no text. */
  readonly versions: readonly BackendWrite[];
}

export interface RestoreOptions {
  /** When the history was committed, as the store that is opened then sees it. */
  readonly at: number;
  /** Awaited between batches, so that other work runs. */
  readonly pause?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/** How many writes a batch has: fewer, larger values load and store faster. */
const batchSize = segmentSize;

/**
 * Writes all versions to a new backend and closes it, so that a store opened on it has the same revisions and history.
 * The backend is not to be used if this fails.
 */
export async function restoreVersions(
  backend: Backend,
  { compacted, versions }: RetainedVersions,
  { at, pause, signal, onProgress }: RestoreOptions,
): Promise<void> {
  try {
    await backend.load();
    const { base, later } = parted(versions, compacted);
    let done = 0;
    const next = async (writes: readonly BackendWrite[]): Promise<void> => {
      await pause?.();
      signal?.throwIfAborted();
      done += writes.length;
      onProgress?.({ done, total: base.length + later.length });
    };
    for (const writes of batches(base)) {
      await backend.append({ at, revision: lastRevision({ writes }), writes });
      await next(writes);
    }
    await backend.append({ at, revision: compacted, writes: [], compact: compacted });
    const byKey = base.toSorted(keyOrder);
    if (base.length > 0) await backend.checkpoint({ revision: compacted, compacted, segments: batches(byKey) });
    for (const writes of batches(later)) {
      await backend.append({ at, revision: lastRevision({ writes }), writes });
      await next(writes);
    }
  } finally {
    await backend.close();
  }
}

/** Parts versions into the state at a revision and the writes after it, each in the order of revisions. */
function parted(
  versions: readonly BackendWrite[],
  compacted: number,
): { readonly base: readonly BackendObject[]; readonly later: readonly BackendWrite[] } {
  const base = new Map<string, BackendWrite>();
  const later: BackendWrite[] = [];
  for (const version of versions) {
    if (version.revision > compacted) later.push(version);
    else if ((base.get(version.key)?.revision ?? 0) <= version.revision) base.set(version.key, version);
  }
  const byRevision = (a: BackendWrite, b: BackendWrite): number => a.revision - b.revision;
  return { base: [...base.values()].filter(isObject).sort(byRevision), later: later.sort(byRevision) };
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}
