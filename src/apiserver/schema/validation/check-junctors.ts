import type { NestedValidation, ValueValidation } from "../value-validation.ts";
import type { CheckPart, CheckValue, CompileLazily } from "./check.ts";
import { Findings, ofAlternatives } from "./findings.ts";
import { nestedSource } from "./validation-source.ts";

/** Compiles anyOf, oneOf, allOf and not, evaluated in this order (schemaPropsValidator). */
export function compileJunctors(
  { anyOf, oneOf, allOf, not }: ValueValidation,
  compileLazily: CompileLazily,
): readonly CheckPart[] {
  const compile = (nested: NestedValidation): CheckValue => compileLazily(() => nestedSource(nested));
  const parts: CheckPart[] = [];
  if (anyOf !== undefined && anyOf.length > 0) parts.push(checkAnyOf(anyOf.map(compile)));
  if (oneOf !== undefined && oneOf.length > 0) parts.push(checkOneOf(oneOf.map(compile)));
  if (allOf !== undefined && allOf.length > 0) parts.push(checkAllOf(allOf.map(compile)));
  if (not !== undefined) parts.push(checkNot(compile(not)));
  return parts;
}

/** Returns the failure with more matches, or the first if they are equal. */
const better = (best: Findings | undefined, found: Findings): Findings =>
  best === undefined || found.matches > best.matches ? found : best;

const checkAnyOf =
  (alternatives: readonly CheckValue[]): CheckPart =>
  (value, place, run, work) => {
    for (; run.step < alternatives.length; run.step++) {
      work.pause();
      const found = alternatives[run.step]?.(value, place, run.correlation, work);
      if (found === undefined) continue;
      if (found.valid) return run.merge(found);
      run.kept = better(run.kept instanceof Findings ? run.kept : undefined, found);
    }
    run.add(ofAlternatives(place, "validate at least one schema (anyOf)"));
    if (run.kept instanceof Findings) run.merge(run.kept);
  };

/** What is known of the alternatives of a oneOf. */
class Alternatives {
  fitting = 0;
  fits: Findings | undefined;
  best: Findings | undefined;

  add(found: Findings): void {
    if (!found.valid) this.best = better(this.best, found);
    else if (++this.fitting === 1) this.fits = found;
  }
}

const checkOneOf =
  (alternatives: readonly CheckValue[]): CheckPart =>
  (value, place, run, work) => {
    const known = run.kept instanceof Alternatives ? run.kept : new Alternatives();
    run.kept = known;
    for (; run.step < alternatives.length; run.step++) {
      work.pause();
      const found = alternatives[run.step]?.(value, place, run.correlation, work);
      if (found !== undefined) known.add(found);
    }
    const { fitting, fits, best } = known;
    if (fits !== undefined && fitting === 1) return run.merge(fits);
    const outcome = fitting === 0 ? "Found none valid" : `Found ${fitting} valid alternatives`;
    run.add(ofAlternatives(place, `validate one and only one schema (oneOf). ${outcome}`));
    if (fitting === 0 && best !== undefined) run.merge(best);
  };

const checkAllOf =
  (parts: readonly CheckValue[]): CheckPart =>
  (value, place, run, work) => {
    for (; run.step < parts.length; run.step++) {
      work.pause();
      const found = parts[run.step]?.(value, place, run.correlation, work);
      if (found === undefined) continue;
      if (found.valid) run.kept = validatedOf(run.kept) + 1;
      run.merge(found);
    }
    const validated = validatedOf(run.kept);
    if (validated < parts.length)
      run.add(ofAlternatives(place, `validate all the schemas (allOf)${validated === 0 ? ". None validated" : ""}`));
  };

const validatedOf = (kept: unknown): number => (typeof kept === "number" ? kept : 0);

const checkNot =
  (check: CheckValue): CheckPart =>
  (value, place, run, work) => {
    if (check(value, place, run.correlation, work).valid)
      run.add(ofAlternatives(place, "not validate the schema (not)"));
  };
