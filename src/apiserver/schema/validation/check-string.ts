import { messageOf } from "../../../apimachinery/message-of.ts";
import type { ValueValidation } from "../value-validation.ts";
import type { FlatPart } from "./check.ts";
import { invalidValue, tooLongText, type Fault } from "./findings.ts";
import type { CompileRegexp, Regexp } from "./regexps.ts";

/** The characters that cost a unit of work: patterns are matched in time linear in the text. */
const charactersPerUnit = 8;

/**
 * Compiles the checks of length and then of pattern; only the first failure is reported (stringValidator). Undefined if
 * there are none.
 */
export function compileStringCheck(
  { maxLength, minLength, pattern }: ValueValidation,
  compileRegexp: CompileRegexp,
): FlatPart<string> | undefined {
  if (maxLength === undefined && minLength === undefined && !pattern) return undefined;
  const mismatch = pattern ? compilePattern(pattern, compileRegexp) : undefined;
  const tooLong = maxLength === undefined ? undefined : tooLongText(maxLength);
  const tooShort = invalidValue(`should be at least ${minLength} chars long`);
  return (value, place, findings, work) => {
    if (tooLong !== undefined && isLonger(value, maxLength ?? 0)) return findings.add(tooLong, place, value);
    if (minLength !== undefined && !isLonger(value, minLength - 1)) return findings.add(tooShort, place, value);
    if (mismatch === undefined) return;
    work.charge(2 + value.length / charactersPerUnit);
    const fault = mismatch(value);
    if (fault !== undefined) findings.add(fault, place, value);
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
 * Returns a function that yields the fault of a string that does not match, which quotes the pattern. The pattern is
 * compiled on first use.
 */
function compilePattern(pattern: string, compileRegexp: CompileRegexp): (text: string) => Fault | undefined {
  let regexp: Regexp | undefined;
  let fault: Fault | undefined;
  return (text) => {
    if (fault === undefined) {
      let quoted = pattern;
      try {
        regexp = compileRegexp(pattern);
      } catch (err) {
        quoted = `${pattern}, but pattern is invalid: ${messageOf(err)}`;
      }
      fault = invalidValue(`should match '${quoted}'`);
    }
    return regexp?.test(text) === true ? undefined : fault;
  };
}
