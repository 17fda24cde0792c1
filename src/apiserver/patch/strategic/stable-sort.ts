import { pausePoint, type Walk } from "../../../apimachinery/walk.ts";

/** Blocks of this length are sorted by insertion, then merged (sort.SliceStable). */
const blockLength = 20;

/**
 * Sorts as Go's sort.SliceStable does, by insertion and SymMerge. For a `less` that is an order, the result is that of
 * any stable sort; for one that is not, as in strategic merge patches, only the same comparisons give the same result.
 */
export function* stableSort<T>(items: readonly T[], less: (a: T, b: T) => boolean): Walk<T[]> {
  const sorted = new StableSort(items, less);
  const { length } = items;
  for (let from = 0; from < length; from += blockLength) {
    sorted.insert(from, Math.min(from + blockLength, length));
    yield pausePoint;
  }
  for (let block = blockLength; block < length; block *= 2)
    for (let from = 0; from + block < length; from += 2 * block)
      yield* sorted.merge(from, from + block, Math.min(from + 2 * block, length));
  return sorted.items;
}

class StableSort<T> {
  readonly items: T[];
  readonly #less: (a: T, b: T) => boolean;

  constructor(items: readonly T[], less: (a: T, b: T) => boolean) {
    this.items = [...items];
    this.#less = less;
  }

  /** Sorts a range by insertion. */
  insert(from: number, to: number): void {
    for (let i = from + 1; i < to; i++) {
      let place = i;
      while (place > from && this.#isLess(i, place - 1)) place--;
      this.#move(i, place);
    }
  }

  /** Merges two adjacent sorted ranges (SymMerge by Kim and Kutzner). */
  *merge(from: number, middle: number, to: number): Walk<void> {
    yield pausePoint;
    if (middle - from === 1) return this.#move(from, this.#search(middle, to, (i) => this.#isLess(i, from)) - 1);
    if (to - middle === 1)
      return this.#move(
        middle,
        this.#search(from, middle, (i) => !this.#isLess(middle, i)),
      );
    const half = (from + to) >> 1;
    const sum = half + middle;
    const [low, high] = middle > half ? [sum - to, half] : [from, middle];
    const start = this.#search(low, high, (i) => !this.#isLess(sum - 1 - i, i));
    const end = sum - start;
    if (start < middle && middle < end) this.#exchange(start, middle, end);
    if (from < start && start < half) yield* this.merge(from, start, half);
    if (half < end && end < to) yield* this.merge(half, end, to);
  }

  #isLess(a: number, b: number): boolean {
    const { items } = this;
    return this.#less(items[a] as T, items[b] as T); // both are places within the list
  }

  /** Returns the first place from which on `passes` does not hold, by bisection. */
  #search(from: number, to: number, passes: (place: number) => boolean): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (passes(middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #move(from: number, to: number): void {
    const { items } = this;
    const moved = items[from] as T; // a place within the list
    // not by splice, which moves all that follows
    for (let i = from; i > to; i--) items[i] = items[i - 1] as T;
    for (let i = from; i < to; i++) items[i] = items[i + 1] as T;
    items[to] = moved;
  }

  /** Exchanges two adjacent ranges. */
  #exchange(from: number, middle: number, to: number): void {
    const right = this.items.slice(middle, to);
    this.items.copyWithin(to - (middle - from), from, middle);
    right.forEach((item, i) => (this.items[from + i] = item));
  }
}
