import { isObject, type JsonObject, type JsonValue, Double } from "../../../apimachinery/json/value.ts";
import { isList } from "../structural/json-tree.ts";
import type { Work } from "../../../component-base/work.ts";
import { CheckRun, type CheckPart, type CheckValue, type CompileLazily } from "./check.ts";
import { compileEnumCheck } from "./check-enum.ts";
import { compileJunctors } from "./check-junctors.ts";
import { checkNumber } from "./check-number.ts";
import { compileObjectCheck } from "./check-object.ts";
import { compileStringCheck } from "./check-string.ts";
import { type Findings, wrongType, invalidValue, tooManyItems } from "./findings.ts";
import { formatCheck } from "./formats/formats.ts";
import { jsonTypeOf, isAlmostInteger, type JsonType } from "./json-type.ts";
import type { CompileRegexp } from "./regexps.ts";
import type { ValidationSource } from "./validation-source.ts";
import { checkSuccessor } from "./check-successor.ts";
import type { Correlation } from "./correlation.ts";
import { identityOf } from "./identity.ts";
import type { Place } from "./place.ts";

/** The type constraints of a schema. */
interface TypeFacts {
  /** Empty if any type is allowed. */
  readonly types: readonly string[];
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

function isNumberOf(types: readonly string[], value: JsonValue, type: JsonType): boolean {
  if (type === "integer") return types.includes("number");
  if (type !== "number" || !types.includes("integer")) return false;
  return isAlmostInteger(value instanceof Double ? value.value : Number(value));
}

function refuse(expected: string, actual: string, place: Place, findings: Findings): boolean {
  findings.add(wrongType(place, expected, actual));
  return false;
}

/** Checks the items in order, then their number, then uniqueness (schemaSliceValidator). */
function compileListCheck(
  { items, validation: { minItems, maxItems, uniqueItems } }: ValidationSource,
  compileLazily: CompileLazily,
): CheckPart<readonly JsonValue[]> {
  const checkItem = items && compileLazily(items);
  return (list, place, run, work) => {
    if (checkItem !== undefined)
      for (; run.step < list.length; run.step++) {
        work.pause();
        const { step, correlation } = run;
        run.merge(checkSuccessor(checkItem, list[step] ?? null, place.item(step), correlation?.item(step), work));
      }
    const size = list.length;
    if (minItems !== undefined && size < minItems)
      run.add(invalidValue(place, size, `should have at least ${minItems} items`));
    if (maxItems !== undefined && size > maxItems) run.add(tooManyItems(place, size, maxItems));
    if (uniqueItems === true && hasDuplicates(list)) run.add(invalidValue(place, "", "shouldn't contain duplicates"));
  };
}

const hasDuplicates = (list: readonly JsonValue[]): boolean => new Set(list.map(identityOf)).size < list.length;

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
    return (value, place, correlation, work) =>
      (compiled ??= compileValueCheck(source(), compileRegexp, validated))(value, place, correlation, work);
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
  const ofAnyType: CheckPart = (value, place, run) => {
    if (checkType !== undefined) run.matches += checkType(value, jsonTypeOf(value), place, run) ? 2 : 1;
  };
  const ofText: CheckPart<string> = (value, place, run, work) => {
    run.matches++;
    checkString?.(value, place, run, work);
    if (holds === undefined) return;
    run.matches++;
    if (!holds(value)) run.add(wrongType(place, format, value));
  };
  const ofNumber: CheckPart = (value, place, run) => {
    run.matches += 2;
    checkNumber(value, validation, place, run);
  };
  const ofEnum: readonly CheckPart[] = checkEnum === undefined ? [] : [checkEnum];
  const junctors = compileJunctors(validation, compile);
  const first = checkType === undefined ? junctors : [ofAnyType, ...junctors];
  const scalar: Parts<JsonValue> = { parts: [...first, ...ofEnum], matches: 4, pauses: junctors.length > 0 };
  const text: Parts<string> = { parts: [...first, ofText, ...ofEnum], matches: 4, pauses: junctors.length > 0 };
  const number: Parts<JsonValue> = { parts: [...first, ofNumber, ...ofEnum], matches: 4, pauses: junctors.length > 0 };
  const list: Parts<readonly JsonValue[]> = {
    parts: [...first, compileListCheck(source, compile), ...ofEnum],
    matches: 6,
    pauses: true,
  };
  const object: Parts<JsonObject> = {
    parts: [...first, ...ofEnum, ...compileObjectCheck(source, compile)],
    matches: 5,
    pauses: true,
  };
  return (value, place, correlation, work) => {
    work.charge(1);
    if (typeof value === "string") return runParts(text, value, place, correlation, work);
    if (isList(value)) return runParts(list, value, place, correlation, work);
    if (isObject(value)) return runParts(object, value, place, correlation, work);
    if (typeof value === "boolean") return runParts(scalar, value, place, correlation, work);
    if (value !== null) return runParts(number, value, place, correlation, work);
    const run = new CheckRun(undefined);
    if (checkType?.(value, "null", place, run) !== false) run.matches++;
    checkEnum?.(value, place, run, work);
    return run;
  };
}

/** The parts of the check of values of a type, and the matches that they count whatever they find. */
interface Parts<V> {
  readonly parts: readonly CheckPart<V>[];
  readonly matches: number;
  /** Whether a part checks other values, and may pause while it does. */
  readonly pauses: boolean;
}

function runParts<V>(
  { parts, matches, pauses }: Parts<V>,
  value: V,
  place: Place,
  correlation: Correlation | undefined,
  work: Work,
): Findings {
  if (!pauses) {
    const run = new CheckRun(correlation);
    for (let i = 0; i < parts.length; i++) parts[i]?.(value, place, run, work);
    run.matches += matches;
    return run;
  }
  const run = work.resume(CheckRun) ?? work.begin(new CheckRun(correlation));
  for (; run.part < parts.length; run.nextPart()) parts[run.part]?.(value, place, run, work);
  run.matches += matches;
  work.end();
  return run;
}
