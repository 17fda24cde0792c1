import { rootPath, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { Correlation } from "../validation/correlation.ts";

/** What stood at a place before, as far as that is known: there, or at the nearest place above where it is. */
interface Before {
  readonly here: Correlation | undefined;
  readonly above: Correlation | undefined;
}

/**
 * Where a value stands in the object that is validated. Paths and the state before are made out only where a rule
 * fails.
 */
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

  /** The object itself, with what it was before where errors of old may stay. */
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

  /**
   * The same place, looked at by an alternative: what is wrong there is forgiven only where nothing changed above it.
   */
  alternative(): RulePlace {
    return new RulePlace(this, alternative, false, this.#start);
  }

  get path(): FieldPath {
    if (this.#parent === undefined) return this.#start;
    const above = this.#parent.path;
    if (this.#step === alternative) return above;
    return this.#isKey ? above.key(String(this.#step)) : above.child(String(this.#step));
  }

  /** True if nothing changed here, so that what is wrong was so before. */
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

/** No index that a list has. */
const alternative = -1;

/** An object's own version and kind are no change that anybody sees. */
const isTypeMeta = (name: string): boolean => name === "apiVersion" || name === "kind";
