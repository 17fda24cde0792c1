import { invalid, tooLong, addError } from "../../../apimachinery/field-error.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import { printedValue } from "../../go-print.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { addRequired, inside, type Fields } from "../../validation/fields.ts";
import { driverName } from "./names.ts";

const maxParametersLength = 10 * 1024;

/** Validates a setting, which is for now always opaque to Kubernetes (validateDeviceConfiguration). */
export function validateConfiguration(config: Fields, stored: boolean): void {
  const opaque = inside(config, "opaque");
  if (opaque === undefined) return addRequired(config, "opaque");
  driverName(opaque, "driver");
  rawObject(opaque, "parameters", stored ? undefined : maxParametersLength);
}

/** A member must be an object of any kind, of limited length unless it is stored already (validateRawExtension). */
export function rawObject(fields: Fields, member: string, maxLength: number | undefined): void {
  const value = fields.record[member];
  if (value === undefined || value === null) return addRequired(fields, member);
  const at = fields.path.child(member);
  if (maxLength !== undefined && byteLength(printedValue(value).text) > maxLength)
    addError(fields.errors, tooLong(at, maxLength));
  else if (!isRecord(value)) addError(fields.errors, invalid(at, "<value omitted>", "must be a valid JSON object"));
}
