import { isObject } from "../../../apimachinery/json/value.ts";
import { isList } from "../structural/json-tree.ts";
import type { CheckValue, CompileLazily } from "./check.ts";
import { compileEnumCheck } from "./check-enum.ts";
import { compileJunctors } from "./check-junctors.ts";
import { compileListCheck } from "./check-list.ts";
import { checkNumber } from "./check-number.ts";
import { compileObjectCheck } from "./check-object.ts";
import { compileStringCheck } from "./check-string.ts";
import { compileTypeCheck } from "./check-type.ts";
import { Findings, wrongType } from "./findings.ts";
import { formatCheck } from "./formats/formats.ts";
import { jsonTypeOf } from "./json-type.ts";
import type { CompileRegexp } from "./regexps.ts";
import type { ValidationSource } from "./validation-source.ts";

/** Compiles a schema when the first value comes to it. */
const lazily =
  (compileRegexp: CompileRegexp): CompileLazily =>
  (source) => {
    let compiled: CheckValue | undefined;
    return (value, place, correlation) =>
      (compiled ??= compileValueCheck(source(), compileRegexp))(value, place, correlation);
  };

/**
 * The check of a value against one schema: type, junctors, text, format, number, list, enum, object, in this order
 * (validate.SchemaValidator).
 */
export function compileValueCheck(source: ValidationSource, compileRegexp: CompileRegexp): CheckValue {
  const { types, nullable, validation } = source;
  const compile = lazily(compileRegexp);
  const holds = validation.format === undefined ? undefined : formatCheck(validation.format);
  const format = holds === undefined ? "" : (validation.format ?? "");
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
