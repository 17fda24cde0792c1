import {
  errorBody,
  internal,
  omittedValue,
  PrintedValue,
  rootPath,
  type FieldError,
} from "../../../src/apimachinery/field-error.ts";
import { decodeJson } from "../../../src/apimachinery/json/decode.ts";
import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../../../src/apimachinery/json/value.ts";
import { generateValidators, type DeclarativeValidators } from "../../../src/declarative-validation/generate.ts";
import type { Release } from "../../../src/declarative-validation/generator/context.ts";
import { GoPanic } from "../../../src/declarative-validation/validate/go-panic.ts";
import { difference, input, type OracleRecord } from "../record.ts";

/** The validators of the source that was last asked for: records of one source stand together. */
let last: { readonly source: string; readonly validators: DeclarativeValidators } | undefined;

function validatorsOf(source: string, release: Release): DeclarativeValidators {
  if (last?.source !== source) last = { source, validators: generateValidators(source, release) };
  return last.validators;
}

/** Validates with takeover, where a panic is an error. */
function validate(record: OracleRecord): readonly FieldError[] {
  const optional = (name: string): object => (name in record ? { [name]: record[name] } : {});
  try {
    return validatorsOf(input(record, "goSource"), input(record, "release")).validate({
      type: input(record, "type"),
      operation: input(record, "operation"),
      object: input(record, "object"),
      options: input(record, "options"),
      ...optional("oldObject"),
      ...optional("subresource"),
    });
  } catch (error) {
    if (!(error instanceof GoPanic)) throw error;
    return [internal(rootPath, `panic during declarative validation: ${error.message}`)];
  }
}

function printed(error: FieldError): JsonObject {
  const { type, field, badValue, detail, origin = "" } = error;
  const value: JsonValue | undefined =
    badValue instanceof PrintedValue ? decodeJson(badValue.text) : badValue === omittedValue ? undefined : badValue;
  return {
    ...(value === undefined ? {} : { badValue: value }),
    detail,
    field,
    message: errorBody(error),
    origin,
    type,
  };
}

const byText = (a: JsonObject, b: JsonObject): number => (encodeJson(a) < encodeJson(b) ? -1 : 1);

export function check(record: OracleRecord): string | undefined {
  const errors = validate(record).map(printed);
  return difference(record.expect, record["anyOrder"] === true ? errors.toSorted(byText) : errors);
}
