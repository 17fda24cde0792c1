/**
 * A map that forgets everything when it would come to hold more than `most` entries: for what can be made again, and
 * mostly is asked for again soon.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    if (this.size >= this.#most && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
