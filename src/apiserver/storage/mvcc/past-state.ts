import type { Revision } from "../interface.ts";
import type { Entry, KeyRange, PageOf } from "../versioned-table.ts";
import { lowerBound } from "./key-index.ts";

/** How many clients can read large states of different revisions page by page without having them made anew. */
const mostKept = 4;

/**
 * The states of a table at the revisions that were last read page by page, so that each page costs what it holds and
 * not what was written since. Entries are shared with the history, which keeps their texts as long.
 */
export class PastState<E extends Entry> {
  /** The states, the one that was read last at the end. */
  readonly #states = new Map<Revision, readonly E[]>();

  /** Returns the entries in a range at a revision if its state is kept; undefined otherwise. */
  range({ from, to }: KeyRange, revision: Revision): E[] | undefined {
    const entries = this.#at(revision);
    return entries?.slice(lowerBound(entries, from), lowerBound(entries, to));
  }

  /** Returns the first entries in a range at a revision and the number of all of them, if its state is kept. */
  page({ from, to }: KeyRange, revision: Revision, limit: number): PageOf<E> | undefined {
    const entries = this.#at(revision);
    if (entries === undefined) return undefined;
    const [start, end] = [lowerBound(entries, from), lowerBound(entries, to)];
    return { items: entries.slice(start, Math.min(start + limit, end)), total: Math.max(0, end - start) };
  }

  #at(revision: Revision): readonly E[] | undefined {
    const entries = this.#states.get(revision);
    if (entries !== undefined) this.keep(revision, entries);
    return entries;
  }

  /** Keeps the whole state at a revision, in key order, in place of the one that was not read for longest. */
  keep(revision: Revision, entries: readonly E[]): void {
    this.#states.delete(revision);
    this.#states.set(revision, entries);
    const [oldest] = this.#states.keys();
    if (this.#states.size > mostKept && oldest !== undefined) this.#states.delete(oldest);
  }

  /** Forgets states before a revision, which cannot be read any more. */
  forget(floor: Revision): void {
    for (const revision of this.#states.keys()) if (revision < floor) this.#states.delete(revision);
  }
}
