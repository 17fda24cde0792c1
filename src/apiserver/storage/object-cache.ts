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
  /**
   * Goes through the held items from one eviction to the next: an iterator from the start would step over the places of
   * all that have been evicted, each time.
   */
  #hand: Iterator<Cached> = this.#held.values();
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
    while (this.#bytes > this.#limit && this.#held.size > 1) {
      const item = this.#next();
      if (item === undefined) return;
      if (item === newest) this.#passOver(item);
      else if (item.used) {
        item.used = false;
        this.#passOver(item);
      } else this.remove(item);
    }
  }

  #next(): Cached | undefined {
    const { done, value } = this.#hand.next();
    if (done !== true) return value;
    this.#hand = this.#held.values();
    const first = this.#hand.next();
    return first.done === true ? undefined : first.value;
  }

  #passOver(item: Cached): void {
    this.#held.delete(item);
    this.#held.add(item);
  }
}
