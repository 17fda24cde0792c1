/** The location of a value in the naming of OpenAPI validation. It is formatted only when needed. */
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

  /** A declared property. */
  property(name: string): Place {
    return new Place(this, name, false);
  }

  /** An additional property. Its name keeps a leading dot even at the root. */
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
