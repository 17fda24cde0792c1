/**
 * A map from keys to values that is iterated in the order of the keys, whatever the order in which they came: what is
 * decided by going through it is decided alike after a restart, when a list brings the objects in another order.
 * Changes during an iteration do not change what it goes through, except that removed entries are left out.
 */
export class KeyMap<T> {
  readonly #values: Map<string, T>;
  /** The keys in order, once they were asked for. */
  #keys: string[] | undefined;
  /** Whether an iteration may be reading #keys. */
  #isRead = false;

  constructor(entries: Iterable<readonly [string, T]> = []) {
    this.#values = new Map(entries);
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    if (this.#keys !== undefined && !this.#values.has(key)) this.#change(this.#keys, key, 0, key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    if (!this.#values.delete(key)) return false;
    if (this.#keys !== undefined) this.#change(this.#keys, key, 1);
    return true;
  }

  *keys(): IterableIterator<string> {
    for (const key of this.#inOrder()) if (this.#values.has(key)) yield key;
  }

  *values(): IterableIterator<T> {
    for (const key of this.#inOrder()) {
      const value = this.#values.get(key);
      if (value !== undefined) yield value;
    }
  }

  #inOrder(): readonly string[] {
    this.#keys ??= [...this.#values.keys()].sort();
    this.#isRead = true;
    return this.#keys;
  }

  /** Removes `count` keys at the place of a key, and adds others there. */
  #change(keys: string[], key: string, count: number, ...added: readonly string[]): void {
    const own = this.#isRead ? [...keys] : keys;
    this.#isRead = false;
    own.splice(placeOf(own, key), count, ...added);
    this.#keys = own;
  }
}

/** Returns the index of the first key that is not before this one. */
function placeOf(keys: readonly string[], key: string): number {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((keys[middle] ?? "") < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
