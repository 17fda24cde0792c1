import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { NestedValidation, ValueValidation } from "../value-validation.ts";
import type { CheckValue, CompileLazily } from "./check.ts";
import type { Correlation } from "./correlation.ts";
import { ofAlternatives, type Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import { nestedSource } from "./validation-source.ts";

/** Validates a value and adds the resulting findings. */
export type CheckJunctors = (
  value: JsonValue,
  place: Place,
  correlation: Correlation | undefined,
  findings: Findings,
) => void;

/**
 * Compiles anyOf, oneOf, allOf and not, evaluated in this order (schemaPropsValidator). Undefined if there are none.
 */
export function compileJunctors(
  { anyOf, oneOf, allOf, not }: ValueValidation,
  compileLazily: CompileLazily,
): CheckJunctors | undefined {
  const compile = (nested: NestedValidation): CheckValue => compileLazily(() => nestedSource(nested));
  const checks: CheckJunctors[] = [];
  if (anyOf !== undefined && anyOf.length > 0) checks.push(checkAnyOf(anyOf.map(compile)));
  if (oneOf !== undefined && oneOf.length > 0) checks.push(checkOneOf(oneOf.map(compile)));
  if (allOf !== undefined && allOf.length > 0) checks.push(checkAllOf(allOf.map(compile)));
  if (not !== undefined) checks.push(checkNot(compile(not)));
  if (checks.length === 0) return undefined;
  return (value, place, correlation, findings) => {
    for (const check of checks) check(value, place, correlation, findings);
  };
}

const must = (place: Place, what: string) => ofAlternatives(`${quoteGo(place.toString())} must ${what}`);

/** Returns the failure with more matches, or the first if they are equal. */
const better = (best: Findings | undefined, found: Findings): Findings =>
  best === undefined || found.matches > best.matches ? found : best;

const checkAnyOf =
  (alternatives: readonly CheckValue[]): CheckJunctors =>
  (value, place, correlation, findings) => {
    let best: Findings | undefined;
    for (const check of alternatives) {
      const found = check(value, place, correlation);
      if (found.valid) return findings.merge(found);
      best = better(best, found);
    }
    findings.add(must(place, "validate at least one schema (anyOf)"));
    if (best !== undefined) findings.merge(best);
  };

const checkOneOf =
  (alternatives: readonly CheckValue[]): CheckJunctors =>
  (value, place, correlation, findings) => {
    const all = alternatives.map((check) => check(value, place, correlation));
    const [first, ...more] = all.filter((found) => found.valid);
    if (first !== undefined && more.length === 0) return findings.merge(first);
    const outcome = first === undefined ? "Found none valid" : `Found ${more.length + 1} valid alternatives`;
    findings.add(must(place, `validate one and only one schema (oneOf). ${outcome}`));
    const best = first === undefined ? all.reduce(better, undefined as Findings | undefined) : undefined;
    if (best !== undefined) findings.merge(best);
  };

const checkAllOf =
  (parts: readonly CheckValue[]): CheckJunctors =>
  (value, place, correlation, findings) => {
    let validated = 0;
    for (const check of parts) {
      const found = check(value, place, correlation);
      if (found.valid) validated++;
      findings.merge(found);
    }
    if (validated < parts.length)
      findings.add(must(place, `validate all the schemas (allOf)${validated === 0 ? ". None validated" : ""}`));
  };

const checkNot =
  (check: CheckValue): CheckJunctors =>
  (value, place, correlation, findings) => {
    if (check(value, place, correlation).valid) findings.add(must(place, "not validate the schema (not)"));
  };
