import type { BackendWrite } from "../backend/backend.ts";
import { sizeOf, type Entry } from "../versioned-table.ts";
import type { PendingWrite } from "./group-commit.ts";

/** Returns the first two segments of a key: `/registry/pods/` for `/registry/pods/default/a`. */
function groupOf(key: string): string {
  const second = key.indexOf("/", 1);
  const third = second < 0 ? -1 : key.indexOf("/", second + 1);
  return third < 0 ? key : key.slice(0, third + 1);
}

/** Entries of one group. Their map is only made when one of them changes: a large group is usually claimed before. */
class EntryGroup {
  #loaded: Entry[] = [];
  #byKey: Map<string, Entry> | undefined;

  get size(): number {
    return this.#byKey?.size ?? this.#loaded.length;
  }

  /** Adds an entry whose key is new. */
  load(entry: Entry): void {
    if (this.#byKey === undefined) this.#loaded.push(entry);
    else this.#byKey.set(entry.key, entry);
  }

  /** Returns the entries by their keys, as they can be changed. */
  changeable(): Map<string, Entry> {
    this.#byKey ??= new Map(this.#loaded.map((entry) => [entry.key, entry]));
    this.#loaded = [];
    return this.#byKey;
  }

  entries(): Iterable<Entry> {
    return this.#byKey?.values() ?? this.#loaded;
  }

  /** Removes and returns the entries under a prefix. */
  take(prefix: string): readonly Entry[] {
    const taken = [...this.entries()].filter(({ key }) => key.startsWith(prefix));
    if (taken.length < this.size) for (const { key } of taken) this.changeable().delete(key);
    else [this.#loaded, this.#byKey] = [[], undefined];
    return taken;
  }
}

/**
 * The newest versions of keys that no table has claimed. They are loaded, retained and written to checkpoints, but not
 * indexed.
 */
export class Unclaimed {
  readonly #groups = new Map<string, EntryGroup>();
  #objects = 0;
  #bytes = 0;

  /** Adds entries with different keys, none of which there is yet. */
  load(entries: Iterable<Entry>): void {
    let [name, group] = ["", new EntryGroup()];
    for (const entry of entries) {
      if (!name.endsWith("/") || !entry.key.startsWith(name)) [name, group] = this.#groupOf(entry.key);
      group.load(entry);
      this.#objects++;
      this.#bytes += sizeOf(entry);
    }
  }

  set(entry: Entry): void {
    const group = this.#groupOf(entry.key)[1].changeable();
    const before = group.get(entry.key);
    this.#objects -= group.size;
    this.#bytes += sizeOf(entry) - (before === undefined ? 0 : sizeOf(before));
    group.set(entry.key, entry);
    this.#objects += group.size;
  }

  delete(key: string): void {
    const group = this.#groups.get(groupOf(key))?.changeable();
    const entry = group?.get(key);
    if (group === undefined || entry === undefined) return;
    group.delete(key);
    this.#objects--;
    this.#bytes -= sizeOf(entry);
  }

  /** Removes and returns all entries under a prefix. */
  claim(prefix: string): readonly Entry[] {
    const claimed: (readonly Entry[])[] = [];
    for (const [name, group] of this.#groups) {
      if (!name.startsWith(prefix) && !prefix.startsWith(name)) continue;
      claimed.push(group.take(prefix));
      if (group.size === 0) this.#groups.delete(name);
    }
    const entries = claimed.flat();
    this.#objects -= entries.length;
    for (const entry of entries) this.#bytes -= sizeOf(entry);
    return entries;
  }

  stats(): { readonly objects: number; readonly bytes: number } {
    return { objects: this.#objects, bytes: this.#bytes };
  }

  *entries(): Iterable<Entry> {
    for (const group of this.#groups.values()) yield* group.entries();
  }

  #groupOf(key: string): [name: string, group: EntryGroup] {
    const name = groupOf(key);
    const group = this.#groups.get(name) ?? new EntryGroup();
    if (group.size === 0) this.#groups.set(name, group);
    return [name, group];
  }
}

/** A write to a key of no table. It is committed to a table that has claimed the key in the meantime, if any. */
export class UnclaimedWrite implements PendingWrite {
  readonly record: BackendWrite;
  readonly #settle: (record: BackendWrite) => void;

  constructor(record: BackendWrite, settle: (record: BackendWrite) => void) {
    this.record = record;
    this.#settle = settle;
  }

  commit(): void {
    this.#settle(this.record);
  }

  drop(): void {}
}
