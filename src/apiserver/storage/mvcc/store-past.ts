import { keyOrder } from "../backend/replay.ts";
import type { Revision } from "../interface.ts";
import { StorageError } from "../storage-error.ts";
import type { Change, Entry } from "../versioned-table.ts";
import type { HistoryWindow } from "./history-window.ts";

/** Which writes are asked for: those after a revision, up to another one, oldest first. */
export interface ChangesQuery {
  readonly after: Revision;
  readonly upTo?: Revision | undefined;
  readonly limit: number;
}

/** A write, and the time of the objects at which it was committed; undefined if nobody has kept it. */
export interface TimedChange {
  readonly change: Change<Entry>;
  readonly at: number | undefined;
}

/** The writes of all keys in the order of their revisions. */
export interface ChangesPortion {
  readonly changes: readonly TimedChange[];
  /** The last revision, if there are more. */
  readonly next: Revision | undefined;
}

/** Everything that stood at a revision, in key order. */
export interface PastWorld {
  readonly revision: Revision;
  /** The time of the objects when the revision was committed; undefined if nobody has kept it. */
  readonly at: number | undefined;
  readonly objects: readonly Entry[];
}

/** The retained changes of some keys. */
interface RetainedChanges {
  readonly floor: Revision;
  changesBetween(after: Revision, upTo: Revision, limit: number): readonly Change<Entry>[];
  undo(revision: Revision): ReadonlyMap<string, Entry | undefined>;
}

/** What the past of all resources together is read from, as far as history is retained. */
export interface PastSources {
  revision(): Revision;
  compacted(): Revision;
  readonly window: Pick<HistoryWindow, "timeOf">;
  /** Loads what a backend keeps of the history; undefined if it is loaded. */
  load(): Promise<void> | undefined;
  histories(): Iterable<RetainedChanges>;
  /** The newest versions of all keys. */
  entries(): readonly Entry[];
}

/** Returns a portion of the retained writes. Rejects with Unreachable if they cannot be read. */
export async function readChanges(
  { window, load, histories }: PastSources,
  { after, upTo = Infinity, limit }: ChangesQuery,
): Promise<ChangesPortion> {
  await load();
  const found: Change<Entry>[] = [];
  for (const history of histories())
    for (const change of history.changesBetween(after, upTo, limit + 1)) found.push(change);
  found.sort((a, b) => a.revision - b.revision);
  const changes = found.slice(0, limit);
  const next = found.length > limit ? changes.at(-1)?.revision : undefined;
  return { changes: changes.map((change) => ({ change, at: window.timeOf(change.revision) })), next };
}

/**
 * Returns everything that stood at a revision, by default the newest. Rejects with Expired if it is compacted, and with
 * TooLargeResourceVersion if there is no such revision yet.
 */
export async function readWorld(sources: PastSources, revision = sources.revision()): Promise<PastWorld> {
  if (revision > sources.revision()) throw newTooLarge(revision, sources.revision());
  if (revision < sources.revision()) await sources.load();
  const stood = new Map<string, Entry | undefined>();
  for (const history of revision < sources.revision() ? sources.histories() : []) {
    if (history.floor > revision)
      throw new StorageError({ code: "Expired", requested: revision, compacted: sources.compacted() });
    for (const [key, entry] of history.undo(revision)) stood.set(key, entry);
  }
  const objects = sources.entries().filter(({ key }) => !stood.has(key));
  for (const entry of stood.values()) if (entry !== undefined) objects.push(entry);
  // the commit of the oldest state is not retained
  const at = revision <= sources.compacted() ? undefined : sources.window.timeOf(revision);
  return { revision, at, objects: objects.sort(keyOrder) };
}

const newTooLarge = (requested: Revision, current: Revision): StorageError =>
  new StorageError({ code: "TooLargeResourceVersion", requested: BigInt(requested), current });
