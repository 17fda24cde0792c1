import type { KeyRange } from "../versioned-table.ts";

const blockSize = 256;

/** An item that is ordered by its key. */
export interface Keyed {
  readonly key: string;
}

/** Returns the index of the first of sorted items whose key is not below `key`. */
export function lowerBound(block: readonly Keyed[], key: string): number {
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = block[middle];
    if (item !== undefined && item.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A block whose items may have to be made of loaded ones. */
interface Block<N extends Keyed, L extends Keyed> {
  items: N[] | undefined;
  loaded: readonly L[];
}

const none: readonly never[] = [];

const keysOf = <N extends Keyed, L extends Keyed>({ items, loaded }: Block<N, L>): readonly Keyed[] => items ?? loaded;

const lengthOf = <N extends Keyed, L extends Keyed>(block: Block<N, L> | undefined): number =>
  block === undefined ? 0 : keysOf(block).length;

/**
 * Items sorted by key, in blocks of a few hundred. An insertion moves part of one block, a scan starts at its range,
 * and a count adds up block sizes. No block is empty. Items that were loaded are made when their block is first read,
 * since making all of them is most of what opening a large table would take.
 */
export class KeyIndex<N extends Keyed, L extends Keyed = N> {
  readonly #make: (loaded: L) => N;
  readonly #blocks: Block<N, L>[] = [];
  #size = 0;

  /** `make` returns the item of the same key. */
  constructor(make: (loaded: L) => N) {
    this.#make = make;
  }

  get size(): number {
    return this.#size;
  }

  /** Replaces all items by those to be made of `sorted`. */
  load(sorted: readonly L[]): void {
    this.#blocks.length = 0;
    for (let at = 0; at < sorted.length; at += blockSize)
      this.#blocks.push({ items: undefined, loaded: sorted.slice(at, at + blockSize) });
    this.#size = sorted.length;
  }

  /** Yields all items in order; loaded ones as they were loaded if they were not made yet. */
  *all(): Iterable<N | L> {
    for (const { items, loaded } of this.#blocks) yield* items ?? loaded;
  }

  /** Returns the item of a key. */
  get(key: string): N | undefined {
    const block = this.#blocks[this.#blockOf(key)];
    if (block === undefined) return undefined;
    const index = lowerBound(keysOf(block), key);
    return keysOf(block)[index]?.key === key ? this.#itemsOf(block)[index] : undefined;
  }

  /** Adds an item. The key must not exist yet. */
  insert(item: N): void {
    this.#size++;
    const at = Math.min(this.#blockOf(item.key), this.#blocks.length - 1);
    const block = this.#blocks[at];
    if (block === undefined) this.#blocks.push({ items: [item], loaded: none });
    else {
      const items = this.#itemsOf(block);
      items.splice(lowerBound(items, item.key), 0, item);
      if (items.length > 2 * blockSize)
        this.#blocks.splice(at + 1, 0, { items: items.splice(blockSize), loaded: none });
    }
  }

  remove(key: string): void {
    const at = this.#blockOf(key);
    const block = this.#blocks[at];
    if (block === undefined) return;
    const items = this.#itemsOf(block);
    const index = lowerBound(items, key);
    if (items[index]?.key !== key) return;
    this.#size--;
    items.splice(index, 1);
    if (items.length === 0) this.#blocks.splice(at, 1);
  }

  /** Returns the items of a range in order, at most `limit` of them if it is above 0. */
  range({ from, to }: KeyRange, limit: number): N[] {
    const found: N[] = [];
    const first = this.#blockOf(from);
    for (let at = first; at < this.#blocks.length; at++) {
      const block = this.#blocks[at];
      if (block === undefined) break;
      const keys = keysOf(block);
      const isLast = (keys.at(-1)?.key ?? "") >= to;
      const start = at === first ? lowerBound(keys, from) : 0;
      const end = isLast ? lowerBound(keys, to) : keys.length;
      const wanted = limit > 0 ? Math.min(end, start + limit - found.length) : end;
      if (wanted > start) for (const item of this.#itemsOf(block).slice(start, wanted)) found.push(item);
      if (isLast || (limit > 0 && found.length === limit)) break;
    }
    return found;
  }

  count({ from, to }: KeyRange): number {
    return Math.max(0, this.#rank(to) - this.#rank(from));
  }

  /** Returns the number of keys below `key`. */
  #rank(key: string): number {
    const end = this.#blockOf(key);
    let rank = 0;
    for (let at = 0; at < end; at++) rank += lengthOf(this.#blocks[at]);
    const block = this.#blocks[end];
    return block === undefined ? rank : rank + lowerBound(keysOf(block), key);
  }

  /** Returns the items of a block, to be changed in place. */
  #itemsOf(block: Block<N, L>): N[] {
    if (block.items !== undefined) return block.items;
    block.items = block.loaded.map((loaded) => this.#make(loaded));
    block.loaded = none;
    return block.items;
  }

  /** Returns the index of the first block whose last key is not below `key`. */
  #blockOf(key: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.#blocks[middle];
      const last = block && keysOf(block).at(-1);
      if (last !== undefined && last.key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
