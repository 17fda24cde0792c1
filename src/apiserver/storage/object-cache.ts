/** An item whose parsed form can be evicted. */
export interface Cached {
  /** Set whenever the parsed form is used; cleared when the cache scans it for eviction. */
  used: boolean;
  readonly bytes: number;
  drop(): void;
}

/** The default maximum size of the texts whose parsed objects are cached, in bytes. */
const defaultLimit = 64 << 20;

/** Bounds the cached parsed objects of texts. Items not used since the last scan are evicted first. */
export class ObjectCache {
  readonly #limit: number;
  readonly #held = new Set<Cached>();
  #bytes = 0;

  constructor(limit: number = defaultLimit) {
    this.#limit = limit;
  }

  /** The total size of the texts whose parsed objects are cached, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  add(item: Cached): void {
    this.#held.add(item);
    this.#bytes += item.bytes;
    if (this.#bytes > this.#limit) this.#evict(item);
  }

  /** Evicts an item. */
  remove(item: Cached): void {
    if (!this.#held.delete(item)) return;
    this.#bytes -= item.bytes;
    item.drop();
  }

  #evict(newest: Cached): void {
    for (const item of this.#held) {
      if (this.#bytes <= this.#limit) return;
      if (item === newest) continue;
      if (item.used) this.#passOver(item);
      else this.remove(item);
    }
  }

  #passOver(item: Cached): void {
    item.used = false;
    this.#held.delete(item);
    this.#held.add(item);
  }
}
