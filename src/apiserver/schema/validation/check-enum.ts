import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { deepEqual } from "./deep-equal.ts";
import { notInEnum, type Findings } from "./findings.ts";
import { jsonTypeOf, toFloat } from "./json-type.ts";
import type { Place } from "./place.ts";

/**
 * Checks a value against the allowed ones (basicCommonValidator); null is never among them. Undefined where nothing is
 * asked.
 */
export function compileEnumCheck(
  allowed: readonly JsonValue[] | undefined,
): ((value: JsonValue, place: Place, findings: Findings) => void) | undefined {
  if (allowed === undefined || allowed.length === 0) return undefined;
  const texts = new Set(allowed.filter((value) => typeof value === "string"));
  return (value, place, findings) => {
    if (typeof value === "string" ? texts.has(value) : value !== null && allowed.some((one) => isAllowed(value, one)))
      return;
    findings.add(notInEnum(place.toString(), value, allowed.map(printAllowed)));
  };
}

const printAllowed = (value: JsonValue): string => (typeof value === "string" ? value : encodeJson(value));

/**
 * Values are compared after Go's conversion to the allowed one's type: a float loses its fraction, an integer becomes a
 * character.
 */
function isAllowed(value: JsonValue, allowed: JsonValue): boolean {
  const number = toFloat(value);
  if (number === undefined) return deepEqual(value, allowed);
  switch (jsonTypeOf(allowed)) {
    case "integer":
      return jsonTypeOf(value) === "integer" ? value === allowed : Math.trunc(number) === Number(allowed);
    case "number":
      return number === toFloat(allowed);
    case "string":
      return jsonTypeOf(value) === "integer" && runeOf(number) === allowed;
    case "null":
    case "boolean":
    case "array":
    case "object":
      return false;
  }
}

const isRune = (code: number): boolean => code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

const runeOf = (code: number): string => String.fromCodePoint(isRune(code) ? code : 0xfffd);
