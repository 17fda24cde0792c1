import type { Revision } from "../interface.ts";
import type { Change, Entry, KeyRange } from "../versioned-table.ts";
import type { EarlierHistory } from "./earlier-history.ts";
import type { Commits } from "./group-commit.ts";
import type { History } from "./history.ts";
import type { HistoryWindow } from "./history-window.ts";
import type { RevisionWaiters } from "./revision-waiters.ts";

/** State shared by all tables of a store. */
export interface TableContext {
  readonly commits: Commits;
  readonly window: HistoryWindow;
  readonly waiters: RevisionWaiters;
  /** The time of the objects, where it is not that of the machine. */
  readonly worldTime: (() => number) | undefined;
  readonly earlier: Pick<EarlierHistory, "loaded" | "load">;
  /** States before this revision are no longer told, though the changes after them may be kept. */
  readonly told: { from: Revision };
  /** Tables with unannounced changes. */
  readonly touched: AnyTable[];
}

/** The history of a table or of unclaimed keys. */
export interface Remembering {
  readonly floor: Revision;
  /** Returns the first changes after a revision, up to another one. */
  changesBetween(after: Revision, upTo: Revision, limit: number): readonly Change<Entry>[];
  /** Returns the versions of all changed keys at a revision that is not below the floor. */
  undo(revision: Revision): ReadonlyMap<string, Entry | undefined>;
  compact(revision: Revision): void;
  /** Discards changes up to a revision. */
  forget(upTo: Revision): void;
  /** Adds changes from before the store was opened, which begin at `floor`. */
  prepend(changes: readonly Change<Entry>[], floor: Revision): void;
}

/** A table with any type of entry. */
export interface AnyTable extends Remembering {
  readonly prefix: string;
  /** Returns the retained changes, oldest first. */
  changes(): readonly Change<Entry>[];
  announce(now: number, complete?: boolean): void;
  /** The retained history, for the next table of the same prefix. */
  readonly history: History<Entry>;
  stats(): { readonly objects: number; readonly bytes: number };
  entries(): readonly Entry[];
  range(range: KeyRange, limit: number): readonly Entry[];
  get(key: string): Entry | undefined;
  holds(key: string): boolean;
  overwrite(
    key: string,
    text: string | null,
    restamp: (text: string, revision: Revision) => string,
  ): Promise<void> | undefined;
  /** Writes a text that is made with its revision, unless the key exists. */
  seed(key: string, textAt: (revision: Revision) => string): Promise<void> | undefined;
  absorb(written: Entry, deleted: boolean): void;
}
