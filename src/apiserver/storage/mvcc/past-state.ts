import type { Revision } from "../interface.ts";
import type { Entry, KeyRange } from "../versioned-table.ts";

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
    return this.#entries.slice(firstFrom(this.#entries, from), firstFrom(this.#entries, to));
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

/** Returns the index of the first entry whose key is not below `key`. */
function firstFrom(entries: readonly Entry[], key: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && entry.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
