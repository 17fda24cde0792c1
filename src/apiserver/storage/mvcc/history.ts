import type { Revision } from "../interface.ts";
import { withRevisionIfAny } from "../stored-text.ts";
import { sizeOf, type Change, type Entry, type MakeEntry } from "../versioned-table.ts";

/** The retained changes of one table, oldest first. */
export class History<E extends Entry> {
  #changes: Change<E>[] = [];
  /** The index of the first retained change. */
  #head = 0;
  #floor: Revision;

  constructor(floor: Revision) {
    this.#floor = floor;
  }

  /** The oldest revision whose state can be reconstructed. */
  get floor(): Revision {
    return this.#floor;
  }

  add(change: Change<E>): void {
    this.#changes.push(change);
  }

  /** Prepends changes that were loaded later than the ones after them. History then begins at `floor`. */
  prepend(changes: readonly Change<E>[], floor: Revision): void {
    this.#changes = [...changes, ...this.#changes.slice(this.#head)];
    this.#head = 0;
    this.#floor = floor;
  }

  /** Returns how many changes there are after a revision. */
  countAfter(revision: Revision): number {
    return this.#changes.length - this.#firstAfter(revision);
  }

  after(revision: Revision): Change<E>[] {
    return this.#changes.slice(this.#firstAfter(revision));
  }

  /** Returns the first changes after a revision, up to another one. */
  changesBetween(after: Revision, upTo: Revision, limit: number): readonly Change<E>[] {
    const first = this.#firstAfter(after);
    const end = upTo === Infinity ? this.#changes.length : this.#firstAfter(upTo);
    return this.#changes.slice(first, Math.min(end, first + limit));
  }

  /** Returns the versions of all changed keys at a revision that is not below the floor. */
  undo(revision: Revision): Map<string, E | undefined> {
    const stood = new Map<string, E | undefined>();
    const first = this.#firstAfter(revision);
    for (let i = this.#changes.length - 1; i >= first; i--) {
      const change = this.#changes[i];
      if (change !== undefined) stood.set(change.key, change.before);
    }
    return stood;
  }

  /** Discards changes up to a revision. The floor becomes the revision of the last discarded change. */
  forget(upTo: Revision): void {
    const oldest = this.#changes[this.#head];
    if (oldest === undefined || oldest.revision > upTo) return;
    const first = this.#firstAfter(upTo);
    const last = this.#changes[first - 1];
    if (last === undefined) return;
    this.#floor = Math.max(this.#floor, last.revision);
    this.#changes.fill(last, this.#head, first);
    this.#head = first;
    this.#shrink();
  }

  /** Discards changes up to a revision and raises the floor to it, even if there were no changes. */
  compact(revision: Revision): void {
    this.forget(revision);
    this.#floor = Math.max(this.#floor, revision);
  }

  /** Moves the changes of keys under a prefix to a new history. */
  split(prefix: string): History<E> {
    const taken = new History<E>(this.#floor);
    const kept: Change<E>[] = [];
    for (const change of this.after(0)) (change.key.startsWith(prefix) ? taken.#changes : kept).push(change);
    this.#changes = kept;
    this.#head = 0;
    return taken;
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

/** Converts changes to another entry type. Versions that `present` still holds are reused. */
export function remade<E extends Entry>(
  changes: readonly Change<Entry>[],
  make: MakeEntry<E>,
  present: (key: string) => E | undefined,
): Change<E>[] {
  const last = new Map<string, E>();
  const remake = (data: Entry): E => {
    const known = last.get(data.key) ?? present(data.key);
    return known?.revision === data.revision ? known : make(data);
  };
  return changes.map(({ key, revision, before, after, deleted }) => {
    const change = { key, revision, before: before && remake(before), after: remake(after), deleted };
    last.set(key, change.after);
    return change;
  });
}

/** Creates the entry of a deletion: the last state at the deletion's revision. */
export const newDeletion = ({ key, text }: Entry, revision: Revision): Entry => ({
  key,
  revision,
  text: withRevisionIfAny(text, revision),
});

/** The entry of a deletion, whose text is made when it is first read. */
export class LastState implements Entry {
  readonly key: string;
  readonly revision: Revision;
  readonly size: number;
  readonly #before: Entry;
  #text: string | undefined;

  constructor(before: Entry, revision: Revision) {
    this.key = before.key;
    this.revision = revision;
    this.size = sizeOf(before);
    this.#before = before;
  }

  get text(): string {
    return (this.#text ??= withRevisionIfAny(this.#before.text, this.revision));
  }
}
