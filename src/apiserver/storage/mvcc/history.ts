import type { Revision } from "../interface.ts";
import type { Change, Entry } from "../versioned-table.ts";

/** The changes of one table that are still remembered, oldest first. */
export class History<E extends Entry> {
  #changes: Change<E>[] = [];
  /** Changes before this index are forgotten. */
  #head = 0;
  #floor: Revision;

  constructor(floor: Revision) {
    this.#floor = floor;
  }

  /** The state at this revision and all later ones can still be told. */
  get floor(): Revision {
    return this.#floor;
  }

  add(change: Change<E>): void {
    this.#changes.push(change);
  }

  after(revision: Revision): Change<E>[] {
    return this.#changes.slice(this.#firstAfter(revision));
  }

  /** What stood at the changed keys at a revision not below the floor. */
  undo(revision: Revision): Map<string, E | undefined> {
    const stood = new Map<string, E | undefined>();
    const first = this.#firstAfter(revision);
    for (let i = this.#changes.length - 1; i >= first; i--) {
      const change = this.#changes[i];
      if (change !== undefined) stood.set(change.key, change.before);
    }
    return stood;
  }

  /** Forgets changes up to a revision; the floor rises to the last one forgotten. */
  forget(upTo: Revision): void {
    const first = this.#firstAfter(upTo);
    const last = this.#changes[first - 1];
    if (first === this.#head || last === undefined) return;
    this.#floor = Math.max(this.#floor, last.revision);
    this.#changes.fill(last, this.#head, first);
    this.#head = first;
    this.#shrink();
  }

  /** Forgets what is below a revision, and says so even where nothing happened. */
  compact(revision: Revision): void {
    this.forget(revision);
    this.#floor = Math.max(this.#floor, revision);
  }

  #shrink(): void {
    if (this.#head * 2 <= this.#changes.length) return;
    this.#changes = this.#changes.slice(this.#head);
    this.#head = 0;
  }

  #firstAfter(revision: Revision): number {
    let low = this.#head;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.revision ?? Infinity) > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
