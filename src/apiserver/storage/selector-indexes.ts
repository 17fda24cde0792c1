import type { Clock } from "../../apimachinery/clock.ts";
import { rangeOf } from "./key-range.ts";
import type { Equality, SelectionPredicate } from "./selection-predicate.ts";
import type { StoredObject } from "./stored-object.ts";
import type { Change, KeyRange, VersionedTable } from "./versioned-table.ts";
import { SelectorIndex } from "./selector-index.ts";

/** Shorter lists are not worth an index. */
const shortList = 1024;

/** The most indexes of one resource, and the most labels and fields whose lists are counted. */
const mostIndexes = 4;
const mostCounted = 64;

/** Of more objects, a list is filtered in slices. */
const mostCandidates = 16_384;

/** An index that no list has used for this long is dropped. */
const unusedMs = 10 * 60_000;

const nameOf = ({ of, name }: Equality): string => `${of}/${name}`;

/**
 * Indexes of one resource by the labels and fields whose values lists select. An index is built when lists have
 * evaluated as many objects as there are, follows the changes of the table, and is dropped when it is not used.
 */
export class SelectorIndexes<T> {
  readonly #table: VersionedTable<StoredObject<T>>;
  readonly #clock: Clock;
  /** How many objects were evaluated by lists that select a label or field without an index. */
  readonly #evaluated = new Map<string, number>();
  readonly #indexes = new Map<string, SelectorIndex<T>>();
  readonly #building = new Map<string, Promise<void>>();
  #unsubscribe: (() => void) | undefined;

  constructor(table: VersionedTable<StoredObject<T>>, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** The number of indexes. */
  get size(): number {
    return this.#indexes.size;
  }

  /** Called before a list; returns a promise if an index should be built first. */
  prepare(range: KeyRange, { equalities = [] }: SelectionPredicate): Promise<void> | undefined {
    if (equalities.length === 0) return undefined;
    const count = this.#table.count(range);
    if (count <= shortList) return undefined;
    this.#dropUnused();
    if (this.#fewestKeys(equalities, count) !== undefined) return undefined;
    const missing = equalities.find((equality) => this.#indexes.get(nameOf(equality))?.ready !== true);
    return missing && (this.#building.get(nameOf(missing)) ?? this.#count(missing, count));
  }

  /**
   * Returns the newest objects in a range among which are all that match, in key order; undefined if no index excludes
   * most of the others.
   */
  candidates(range: KeyRange, { equalities = [] }: SelectionPredicate): readonly StoredObject<T>[] | undefined {
    if (equalities.length === 0 || this.#indexes.size === 0) return undefined;
    const keys = this.#fewestKeys(equalities, this.#table.count(range));
    if (keys === undefined) return undefined;
    const found: StoredObject<T>[] = [];
    for (const key of keys) {
      const entry = key >= range.from && key < range.to ? this.#table.get(key) : undefined;
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  /** Drops all indexes. */
  close(): void {
    this.#indexes.clear();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Returns the shortest list of keys that an index has for one of the equalities, if it is clearly below `count`. */
  #fewestKeys(equalities: readonly Equality[], count: number): ReadonlySet<string> | undefined {
    let fewest: ReadonlySet<string> | undefined;
    for (const equality of equalities) {
      const index = this.#indexes.get(nameOf(equality));
      if (index?.ready !== true) continue;
      const keys = index.keysOf(equality.value);
      if (keys.size > Math.min(count / 2, mostCandidates, (fewest?.size ?? Infinity) - 1)) continue;
      index.usedAt = this.#clock.monotonic();
      fewest = keys;
    }
    return fewest;
  }

  /** Counts a list that no index serves, and builds the index if such lists have cost as much by now. */
  #count(equality: Equality, objects: number): Promise<void> | undefined {
    const name = nameOf(equality);
    const evaluated = this.#evaluated.get(name) ?? 0;
    this.#evaluated.delete(name);
    if (evaluated >= this.#table.stats().objects) return this.#build(name, equality);
    this.#evaluated.set(name, evaluated + objects);
    const [oldest] = this.#evaluated.keys();
    if (this.#evaluated.size > mostCounted && oldest !== undefined) this.#evaluated.delete(oldest);
    return undefined;
  }

  async #build(name: string, equality: Equality): Promise<void> {
    this.#unsubscribe ??= this.#table.subscribe((changes) => this.#follow(changes));
    if (this.#indexes.size >= mostIndexes) this.#dropLeastUsed();
    const index = new SelectorIndex<T>(equality, this.#clock.monotonic());
    this.#indexes.set(name, index);
    const objects = this.#table.range(rangeOf(this.#table.prefix), 0);
    const building = index.build(objects, this.#clock).finally(() => {
      this.#building.delete(name);
      if (!index.ready) this.#indexes.delete(name);
    });
    this.#building.set(name, building);
    return building;
  }

  #follow(changes: readonly Change<StoredObject<T>>[]): void {
    this.#dropUnused();
    for (const [name, index] of this.#indexes) {
      try {
        for (const change of changes) index.apply(change);
      } catch {
        this.#indexes.delete(name); // an object that cannot be decoded fails the requests that read it
      }
    }
  }

  #dropLeastUsed(): void {
    const [least] = [...this.#indexes].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (least !== undefined) this.#indexes.delete(least[0]);
  }

  #dropUnused(): void {
    if (this.#indexes.size === 0) return;
    const now = this.#clock.monotonic();
    for (const [name, index] of this.#indexes) if (now - index.usedAt > unusedMs) this.#indexes.delete(name);
    if (this.#indexes.size === 0) this.close();
  }
}
