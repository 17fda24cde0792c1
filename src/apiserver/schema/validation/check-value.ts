import { isObject, type JsonValue, Double } from "../../../apimachinery/json/value.ts";
import { isList } from "../structural/json-tree.ts";
import type { CheckValue, CompileLazily } from "./check.ts";
import { compileEnumCheck } from "./check-enum.ts";
import { compileJunctors } from "./check-junctors.ts";
import { checkNumber } from "./check-number.ts";
import { compileObjectCheck } from "./check-object.ts";
import { compileStringCheck } from "./check-string.ts";
import { Findings, wrongType, invalidValue, tooManyItems } from "./findings.ts";
import { formatCheck } from "./formats/formats.ts";
import { jsonTypeOf, isAlmostInteger, type JsonType } from "./json-type.ts";
import type { CompileRegexp } from "./regexps.ts";
import type { ValidationSource } from "./validation-source.ts";
import { checkSuccessor } from "./check-successor.ts";
import type { Correlation } from "./correlation.ts";
import { deepEqual } from "./deep-equal.ts";
import type { Place } from "./place.ts";

/** The type constraints of a schema. */
interface TypeFacts {
  /** Empty if any type is allowed. */
  readonly types: readonly JsonType[];
  readonly nullable: boolean;
  /** A format that is looked at; "" for none. */
  readonly format: string;
}

/** Checks the type of a value (typeValidator); returns true if it matches. */
type CheckType = (value: JsonValue, type: JsonType, place: Place, findings: Findings) => boolean;

/** The format of types other than string, as reported by a failed format check. */
const formatOfType: { readonly [type in JsonType]?: string } = { integer: "int64", number: "float64" };

/** Undefined if there are no constraints. */
function compileTypeCheck({ types, nullable, format }: TypeFacts): CheckType | undefined {
  if (types.length === 0 && format === "") return undefined;
  const numeric = types.includes("number") || types.includes("integer");
  return (value, type, place, findings) => {
    if (type === "null") return types.length === 0 || nullable || refuse(types.join(","), "null", place, findings);
    const fits = types.includes(type) || isNumberOf(types, value, type);
    if (format === "") return fits || refuse(types.join(","), type, place, findings);
    const isText = type === "string" || type === "array";
    const actual = formatOfType[type] ?? "";
    if (!isText && !fits && actual !== format) return refuse(format, actual, place, findings);
    return (isText && !numeric) || fits || refuse(types.join(","), type, place, findings);
  };
}

function isNumberOf(types: readonly JsonType[], value: JsonValue, type: JsonType): boolean {
  if (type === "integer") return types.includes("number");
  if (type !== "number" || !types.includes("integer")) return false;
  return isAlmostInteger(value instanceof Double ? value.value : Number(value));
}

function refuse(expected: string, actual: string, place: Place, findings: Findings): boolean {
  findings.add(wrongType(place.toString(), expected, actual));
  return false;
}

type CheckList = (
  items: readonly JsonValue[],
  place: Place,
  correlation: Correlation | undefined,
  findings: Findings,
) => void;

/** Checks the items in order, then their number, then uniqueness (schemaSliceValidator). */
function compileListCheck(
  { items, validation: { minItems, maxItems, uniqueItems } }: ValidationSource,
  compileLazily: CompileLazily,
): CheckList {
  const checkItem = items && compileLazily(items);
  return (list, place, correlation, findings) => {
    if (checkItem !== undefined) {
      for (const [i, item] of list.entries())
        findings.merge(checkSuccessor(checkItem, item, place.item(i), correlation?.item(i)));
    }
    const size = list.length;
    if (minItems !== undefined && size < minItems)
      findings.add(invalidValue(place.toString(), size, `should have at least ${minItems} items`));
    if (maxItems !== undefined && size > maxItems) findings.add(tooManyItems(place.toString(), size, maxItems));
    if (uniqueItems === true && hasDuplicates(list))
      findings.add(invalidValue(place.toString(), "", "shouldn't contain duplicates"));
  };
}

const hasDuplicates = (list: readonly JsonValue[]): boolean =>
  list.some((item, i) => list.findIndex((other) => deepEqual(item, other)) < i);

/**
 * What is validated. Upstream validates defaults with a schema that was not prepared as for objects: type errors name
 * formats that are not supported, too, and int-or-string accepts any type.
 */
export type Validated = "objects" | "defaults";

/** Compiles a schema when it is first used to validate a value. */
const lazily =
  (compileRegexp: CompileRegexp, validated: Validated): CompileLazily =>
  (source) => {
    let compiled: CheckValue | undefined;
    return (value, place, correlation) =>
      (compiled ??= compileValueCheck(source(), compileRegexp, validated))(value, place, correlation);
  };

/**
 * Compiles the validation of values by a schema: type, junctors, string, format, number, list, enum, object, in
 * this order (validate.SchemaValidator).
 */
export function compileValueCheck(
  source: ValidationSource,
  compileRegexp: CompileRegexp,
  validated: Validated,
): CheckValue {
  const { nullable, validation } = source;
  const types = validated === "defaults" && source.intOrString ? [] : source.types;
  const compile = lazily(compileRegexp, validated);
  const holds = validation.format === undefined ? undefined : formatCheck(validation.format);
  const format = holds === undefined && validated === "objects" ? "" : (validation.format ?? "");
  const checkType = compileTypeCheck({ types, nullable, format });
  const checkEnum = compileEnumCheck(validation.enum);
  const checkString = compileStringCheck(validation, compileRegexp);
  const checkJunctors = compileJunctors(validation, compile);
  const checkList = compileListCheck(source, compile);
  const checkObject = compileObjectCheck(source, compile);
  return (value, place, correlation) => {
    const findings = new Findings();
    const type = jsonTypeOf(value);
    if (type === "null") {
      if (checkType?.(value, type, place, findings) !== false) findings.matches++;
      checkEnum?.(value, place, findings);
      return findings;
    }
    if (checkType !== undefined) findings.matches += checkType(value, type, place, findings) ? 2 : 1;
    checkJunctors?.(value, place, correlation, findings);
    findings.matches += 4;
    if (typeof value === "string") {
      findings.matches++;
      checkString?.(value, place, findings);
      if (holds !== undefined) {
        findings.matches++;
        if (!holds(value)) findings.add(wrongType(place.toString(), format, value));
      }
    } else if (type === "integer" || type === "number") {
      findings.matches += 2;
      checkNumber(value, validation, place, findings);
    } else if (isList(value)) {
      findings.matches += 2;
      checkList(value, place, correlation, findings);
    }
    checkEnum?.(value, place, findings);
    if (isObject(value)) {
      findings.matches++;
      checkObject(value, place, correlation, findings);
    }
    return findings;
  };
}
