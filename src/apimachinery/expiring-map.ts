import { BoundedMap } from "./bounded-map.ts";

/** A cache of at most `most` values, each of which is forgotten after a time of its own. */
export class ExpiringMap<K, V> {
  readonly #values: BoundedMap<K, { readonly value: V; readonly until: number }>;
  readonly #now: () => number;

  /** `now` tells the time in milliseconds. */
  constructor(most: number, now: () => number) {
    this.#values = new BoundedMap(most);
    this.#now = now;
  }

  get(key: K): V | undefined {
    const known = this.#values.get(key);
    return known !== undefined && known.until > this.#now() ? known.value : undefined;
  }

  /** Keeps a value for a time in milliseconds; without any, nothing is kept. */
  set(key: K, value: V, lifetimeMs: number): void {
    if (lifetimeMs > 0) this.#values.set(key, { value, until: this.#now() + lifetimeMs });
  }
}
