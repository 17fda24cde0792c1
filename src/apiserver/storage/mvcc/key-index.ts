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

/**
 * Items sorted by key, in blocks of a few hundred. An insertion moves part of one block, a scan starts at its range,
 * and a count adds up block sizes. No block is empty.
 */
export class KeyIndex<N extends Keyed> {
  readonly #blocks: N[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Replaces all items by `sorted`. */
  load(sorted: readonly N[]): void {
    this.#blocks.length = 0;
    for (let at = 0; at < sorted.length; at += blockSize) this.#blocks.push(sorted.slice(at, at + blockSize));
    this.#size = sorted.length;
  }

  /** Returns the item of a key. */
  get(key: string): N | undefined {
    const block = this.#blocks[this.#blockOf(key)];
    const found = block?.[lowerBound(block, key)];
    return found?.key === key ? found : undefined;
  }

  /** Adds an item. The key must not exist yet. */
  insert(item: N): void {
    this.#size++;
    const at = Math.min(this.#blockOf(item.key), this.#blocks.length - 1);
    const block = this.#blocks[at];
    if (block === undefined) this.#blocks.push([item]);
    else {
      block.splice(lowerBound(block, item.key), 0, item);
      if (block.length > 2 * blockSize) this.#blocks.splice(at + 1, 0, block.splice(blockSize));
    }
  }

  remove(key: string): void {
    const at = this.#blockOf(key);
    const block = this.#blocks[at];
    if (block === undefined) return;
    const index = lowerBound(block, key);
    if (block[index]?.key !== key) return;
    this.#size--;
    block.splice(index, 1);
    if (block.length === 0) this.#blocks.splice(at, 1);
  }

  /** Returns the items of a range in order, at most `limit` of them if it is above 0. */
  range({ from, to }: KeyRange, limit: number): N[] {
    const found: N[] = [];
    const first = this.#blockOf(from);
    for (let at = first; at < this.#blocks.length; at++) {
      const block = this.#blocks[at] ?? [];
      for (let i = at === first ? lowerBound(block, from) : 0; i < block.length; i++) {
        const item = block[i];
        if (item === undefined || item.key >= to || (limit > 0 && found.length >= limit)) return found;
        found.push(item);
      }
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
    for (let at = 0; at < end; at++) rank += this.#blocks[at]?.length ?? 0;
    const block = this.#blocks[end];
    return block === undefined ? rank : rank + lowerBound(block, key);
  }

  /** Returns the index of the first block whose last key is not below `key`. */
  #blockOf(key: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#blocks[middle]?.at(-1);
      if (last !== undefined && last.key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
