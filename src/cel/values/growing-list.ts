import { ArrayList, ListValue, type Value } from "./value.ts";

/** The accumulator of a comprehension. It grows in place, so that `map` over n elements takes linear time. */
export class GrowingList extends ListValue {
  readonly #elements: Value[] = [];

  override get size(): number {
    return this.#elements.length;
  }

  override at(index: number): Value {
    return this.#elements[index] ?? null;
  }

  override concat(other: ListValue): ListValue {
    for (let i = 0; i < other.size; i++) this.#elements.push(other.at(i));
    return this;
  }

  /** Returns the resulting list of the comprehension. */
  finish(): ListValue {
    return new ArrayList(this.#elements);
  }
}
