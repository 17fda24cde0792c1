import type { BackendWrite } from "../backend/backend.ts";
import { sizeOf, type Entry } from "../versioned-table.ts";
import type { PendingWrite } from "./group-commit.ts";

/** Returns the first two segments of a key: `/registry/pods/` for `/registry/pods/default/a`. */
function groupOf(key: string): string {
  const second = key.indexOf("/", 1);
  const third = second < 0 ? -1 : key.indexOf("/", second + 1);
  return third < 0 ? key : key.slice(0, third + 1);
}

/**
 * Entries of one group. Their map is only made when one of them changes, and their size is only told when it is asked
 * for: a large group is usually claimed before.
 */
class EntryGroup {
  #loaded: readonly Entry[] = [];
  #byKey: Map<string, Entry> | undefined;
  #bytes: number | undefined;

  get size(): number {
    return this.#byKey?.size ?? this.#loaded.length;
  }

  get bytes(): number {
    if (this.#bytes !== undefined) return this.#bytes;
    let bytes = 0;
    for (const entry of this.entries()) bytes += sizeOf(entry);
    return (this.#bytes = bytes);
  }

  /** Adds entries whose keys are new. */
  load(entries: readonly Entry[]): void {
    this.#bytes = undefined;
    if (this.#byKey !== undefined) for (const entry of entries) this.#byKey.set(entry.key, entry);
    else this.#loaded = this.#loaded.length === 0 ? entries : [...this.#loaded, ...entries];
  }

  set(entry: Entry): void {
    const before = this.#changeable().get(entry.key);
    this.#bytes = this.bytes + sizeOf(entry) - (before === undefined ? 0 : sizeOf(before));
    this.#changeable().set(entry.key, entry);
  }

  delete(key: string): void {
    const entry = this.#changeable().get(key);
    if (entry === undefined) return;
    this.#bytes = this.bytes - sizeOf(entry);
    this.#changeable().delete(key);
  }

  entries(): Iterable<Entry> {
    return this.#byKey?.values() ?? this.#loaded;
  }

  /** Removes and returns the entries under a prefix. */
  take(prefix: string): readonly Entry[] {
    const taken = [...this.entries()].filter(({ key }) => key.startsWith(prefix));
    for (const { key } of taken) this.delete(key);
    return taken;
  }

  /** Removes and returns all entries. */
  takeAll(): readonly Entry[] {
    const all = this.#byKey === undefined ? this.#loaded : [...this.#byKey.values()];
    [this.#loaded, this.#byKey, this.#bytes] = [[], undefined, undefined];
    return all;
  }

  /** Returns the entries by their keys, as they can be changed. */
  #changeable(): Map<string, Entry> {
    this.#byKey ??= new Map(this.#loaded.map((entry) => [entry.key, entry]));
    this.#loaded = [];
    return this.#byKey;
  }
}

/** Returns behind which entry a prefix ends that the entry at `from` begins with, of entries in key order. */
function endOfPrefix(entries: readonly Entry[], from: number, prefix: string): number {
  let [low, high] = [from + 1, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]?.key.startsWith(prefix) === true) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The newest versions of keys that no table has claimed. They are loaded, retained and written to checkpoints, but not
 * indexed.
 */
export class Unclaimed {
  readonly #groups = new Map<string, EntryGroup>();

  /** Adds entries in key order, none of which is there yet. */
  load(entries: readonly Entry[]): void {
    for (let from = 0; from < entries.length;) {
      const name = groupOf(entries[from]?.key ?? "");
      const end = name.endsWith("/") ? endOfPrefix(entries, from, name) : from + 1;
      this.#group(name).load(entries.slice(from, end));
      from = end;
    }
  }

  set(entry: Entry): void {
    this.#group(groupOf(entry.key)).set(entry);
  }

  delete(key: string): void {
    this.#groups.get(groupOf(key))?.delete(key);
  }

  /** Removes and returns all entries under a prefix. */
  claim(prefix: string): readonly Entry[] {
    const claimed: (readonly Entry[])[] = [];
    for (const [name, group] of this.#groups) {
      if (name.startsWith(prefix)) claimed.push(group.takeAll());
      else if (prefix.startsWith(name)) claimed.push(group.take(prefix));
      if (group.size === 0) this.#groups.delete(name);
    }
    return claimed.length === 1 ? (claimed[0] ?? []) : claimed.flat();
  }

  stats(): { readonly objects: number; readonly bytes: number } {
    let [objects, bytes] = [0, 0];
    for (const group of this.#groups.values()) {
      objects += group.size;
      bytes += group.bytes;
    }
    return { objects, bytes };
  }

  *entries(): Iterable<Entry> {
    for (const group of this.#groups.values()) yield* group.entries();
  }

  #group(name: string): EntryGroup {
    const group = this.#groups.get(name) ?? new EntryGroup();
    this.#groups.set(name, group);
    return group;
  }
}

/** A write to a key of no table. It is committed to a table that has claimed the key in the meantime, if any. */
export class UnclaimedWrite implements PendingWrite {
  readonly record: BackendWrite;
  readonly isOwn = false;
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
