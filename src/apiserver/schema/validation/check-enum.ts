import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { deepEqual } from "./deep-equal.ts";
import { notInEnum, type Findings } from "./findings.ts";
import { jsonTypeOf, toFloat } from "./json-type.ts";
import type { Place } from "./place.ts";

/** Compiles the check of an enum (basicCommonValidator), which null never matches. Undefined if there is no enum. */
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
 * Compares a value after Go's conversion to the type of the allowed value: a float is truncated, an integer converts to
 * a string of one character.
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
