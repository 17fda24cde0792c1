import { isList, Double, isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { ValueValidation } from "../value-validation.ts";
import type { CheckPart, CompileLazily, FlatPart, ValueCheck } from "./check.ts";
import { compileEnumCheck } from "./check-enum.ts";
import { compileJunctors, noJunctors } from "./check-junctors.ts";
import { compileNumberCheck } from "./check-number.ts";
import { compileObjectCheck } from "./check-object.ts";
import { compileStringCheck } from "./check-string.ts";
import { wrongType, invalidValue, tooManyItems, type Fault, type Findings } from "./findings.ts";
import { formatCheck } from "./formats/formats.ts";
import { jsonTypeOf, isAlmostInteger, type JsonType } from "./json-type.ts";
import type { CompileRegexp } from "./regexps.ts";
import type { ValidationSource } from "./validation-source.ts";
import { checkSuccessor } from "./check-successor.ts";
import { identityOf } from "./identity.ts";
import { KindCheck, KindChecks, type JsonList, type Kinds } from "./kind-checks.ts";
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
  const notOfTypes = wrongType(types.join(","));
  const notOfFormat = wrongType(format);
  const refuse = (fault: Fault, actual: string, place: Place, findings: Findings): boolean => {
    findings.add(fault, place, actual);
    return false;
  };
  return (value, type, place, findings) => {
    if (type === "null") return types.length === 0 || nullable || refuse(notOfTypes, "null", place, findings);
    const fits = types.includes(type) || isNumberOf(types, value, type);
    if (format === "") return fits || refuse(notOfTypes, type, place, findings);
    const isText = type === "string" || type === "array";
    const actual = formatOfType[type] ?? "";
    if (!isText && !fits && actual !== format) return refuse(notOfFormat, actual, place, findings);
    return (isText && !numeric) || fits || refuse(notOfTypes, type, place, findings);
  };
}

function isNumberOf(types: readonly string[], value: JsonValue, type: JsonType): boolean {
  if (type === "integer") return types.includes("number");
  if (type !== "number" || !types.includes("integer")) return false;
  return isAlmostInteger(value instanceof Double ? value.value : Number(value));
}

/** Checks the items in order. */
const checkItems =
  (check: ValueCheck): CheckPart<JsonList> =>
  (list, place, run, work) => {
    for (; run.step < list.length; run.step++) {
      work.pause();
      const { step, correlation } = run;
      checkSuccessor(check, list[step] ?? null, place.item(step), correlation?.item(step), run, work);
    }
  };

/** Checks the number of items, then uniqueness. */
function compileListCheck({ minItems = 0, maxItems = Infinity, uniqueItems }: ValueValidation): FlatPart<JsonList> {
  const tooFew = invalidValue(`should have at least ${minItems} items`);
  const tooMany = tooManyItems(maxItems);
  return (list, place, findings) => {
    const size = list.length;
    if (size < minItems) findings.add(tooFew, place, size);
    if (size > maxItems) findings.add(tooMany, place, size);
    if (uniqueItems === true && hasDuplicates(list)) findings.add(withDuplicates, place, "");
  };
}

const withDuplicates = invalidValue("shouldn't contain duplicates");

const hasDuplicates = (list: readonly JsonValue[]): boolean => new Set(list.map(identityOf)).size < list.length;

/**
 * What is validated. Upstream validates defaults with a schema that was not prepared as for objects: type errors name
 * formats that are not supported, too, and int-or-string accepts any type.
 */
export type Validated = "objects" | "defaults";

/**
 * Compiles the validation of values by a schema: type, junctors, string, format, number, list, enum, object, in
 * this order (validate.SchemaValidator). Each node is compiled when it first validates a value.
 */
export function compileValueCheck(
  source: () => ValidationSource,
  compileRegexp: CompileRegexp,
  validated: Validated,
): ValueCheck {
  const compile: CompileLazily = (inner) => compileValueCheck(inner, compileRegexp, validated);
  return new KindChecks(() => compileKinds(source(), { compile, compileRegexp, validated }));
}

interface Compilation {
  readonly compile: CompileLazily;
  readonly compileRegexp: CompileRegexp;
  readonly validated: Validated;
}

function compileKinds(source: ValidationSource, { compile, compileRegexp, validated }: Compilation): Kinds {
  const { nullable, validation } = source;
  const types = validated === "defaults" && source.intOrString ? [] : source.types;
  const holds = validation.format === undefined ? undefined : formatCheck(validation.format);
  const format = holds === undefined && validated === "objects" ? "" : (validation.format ?? "");
  const checkType = compileTypeCheck({ types, nullable, format });
  const checkString = compileStringCheck(validation, compileRegexp);
  const notOfFormat = wrongType(format);
  const ofAnyType: FlatPart = (value, place, findings) => {
    if (checkType !== undefined) findings.matches += checkType(value, jsonTypeOf(value), place, findings) ? 2 : 1;
  };
  const ofText: FlatPart<string> = (value, place, findings, work) => {
    findings.matches++;
    checkString?.(value, place, findings, work);
    if (holds === undefined) return;
    findings.matches++;
    if (!holds(value)) findings.add(notOfFormat, place, value);
  };
  const checkNumber = compileNumberCheck(validation);
  const ofNumber: FlatPart = (value, place, findings, work) => {
    findings.matches += 2;
    checkNumber?.(value, place, findings, work);
  };
  const checkEnum = compileEnumCheck(validation.enum);
  const ofEnum: readonly FlatPart[] = checkEnum === undefined ? [] : [checkEnum];
  const common = { first: checkType === undefined ? [] : [ofAnyType], junctors: compileJunctors(validation, compile) };
  const object = compileObjectCheck(source, compile);
  const items = source.items === undefined ? [] : [checkItems(compile(source.items))];
  const ofNull: FlatPart<null> = (value, place, findings, work) => {
    if (checkType?.(value, "null", place, findings) !== false) findings.matches++;
    checkEnum?.(value, place, findings, work);
  };
  const ofList = compileListCheck(validation);
  return {
    null: new KindCheck(isNull, { first: [], junctors: noJunctors, flat: [ofNull], matches: 0 }),
    boolean: new KindCheck(isBoolean, { ...common, flat: ofEnum, matches: 4 }),
    text: new KindCheck(isText, { ...common, flat: [ofText, ...ofEnum], matches: 4 }),
    number: new KindCheck(isNumber, { ...common, flat: [ofNumber, ...ofEnum], matches: 4 }),
    list: new KindCheck(isList, { ...common, inside: items, flat: [ofList, ...ofEnum], matches: 6 }),
    object: new KindCheck(isObject, { ...common, flat: [...ofEnum, ...object.flat], last: object.deep, matches: 5 }),
  };
}

const isNull = (value: JsonValue): value is null => value === null;
const isBoolean = (value: JsonValue): value is boolean => typeof value === "boolean";
const isText = (value: JsonValue): value is string => typeof value === "string";
/** Whether a value is none of the others. */
const isNumber = (value: JsonValue): value is number | bigint | Double =>
  typeof value === "number" || typeof value === "bigint" || value instanceof Double;
