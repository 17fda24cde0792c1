import type { Work } from "../../../component-base/work.ts";
import type { ValueValidation } from "../value-validation.ts";
import { invalidValue, tooLongText, type Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import type { CompileRegexp, Regexp } from "./regexps.ts";

/** Validates a string at a place. */
export type CheckString = (value: string, place: Place, findings: Findings, work: Work) => void;

/** The characters that cost a unit of work: patterns are matched in time linear in the text. */
const charactersPerUnit = 8;

/**
 * Compiles the checks of length and then of pattern; only the first failure is reported (stringValidator). Undefined if
 * there are none.
 */
export function compileStringCheck(
  { maxLength, minLength, pattern }: ValueValidation,
  compileRegexp: CompileRegexp,
): CheckString | undefined {
  if (maxLength === undefined && minLength === undefined && !pattern) return undefined;
  const matches = pattern ? compilePattern(pattern, compileRegexp) : undefined;
  return (value, place, findings, work) => {
    if (maxLength !== undefined && isLonger(value, maxLength)) return findings.add(tooLongText(place, maxLength));
    if (minLength !== undefined && !isLonger(value, minLength - 1))
      return findings.add(invalidValue(place, value, `should be at least ${minLength} chars long`));
    if (matches !== undefined) work.charge(2 + value.length / charactersPerUnit);
    const mismatch = matches?.(value);
    if (mismatch !== undefined) findings.add(invalidValue(place, value, `should match '${mismatch}'`));
  };
}

/** Whether a string has more than `limit` runes. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let runes = 0;
  for (const _ of text) runes++;
  return runes > limit;
}

/**
 * Returns a function that yields the pattern as quoted in the error message if a string does not match. The pattern is
 * compiled on first use.
 */
function compilePattern(pattern: string, compileRegexp: CompileRegexp): (text: string) => string | undefined {
  let regexp: Regexp | undefined;
  let failure: string | undefined;
  return (text) => {
    if (regexp === undefined && failure === undefined) {
      try {
        regexp = compileRegexp(pattern);
      } catch (err) {
        failure = `${pattern}, but pattern is invalid: ${err instanceof Error ? err.message : String(err)}`;
      }
    }
    return regexp?.test(text) === true ? undefined : (failure ?? pattern);
  };
}
