/** Where a value stands, as OpenAPI validation names it; printed only when something is wrong there. */
export class Place {
  readonly #parent: Place | undefined;
  readonly #step: string | number;
  readonly #dotted: boolean;

  private constructor(parent: Place | undefined, step: string | number, dotted: boolean) {
    this.#parent = parent;
    this.#step = step;
    this.#dotted = dotted;
  }

  /** The validated value itself, which has no name. */
  static readonly root = new Place(undefined, "", false);

  /** A member that the schema names. */
  property(name: string): Place {
    return new Place(this, name, false);
  }

  /** A member of which the schema only knows that there may be some: it keeps its dot at the root too. */
  additionalProperty(name: string): Place {
    return new Place(this, name, true);
  }

  item(index: number): Place {
    return new Place(this, index, false);
  }

  toString(): string {
    const parent = this.#parent;
    if (parent === undefined) return "";
    const outer = parent.toString();
    if (typeof this.#step === "number") return `${outer}[${this.#step}]`;
    return outer === "" && !this.#dotted ? this.#step : `${outer}.${this.#step}`;
  }
}
