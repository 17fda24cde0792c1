import { rootPath, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { Correlation } from "../validation/correlation.ts";

/** The old value at a place, as far as it is known: at the place itself, or at the nearest ancestor that has one. */
interface Before {
  readonly here: Correlation | undefined;
  readonly above: Correlation | undefined;
}

/** The location of a value within the validated object. Paths and old values are computed only when a rule fails. */
export class RulePlace {
  readonly #parent: RulePlace | undefined;
  readonly #step: string | number;
  readonly #isKey: boolean;
  readonly #start: FieldPath;
  readonly #correlation: Correlation | undefined;

  private constructor(
    parent: RulePlace | undefined,
    step: string | number,
    isKey: boolean,
    start: FieldPath,
    correlation?: Correlation,
  ) {
    this.#parent = parent;
    this.#step = step;
    this.#isKey = isKey;
    this.#start = start;
    this.#correlation = correlation;
  }

  /** The root object, with its old value where ratcheting applies. */
  static root(path: FieldPath = rootPath, correlation?: Correlation): RulePlace {
    return new RulePlace(undefined, "", false, path, correlation);
  }

  property(name: string): RulePlace {
    return new RulePlace(this, name, false, this.#start);
  }

  key(name: string): RulePlace {
    return new RulePlace(this, name, true, this.#start);
  }

  index(index: number): RulePlace {
    return new RulePlace(this, index, true, this.#start);
  }

  /** The same location, validated by an alternative. Its errors are ratcheted only if nothing changed above it. */
  alternative(): RulePlace {
    return new RulePlace(this, alternative, false, this.#start);
  }

  get path(): FieldPath {
    if (this.#parent === undefined) return this.#start;
    const above = this.#parent.path;
    if (this.#step === alternative) return above;
    return this.#isKey ? above.key(String(this.#step)) : above.child(String(this.#step));
  }

  /** Whether the value is unchanged, so that its errors already existed. */
  get isUnchanged(): boolean {
    const { here, above } = this.#before();
    return (here ?? above)?.unchanged === true;
  }

  #before(): Before {
    if (this.#parent === undefined) return { here: this.#correlation, above: undefined };
    const outer = this.#parent.#before();
    const step = this.#step;
    if (step === alternative) return { here: undefined, above: outer.above };
    if (outer.here === undefined) return outer;
    if (typeof step === "number") return { here: outer.here.item(step), above: outer.here };
    return outer.above === undefined && isTypeMeta(step)
      ? nothingBefore
      : { here: outer.here.member(step), above: outer.here };
  }
}

const nothingBefore: Before = { here: undefined, above: undefined };

/** A step that is not a valid list index. */
const alternative = -1;

/** Changes of apiVersion and kind do not count as changes of an object. */
const isTypeMeta = (name: string): boolean => name === "apiVersion" || name === "kind";
