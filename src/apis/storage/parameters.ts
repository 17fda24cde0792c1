import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import { invalid, addError } from "../../apimachinery/field-error.ts";
import { utf8Length } from "../strategies/byte-size.ts";
import { requireMember } from "../validation/checks.ts";
import { addTooLong, inside, textAt, type Fields } from "../validation/fields.ts";

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;

/** The name of who makes volumes must be there and be qualified, in any case (validateProvisioner). */
export function provisionerName(fields: Fields, member: string): void {
  if (!requireMember(fields, member)) return;
  const name = textAt(fields, member).toLowerCase();
  for (const message of isQualifiedName(name))
    addError(fields.errors, invalid(fields.path.child(member), name, message));
}

/** Returns the size of a map of texts in bytes. */
export function mapSize(map: Fields["record"]): number {
  let size = 0;
  for (const key in map) {
    const value = map[key];
    size += utf8Length(key) + (typeof value === "string" ? utf8Length(value) : 0);
  }
  return size;
}

/** Parameters must have names and not be too many or too large (validateParameters). */
export function validateParameters(fields: Fields, required: boolean): void {
  const map = inside(fields, "parameters");
  if (map !== undefined) {
    if (Object.keys(map.record).length > maxParameters) return addTooLong(fields, "parameters", maxParameters);
    if (Object.hasOwn(map.record, "")) addError(map.errors, invalid(map.path, "", "field can not be empty."));
    if (mapSize(map.record) > maxParameterBytes) addTooLong(fields, "parameters", maxParameterBytes);
  }
  if (required) requireMember(fields, "parameters", "must contain at least one key/value pair");
}
