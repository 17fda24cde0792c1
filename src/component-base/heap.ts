/** A binary heap: values of which the first one, in an order, is taken at a time. */
export class Heap<T> {
  readonly #values: T[] = [];
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  peek(): T | undefined {
    return this.#values[0];
  }

  push(value: T): void {
    const values = this.#values;
    let at = values.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = values[parent];
      if (above === undefined || this.#isBefore(above, value)) break;
      values[at] = above;
      at = parent;
    }
    values[at] = value;
  }

  /** Removes and returns the first value. */
  pop(): T | undefined {
    const values = this.#values;
    const first = values[0];
    const last = values.pop();
    if (last !== undefined && values.length > 0) this.#sink(last);
    return first;
  }

  clear(): void {
    this.#values.length = 0;
  }

  #sink(value: T): void {
    const values = this.#values;
    let at = 0;
    for (;;) {
      const left = values[2 * at + 1];
      const right = values[2 * at + 2];
      const least = left !== undefined && right !== undefined && this.#isBefore(right, left) ? right : left;
      if (least === undefined || this.#isBefore(value, least)) break;
      values[at] = least;
      at = least === left ? 2 * at + 1 : 2 * at + 2;
    }
    values[at] = value;
  }
}
