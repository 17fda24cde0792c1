import { isList, isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Work } from "../../../component-base/work.ts";
import { CheckRun, type CheckPart, type FlatPart, type ValueCheck } from "./check.ts";
import type { Junctors } from "./check-junctors.ts";
import type { Correlation } from "./correlation.ts";
import { Findings } from "./findings.ts";
import type { Place } from "./place.ts";

export type JsonList = readonly JsonValue[];

/** The parts of the check of values of a kind, in the order of their evaluation. */
interface Parts<V> {
  /** What is checked first of values of any kind. */
  readonly first: readonly FlatPart[];
  readonly junctors: Junctors;
  /** What looks inside of a value, before and after what does not. */
  readonly inside?: readonly CheckPart<V>[];
  readonly flat: readonly FlatPart<V>[];
  readonly last?: readonly CheckPart<V>[];
  /** The matches that are counted whatever is found. */
  readonly matches: number;
}

/** The check of values of a kind, which it is not asked for others. */
export class KindCheck<V extends JsonValue> implements ValueCheck {
  readonly #isOf: (value: JsonValue) => value is V;
  readonly #parts: Parts<V>;
  #all: readonly CheckPart<V>[] | undefined;
  #flat: FlatPart | false | undefined;

  constructor(isOf: (value: JsonValue) => value is V, parts: Parts<V>) {
    this.#isOf = isOf;
    this.#parts = parts;
  }

  flat(value: JsonValue): FlatPart | undefined {
    this.#flat ??= this.#compileFlat(value) ?? false;
    return this.#flat === false ? undefined : this.#flat;
  }

  /** Whether that of `not` is flat depends on the kind of a value alone. */
  #compileFlat(value: JsonValue): FlatPart | undefined {
    const { first, junctors, inside = [], flat, last = [], matches } = this.#parts;
    if (junctors.lists.length + inside.length + last.length > 0) return undefined;
    const not = junctors.not?.flat(value);
    if (junctors.not !== undefined && not === undefined) return undefined;
    return inOrder(this.#isOf, [...first, ...(not === undefined ? [] : [not]), ...flat], matches);
  }

  check(value: JsonValue, place: Place, correlation: Correlation | undefined, work: Work): Findings {
    const flat = this.flat(value);
    if (flat !== undefined || !this.#isOf(value)) {
      const findings = new Findings();
      flat?.(value, place, findings, work);
      return findings;
    }
    work.charge(1);
    const parts = (this.#all ??= allOf(this.#parts));
    const run = work.resume(CheckRun) ?? work.begin(new CheckRun(correlation));
    for (; run.part < parts.length; run.nextPart()) parts[run.part]?.(value, place, run, work);
    run.matches += this.#parts.matches;
    work.end();
    return run;
  }
}

function allOf<V extends JsonValue>({
  first,
  junctors: { lists, not },
  inside = [],
  flat,
  last = [],
}: Parts<V>): readonly CheckPart<V>[] {
  return [...first, ...lists, ...(not === undefined ? [] : [not.part]), ...inside, ...flat, ...last];
}

/** Returns the check that runs parts one after the other; nearly all have one or two. */
function inOrder<V extends JsonValue>(
  isOf: (value: JsonValue) => value is V,
  [one, two, ...more]: readonly FlatPart<V>[],
  matches: number,
): FlatPart {
  return (value, place, findings, work) => {
    work.charge(1);
    if (!isOf(value)) return;
    one?.(value, place, findings, work);
    two?.(value, place, findings, work);
    for (let i = 0; i < more.length; i++) more[i]?.(value, place, findings, work);
    findings.matches += matches;
  };
}

/** The checks of values of each kind. */
export interface Kinds {
  readonly null: ValueCheck;
  readonly boolean: ValueCheck;
  readonly text: ValueCheck;
  readonly number: ValueCheck;
  readonly list: ValueCheck;
  readonly object: ValueCheck;
}

/** The check of values by their kind, compiled when the first value comes. */
export class KindChecks implements ValueCheck {
  readonly #compile: () => Kinds;
  #kinds: Kinds | undefined;

  constructor(compile: () => Kinds) {
    this.#compile = compile;
  }

  flat(value: JsonValue): FlatPart | undefined {
    return this.#of(value).flat(value);
  }

  check(value: JsonValue, place: Place, correlation: Correlation | undefined, work: Work): Findings {
    return this.#of(value).check(value, place, correlation, work);
  }

  #of(value: JsonValue): ValueCheck {
    const kinds = (this.#kinds ??= this.#compile());
    if (typeof value === "string") return kinds.text;
    if (isList(value)) return kinds.list;
    if (isObject(value)) return kinds.object;
    if (typeof value === "boolean") return kinds.boolean;
    return value === null ? kinds.null : kinds.number;
  }
}
