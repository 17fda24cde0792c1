/** Up to so many values are sorted by insertion. */
const fewValues = 12;
/** From so many values on, a pivot is the median of medians. */
const manyValues = 50;
/** How many pairs out of order a range that is nearly sorted may have. */
const mostRepairs = 5;

/**
 * Sorts as Go's sort.Sort does, whose order of equal values is that of its algorithm, the pattern-defeating quicksort,
 * even where `less` is no order. Returns a new list.
 */
export function goSort<T>(values: readonly T[], less: (a: T, b: T) => boolean): readonly T[] {
  const sorter = new Sorter(values, less);
  sorter.quick(0, values.length, bitLength(values.length));
  return sorter.order.map(({ value }) => value);
}

const bitLength = (number: number): number => (number === 0 ? 0 : 32 - Math.clz32(number));

/** What the choice of a pivot says about the order of a range. */
type Hint = "increasing" | "decreasing" | "unknown";

class Sorter<T> {
  readonly order: { readonly value: T }[];
  readonly #less: (a: T, b: T) => boolean;
  #swaps = 0;

  constructor(values: readonly T[], less: (a: T, b: T) => boolean) {
    this.order = values.map((value) => ({ value }));
    this.#less = less;
  }

  #at(place: number): { readonly value: T } {
    const found = this.order[place];
    if (found === undefined) throw new RangeError(`no value at ${place}`);
    return found;
  }

  #isLess(i: number, j: number): boolean {
    return this.#less(this.#at(i).value, this.#at(j).value);
  }

  #swap(i: number, j: number): void {
    [this.order[i], this.order[j]] = [this.#at(j), this.#at(i)];
  }

  /** Sorts a range; `limit` counts the bad pivots that are left before the range becomes a heap. */
  quick(from: number, to: number, limit: number): void {
    let [balanced, partitioned] = [true, true];
    for (;;) {
      const length = to - from;
      if (length <= fewValues) return this.#insert(from, to);
      if (limit === 0) return this.#heap(from, to);
      if (!balanced) {
        this.#breakPatterns(from, to);
        limit--;
      }
      let [pivot, hint] = this.#choosePivot(from, to);
      if (hint === "decreasing") {
        for (let [i, j] = [from, to - 1]; i < j; i++, j--) this.#swap(i, j);
        [pivot, hint] = [to - 1 - (pivot - from), "increasing"];
      }
      if (balanced && partitioned && hint === "increasing" && this.#repair(from, to)) return;
      if (from > 0 && !this.#isLess(from - 1, pivot)) {
        from = this.#partitionEqual(from, to, pivot);
        continue;
      }
      const [middle, already] = this.#partition(from, to, pivot);
      partitioned = already;
      const [left, right] = [middle - from, to - middle];
      balanced = Math.min(left, right) >= Math.floor(length / 8);
      if (left < right) {
        this.quick(from, middle, limit);
        from = middle + 1;
      } else {
        this.quick(middle + 1, to, limit);
        to = middle;
      }
    }
  }

  #insert(from: number, to: number): void {
    for (let i = from + 1; i < to; i++) for (let j = i; j > from && this.#isLess(j, j - 1); j--) this.#swap(j, j - 1);
  }

  #heap(from: number, to: number): void {
    const length = to - from;
    for (let i = Math.floor((length - 1) / 2); i >= 0; i--) this.#siftDown(i, length, from);
    for (let i = length - 1; i >= 0; i--) {
      this.#swap(from, from + i);
      this.#siftDown(0, i, from);
    }
  }

  #siftDown(root: number, end: number, first: number): void {
    for (;;) {
      let child = 2 * root + 1;
      if (child >= end) return;
      if (child + 1 < end && this.#isLess(first + child, first + child + 1)) child++;
      if (!this.#isLess(first + root, first + child)) return;
      this.#swap(first + root, first + child);
      root = child;
    }
  }

  /** Puts smaller values before the pivot. Returns where it then stands, and whether nothing was out of place. */
  #partition(from: number, to: number, pivot: number): readonly [middle: number, already: boolean] {
    this.#swap(from, pivot);
    let [i, j] = [from + 1, to - 1];
    for (let swapped = false; ; swapped = true) {
      while (i <= j && this.#isLess(i, from)) i++;
      while (i <= j && !this.#isLess(j, from)) j--;
      if (i > j) {
        this.#swap(j, from);
        return [j, !swapped];
      }
      this.#swap(i++, j--);
    }
  }

  /** Puts values that equal the pivot before greater ones. Returns where the latter begin. */
  #partitionEqual(from: number, to: number, pivot: number): number {
    this.#swap(from, pivot);
    let [i, j] = [from + 1, to - 1];
    for (;;) {
      while (i <= j && !this.#isLess(from, i)) i++;
      while (i <= j && this.#isLess(from, j)) j--;
      if (i > j) return i;
      this.#swap(i++, j--);
    }
  }

  /** Repairs a few pairs that are out of order. Returns whether the range is sorted then. */
  #repair(from: number, to: number): boolean {
    let i = from + 1;
    for (let repaired = 0; repaired < mostRepairs; repaired++) {
      while (i < to && !this.#isLess(i, i - 1)) i++;
      if (i === to) return true;
      if (to - from < manyValues) return false;
      this.#swap(i, i - 1);
      if (i - from >= 2) for (let j = i - 1; j >= 1 && this.#isLess(j, j - 1); j--) this.#swap(j, j - 1);
      if (to - i >= 2) for (let j = i + 1; j < to && this.#isLess(j, j - 1); j++) this.#swap(j, j - 1);
    }
    return false;
  }

  /** Scatters three values of an unbalanced range, by a xorshift generator that its length seeds. */
  #breakPatterns(from: number, to: number): void {
    const length = to - from;
    if (length < 8) return;
    let random = BigInt(length);
    const modulus = 1n << BigInt(bitLength(length));
    const index = from + Math.floor(length / 4) * 2 - 1;
    for (let i = 0; i < 3; i++) {
      random ^= BigInt.asUintN(64, random << 13n);
      random ^= random >> 7n;
      random ^= BigInt.asUintN(64, random << 17n);
      const other = Number(random & (modulus - 1n));
      this.#swap(index + i, from + (other >= length ? other - length : other));
    }
  }

  #choosePivot(from: number, to: number): readonly [pivot: number, hint: Hint] {
    const quarter = Math.floor((to - from) / 4);
    let [i, j, k] = [from + quarter, from + quarter * 2, from + quarter * 3];
    this.#swaps = 0;
    if (to - from >= 8) {
      if (to - from >= manyValues)
        [i, j, k] = [this.#median(i - 1, i, i + 1), this.#median(j - 1, j, j + 1), this.#median(k - 1, k, k + 1)];
      j = this.#median(i, j, k);
    }
    return [j, this.#swaps === 0 ? "increasing" : this.#swaps === 12 ? "decreasing" : "unknown"];
  }

  /** The place of the median of three values, counting those that are out of order. */
  #median(a: number, b: number, c: number): number {
    [a, b] = this.#ordered(a, b);
    [b, c] = this.#ordered(b, c);
    return this.#ordered(a, b)[1];
  }

  #ordered(a: number, b: number): readonly [number, number] {
    if (!this.#isLess(b, a)) return [a, b];
    this.#swaps++;
    return [b, a];
  }
}
