/** Something whose parsed form can be let go of. */
export interface Cached {
  /** Set whenever the parsed form is used; cleared when the cache passes over it. */
  used: boolean;
  readonly bytes: number;
  drop(): void;
}

/** How many bytes of texts have their parsed objects kept, by default. */
const defaultLimit = 64 << 20;

/** Bounds the parsed objects that are kept beside their texts: whoever was not used since the last pass goes first. */
export class ObjectCache {
  readonly #limit: number;
  readonly #held = new Set<Cached>();
  #bytes = 0;

  constructor(limit: number = defaultLimit) {
    this.#limit = limit;
  }

  /** Bytes of the texts whose objects are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  add(item: Cached): void {
    this.#held.add(item);
    this.#bytes += item.bytes;
    if (this.#bytes > this.#limit) this.#evict(item);
  }

  /** Lets go of one that is not wanted any more. */
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
