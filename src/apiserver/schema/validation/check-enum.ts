import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { rememberedKeysOf } from "../../../component-base/long-map-keys.ts";
import type { Work } from "../../../component-base/work.ts";
import type { FlatPart } from "./check.ts";
import { SupportedValues } from "../../../apimachinery/field-error.ts";
import { notInEnum } from "./findings.ts";
import { identityOf } from "./identity.ts";
import { jsonTypeOf, toFloat } from "./json-type.ts";

/** Compiles the check of an enum (basicCommonValidator), which null never matches. Undefined if there is no enum. */
export function compileEnumCheck(allowed: readonly JsonValue[] | undefined): FlatPart | undefined {
  if (allowed === undefined || allowed.length === 0) return undefined;
  const texts = new Set(allowed.filter((value) => typeof value === "string"));
  const allowedContainers = allowed.filter((value) => isList(value) || isObject(value));
  const containers = new Set(allowedContainers.map(identityOf));
  const sizes = new Set(allowedContainers.map(sizeOf));
  const fault = notInEnum(new SupportedValues(() => allowed.map(printAllowed)));
  const isAllowed = (value: JsonValue, work: Work): boolean => {
    if (typeof value === "string") return texts.has(value);
    if (isList(value) || isObject(value)) return sizes.has(sizeOf(value)) && containers.has(identityOf(value));
    work.charge(allowed.length);
    return value !== null && allowed.some((other) => isAllowedScalar(value, other));
  };
  return (value, place, findings, work) => {
    if (!isAllowed(value, work)) findings.add(fault, place, value);
  };
}

const sizeOf = (value: readonly JsonValue[] | JsonObject): number =>
  isList(value) ? value.length : rememberedKeysOf(value).length;

const printAllowed = (value: JsonValue): string => (typeof value === "string" ? value : encodeJson(value));

/**
 * Compares a number or boolean after Go's conversion to the type of the allowed value: a float is truncated, an integer
 * converts to a string of one character.
 */
function isAllowedScalar(value: JsonValue, allowed: JsonValue): boolean {
  const number = toFloat(value);
  if (number === undefined) return value === allowed;
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
