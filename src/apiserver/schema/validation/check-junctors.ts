import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Work } from "../../../component-base/work.ts";
import type { NestedValidation, ValueValidation } from "../value-validation.ts";
import { Trial, type CheckPart, type CheckRun, type CompileLazily, type FlatPart, type ValueCheck } from "./check.ts";
import { Findings, ofAlternatives } from "./findings.ts";
import type { Place } from "./place.ts";
import { nestedSource } from "./validation-source.ts";

/**
 * What the junctors of a schema amount to, in the order of their evaluation (schemaPropsValidator). They judge values
 * as if there were no old ones, since no options of the schema reach theirs (SchemaValidatorOptions.Options).
 */
export interface Junctors {
  /** The checks of anyOf, oneOf and allOf, those that there are. */
  readonly lists: readonly CheckPart[];
  readonly not: Negation | undefined;
}

export const noJunctors: Junctors = { lists: [], not: undefined };

/** Compiles anyOf, oneOf, allOf and not. */
export function compileJunctors({ anyOf, oneOf, allOf, not }: ValueValidation, compileLazily: CompileLazily): Junctors {
  const compile = (nested: NestedValidation): ValueCheck => compileLazily(() => nestedSource(nested));
  const lists: CheckPart[] = [];
  if (anyOf !== undefined && anyOf.length > 0) lists.push(checkAnyOf(anyOf.map(compile)));
  if (oneOf !== undefined && oneOf.length > 0) lists.push(checkOneOf(oneOf.map(compile)));
  if (allOf !== undefined && allOf.length > 0) lists.push(checkAllOf(allOf.map(compile)));
  return { lists, not: not && new Negation(compile(not)) };
}

/**
 * What is known of the alternatives of an anyOf or oneOf for a value. Of those that are flat only the matches are kept:
 * what the best of them finds is found once more.
 */
class Alternatives {
  /** How many fit, and the matches of the first one. */
  fitting = 0;
  #matches = 0;
  /** What failed with the most matches, the first of equals: its check if that is flat, else its findings. */
  #best: FlatPart | Findings | undefined;
  #bestMatches = -1;

  /** Tries an alternative; returns whether the value fits. */
  try(check: ValueCheck, value: JsonValue, place: Place, work: Work, trial: Trial): boolean {
    const flat = check.flat(value);
    const found = flat ? trial.of(flat, value, place, work) : check.check(value, place, undefined, work);
    if (found.valid) {
      if (++this.fitting === 1) this.#matches = found.matches;
      return true;
    }
    if (found.matches > this.#bestMatches) {
      this.#bestMatches = found.matches;
      this.#best = flat ?? found;
    }
    return false;
  }

  /** Counts the matches of what fits. */
  accept(run: CheckRun): void {
    run.matches += this.#matches;
  }

  /** Adds what the best failure has found. */
  tellBest(value: JsonValue, place: Place, run: CheckRun, work: Work): void {
    if (this.#best instanceof Findings) run.merge(this.#best);
    else this.#best?.(value, place, run, work);
  }
}

const alternativesOf = (run: CheckRun): Alternatives => {
  const known = run.kept instanceof Alternatives ? run.kept : new Alternatives();
  run.kept = known;
  return known;
};

const noneOfAny = ofAlternatives("validate at least one schema (anyOf)");

function checkAnyOf(checks: readonly ValueCheck[]): CheckPart {
  const trial = new Trial();
  return (value, place, run, work) => {
    const known = alternativesOf(run);
    for (; run.step < checks.length; run.step++) {
      work.pause();
      const check = checks[run.step];
      if (check !== undefined && known.try(check, value, place, work, trial)) return known.accept(run);
    }
    run.add(noneOfAny, place, null);
    known.tellBest(value, place, run, work);
  };
}

function checkOneOf(checks: readonly ValueCheck[]): CheckPart {
  const trial = new Trial();
  return (value, place, run, work) => {
    const known = alternativesOf(run);
    for (; run.step < checks.length; run.step++) {
      work.pause();
      const check = checks[run.step];
      if (check !== undefined) known.try(check, value, place, work, trial);
    }
    const { fitting } = known;
    if (fitting === 1) return known.accept(run);
    const outcome = fitting === 0 ? "Found none valid" : `Found ${fitting} valid alternatives`;
    run.add(ofAlternatives(`validate one and only one schema (oneOf). ${outcome}`), place, null);
    if (fitting === 0) known.tellBest(value, place, run, work);
  };
}

function checkAllOf(checks: readonly ValueCheck[]): CheckPart {
  const notAll = ofAlternatives("validate all the schemas (allOf)");
  const none = ofAlternatives("validate all the schemas (allOf). None validated");
  return (value, place, run, work) => {
    for (; run.step < checks.length; run.step++) {
      work.pause();
      const check = checks[run.step];
      if (check !== undefined && fits(check, value, place, run, work)) run.kept = validatedOf(run.kept) + 1;
    }
    const validated = validatedOf(run.kept);
    if (validated < checks.length) run.add(validated === 0 ? none : notAll, place, null);
  };
}

/** Adds what a check finds; returns whether the value fits. */
function fits(check: ValueCheck, value: JsonValue, place: Place, run: CheckRun, work: Work): boolean {
  const before = run.count;
  const flat = check.flat(value);
  if (flat !== undefined) flat(value, place, run, work);
  else run.merge(check.check(value, place, undefined, work));
  return run.count === before;
}

const validatedOf = (kept: unknown): number => (typeof kept === "number" ? kept : 0);

const fitsNot = ofAlternatives("not validate the schema (not)");

/** The check of `not`, which is flat where that of its schema is. */
export class Negation {
  readonly #check: ValueCheck;

  constructor(check: ValueCheck) {
    this.#check = check;
  }

  flat(value: JsonValue): FlatPart | undefined {
    const flat = this.#check.flat(value);
    if (flat === undefined) return undefined;
    const trial = new Trial();
    return (one, place, findings, work) => {
      if (trial.of(flat, one, place, work).valid) findings.add(fitsNot, place, null);
    };
  }

  readonly part: CheckPart = (value, place, run, work) => {
    if (this.#check.check(value, place, undefined, work).valid) run.add(fitsNot, place, null);
  };
}
