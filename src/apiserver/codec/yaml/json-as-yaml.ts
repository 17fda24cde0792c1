import { closingQuote } from "../../../apimachinery/json/plain-text.ts";

/**
 * Finds what JSON allows and a YAML parser refuses or reads differently: the escape `\/`, escaped surrogates,
 * characters that are no YAML, line separators, which are folded, and bytes that are not UTF-8 (unpaired surrogates).
 */
const unlikeYaml =
  // oxlint-disable-next-line no-control-regex
  /\\\/|\\u[dD][89a-fA-F]|[\u007f-\u009f\u2028\u2029\ufffe\uffff]/;

/**
 * Finds numbers that the conversion of YAML makes integers: whole floats (`1.0`, `1e3`), and fractions that a float64
 * may not hold. Text in strings may match, too.
 */
const wholeFloat = /\d(?:\.0+|[eE][+-]?\d+)\s*[,}\]]|\.\d{15}|\d{15}\.\d/;

/** The longest key of YAML in characters, from its opening quote to its colon (`simple_key_allowed`). */
const longestKey = 1024;

/**
 * Reports whether a YAML parser reads a JSON text as JSON, if its numbers are. Repeated keys are not looked for.
 *
 * Not so, for example, for `{"a"\n:1}`, whose colon is on another line than the key.
 */
export const readsAsJson = (text: string): boolean => !unlikeYaml.test(text) && text.isWellFormed() && !hasOddKey(text);

/** Reports whether a JSON text may have a number that YAML reads as another one. */
export const hasWholeFloat = (text: string): boolean => wholeFloat.test(text);

/** Reports whether a key is too long for YAML, or on another line than its colon. */
function hasOddKey(text: string): boolean {
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = closingQuote(text, start);
    if (end < 0) return true;
    if (isOdd(text, start, end)) return true;
    start = text.indexOf('"', end + 1);
  }
  return false;
}

const colon = 0x3a;
const gap = /[ \t\r\n]*/y;

function isOdd(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end + 1);
  if (next === colon) return end + 1 - start > longestKey;
  if (next > 0x20) return false;
  gap.lastIndex = end + 1;
  const [space = ""] = gap.exec(text) ?? [];
  const at = end + 1 + space.length;
  return text.charCodeAt(at) === colon && (/[\r\n]/.test(space) || at - start > longestKey);
}
