import { decodeListOptions, type ListOptions } from "../../../src/apimachinery/options.ts";
import type { FieldError } from "../../../src/apimachinery/field-error.ts";
import { parseQuery } from "../../../src/apimachinery/query.ts";
import {
  validateCreateOptions,
  validateDeleteOptions,
  validateListOptions,
  validatePatchOptions,
  validateTableOptions,
  validateUpdateOptions,
} from "../../../src/apimachinery/validation/options.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";
import { outcomeOf, printErrors } from "./outcome.ts";

const printList = (errors: readonly FieldError[]): unknown => Object.values(printErrors(errors, undefined))[0];

const printOptions = (options: ListOptions): object => ({
  ...options,
  labelSelector: options.labelSelector.toString(),
  fieldSelector: options.fieldSelector.toString(),
});

function list(record: OracleRecord): object {
  const options = decodeListOptions(parseQuery(input(record, "query")));
  return {
    decoded: printOptions(options),
    errors: printList(validateListOptions(options, true)),
    watchListDisabledErrors: printList(validateListOptions(options, false)),
  };
}

function validate(record: OracleRecord): readonly FieldError[] | undefined {
  switch (record.op) {
    case "deleteOptions":
      return validateDeleteOptions(input(record, "in"));
    case "patchOptions":
      return validatePatchOptions(input(record, "in"), input(record, "patchType"));
    case "createOptions":
      return validateCreateOptions(input(record, "in"));
    case "updateOptions":
      return validateUpdateOptions(input(record, "in"));
    case "tableOptions":
      return validateTableOptions(input(record, "in"));
    default:
      return undefined;
  }
}

export function check(packed: OracleRecord): string | undefined {
  const record = expandRepeats(packed);
  if (record.op === "listOptions")
    return difference(
      record.expect,
      outcomeOf(() => list(record), "decodeError"),
    );
  const errors = validate(record);
  return errors ? difference(record.expect, printErrors(errors, record.expect)) : `unknown operation ${record.op}`;
}
