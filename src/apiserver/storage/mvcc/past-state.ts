import type { Revision } from "../interface.ts";
import type { Entry, KeyRange, PageOf } from "../versioned-table.ts";
import { lowerBound } from "./key-index.ts";

/**
 * The state of a table at the revision that was last read page by page, so that each page costs what it holds and not
 * what was written since. Entries are shared with the history, which keeps their texts as long.
 */
export class PastState<E extends Entry> {
  #revision: Revision | undefined;
  #entries: readonly E[] = [];

  /** Returns the entries in a range at a revision if its state is kept; undefined otherwise. */
  range({ from, to }: KeyRange, revision: Revision): E[] | undefined {
    if (revision !== this.#revision) return undefined;
    return this.#entries.slice(lowerBound(this.#entries, from), lowerBound(this.#entries, to));
  }

  /** Returns the first entries in a range at a revision and the number of all of them, if its state is kept. */
  page({ from, to }: KeyRange, revision: Revision, limit: number): PageOf<E> | undefined {
    if (revision !== this.#revision) return undefined;
    const [start, end] = [lowerBound(this.#entries, from), lowerBound(this.#entries, to)];
    return { items: this.#entries.slice(start, Math.min(start + limit, end)), total: Math.max(0, end - start) };
  }

  /** Keeps the whole state at a revision, in key order, in place of the one before. */
  keep(revision: Revision, entries: readonly E[]): void {
    this.#revision = revision;
    this.#entries = entries;
  }

  /** Forgets a state before a revision, which cannot be read any more. */
  forget(floor: Revision): void {
    if (this.#revision === undefined || this.#revision >= floor) return;
    this.#revision = undefined;
    this.#entries = [];
  }
}
