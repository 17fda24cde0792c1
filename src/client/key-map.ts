/**
 * A map from keys to values that is iterated in the order of the keys, whatever the order in which they came: what is
 * decided by going through it is decided alike after a restart, when a list brings the objects in another order.
 * Changes during an iteration do not change what it goes through, except that removed entries are left out. A change
 * takes the same time however many entries there are; the next iteration puts what was added in its place.
 */
export class KeyMap<T> {
  readonly #values: Map<string, T>;
  /** The keys that were there at the last iteration, in order; some may be removed since. Never changed in place. */
  #keys: readonly string[] = [];
  /** The keys that were added since; some may be removed, or be among the others, or come twice. */
  #added: string[];

  constructor(entries: Iterable<readonly [string, T]> = []) {
    this.#values = new Map(entries);
    this.#added = [...this.#values.keys()];
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    if (!this.#values.has(key)) this.#added.push(key);
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    return this.#values.delete(key);
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
    const isLong = this.#keys.length > 2 * this.#values.size; // many were removed
    if (this.#added.length > 0 || isLong) {
      this.#keys = merged(this.#keys, this.#added.sort()).filter((key) => this.#values.has(key));
      this.#added = [];
    }
    return this.#keys;
  }
}

/** Returns the keys of two lists in order, each of them once. */
function merged(keys: readonly string[], added: readonly string[]): readonly string[] {
  const all: string[] = [];
  let next = 0;
  const take = (key: string): void => void (all.at(-1) !== key && all.push(key));
  for (const key of keys) {
    for (let other = added[next]; other !== undefined && other < key; other = added[++next]) take(other);
    take(key);
  }
  for (; next < added.length; next++) take(added[next] ?? "");
  return all;
}
