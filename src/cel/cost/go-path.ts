/** The backing array of paths. */
interface Steps {
  readonly list: string[];
  readonly capacity: number;
}

/**
 * A path of the estimator with the memory of a Go slice. cel-go appends to paths that share a backing array: where it
 * has room, appending to one path replaces the last step of another with the same prefix. Costs depend on it: the key
 * of a two-variable comprehension over `self.a.m` has the size of its value.
 */
export class GoPath {
  static readonly none = new GoPath({ list: [], capacity: 0 }, 0);
  readonly #steps: Steps;
  readonly #length: number;

  private constructor(steps: Steps, length: number) {
    this.#steps = steps;
    this.#length = length;
  }

  static of(name: string): GoPath {
    return new GoPath({ list: [name], capacity: 1 }, 1);
  }

  append(step: string): GoPath {
    const length = this.#length;
    const { list, capacity } = this.#steps;
    if (length < capacity) {
      list[length] = step;
      return new GoPath(this.#steps, length + 1);
    }
    return new GoPath({ list: [...list.slice(0, length), step], capacity: Math.max(1, 2 * capacity) }, length + 1);
  }

  /** The steps at present. */
  get steps(): readonly string[] {
    return this.#steps.list.slice(0, this.#length);
  }
}
