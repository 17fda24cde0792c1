import { invalid, withOrigin, type FieldPath, addError } from "../../apimachinery/field-error.ts";
import { byteLength } from "../../apimachinery/go-strings.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import {
  inclusiveRangeError,
  isDns1123Subdomain,
  isQualifiedName,
  regexError,
  type Validator,
} from "../../apimachinery/validation/names.ts";
import { printedAs } from "../go-print.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { isRepeated, type SeenValues } from "./checks-in-slices.ts";
import {
  addDuplicate,
  addInvalid,
  addMessages,
  addNotSupported,
  addRequired,
  addTooLong,
  integerAt,
  isSet,
  isZero,
  quotedValue,
  textAt,
  type Fields,
} from "./fields.ts";

export const negativeMessage = "must be greater than or equal to 0";
export const notPositiveMessage = "must be greater than zero";

/** A number must not be negative (ValidateNonnegativeField). Absent ones are valid. */
export function nonNegative(fields: Fields, member: string): void {
  const value = integerAt(fields, member);
  if (value === undefined || value >= 0) return;
  const { record, path, errors } = fields;
  addError(errors, withOrigin(invalid(path.child(member), quotedValue(record[member]), negativeMessage), "minimum"));
}

/** A number must be greater than zero (ValidatePositiveField). Absent ones are valid, as nil pointers. */
export function positive(fields: Fields, member: string): void {
  const value = integerAt(fields, member);
  if (value !== undefined && value <= 0) addInvalid(fields, member, notPositiveMessage);
}

/** A number must be within limits, both included. Absent ones are valid. */
export function inRange(fields: Fields, member: string, low: number, high: number): void {
  const value = integerAt(fields, member);
  if (value !== undefined && (value < low || value > high)) addInvalid(fields, member, inclusiveRangeError(low, high));
}

/** A number must be a port, 1 to 65535. An absent one counts as 0 (IsValidPortNum). */
export function portNumber(fields: Fields, member: string): void {
  const value = integerAt(fields, member) ?? 0;
  if (value < 1 || value > 65535)
    addError(fields.errors, invalid(fields.path.child(member), quotedValue(value), inclusiveRangeError(1, 65535)));
}

/** A member must be set and not the zero value of its type. Returns whether it is. */
export function requireMember(fields: Fields, member: string, detail = ""): boolean {
  if (!isZero(fields, member)) return true;
  addRequired(fields, member, detail);
  return false;
}

/** A member must be set, possibly to the zero value of its type: a pointer in Go. Returns whether it is. */
export function requireSet(fields: Fields, member: string, detail = ""): boolean {
  if (isSet(fields, member)) return true;
  addRequired(fields, member, detail);
  return false;
}

/** A text must be one of an enumeration, which is listed in errors in the given order. Absent ones are valid. */
export function oneOf(fields: Fields, member: string, values: readonly string[]): void {
  if (isSet(fields, member) && !values.includes(textAt(fields, member))) addNotSupported(fields, member, values);
}

/** A text must be one of an enumeration; an absent or empty one is not supported either. */
export function supported(fields: Fields, member: string, values: readonly string[]): void {
  if (!values.includes(textAt(fields, member))) addNotSupported(fields, member, values);
}

/** A text must be there and one of an enumeration. */
export function requireOneOf(fields: Fields, member: string, values: readonly string[], detail = ""): void {
  if (requireMember(fields, member, detail)) supported(fields, member, values);
}

/** A text must have a form: a name, a key... An absent or empty one is valid. */
export function matches(fields: Fields, member: string, validator: Validator): void {
  const value = textAt(fields, member);
  if (value !== "") addMessages(fields, member, validator(value));
}

/** A text must have a form, also if it is absent or empty. */
export function conforms(fields: Fields, member: string, validator: Validator): void {
  addMessages(fields, member, validator(textAt(fields, member)));
}

/** A text must be there and have a form. */
export function requireName(fields: Fields, member: string, validator: Validator, detail = ""): void {
  if (requireMember(fields, member, detail)) conforms(fields, member, validator);
}

/** A text must be a qualified name: `example.com/name` (ValidateQualifiedName). */
export const qualifiedName = (fields: Fields, member: string): void => conforms(fields, member, isQualifiedName);

/** A text must not be longer than `max` bytes. */
export function atMostBytes(fields: Fields, member: string, max: number): void {
  const value = textAt(fields, member);
  if (value.length * 3 > max && byteLength(value) > max) addTooLong(fields, member, max);
}

/** The text of a member must not be in `seen`, to which it is added. */
export function unique(fields: Fields, member: string, seen: SeenValues): void {
  if (isRepeated(seen, textAt(fields, member), fields)) addDuplicate(fields, member);
}

/**
 * A member must be as it was (ValidateImmutableField). Absent, null and empty are equal. `form` is how errors print the
 * member, if it is a struct.
 */
export function immutable(fields: Fields, old: Fields, member: string, form?: (value: unknown) => unknown): void {
  const value = fields.record[member];
  if (semanticEqual(value, old.record[member])) return;
  const printed = form === undefined ? quotedValue(value) : printedAs(form, value);
  addError(fields.errors, invalid(fields.path.child(member), printed, fieldImmutableMessage));
}

/** A member that is a plain string in Go must be as it was: errors print an absent one as "". */
export function immutableText(fields: Fields, old: Fields, member: string): void {
  if (textAt(fields, member) !== textAt(old, member)) addMessages(fields, member, [fieldImmutableMessage]);
}

/** Adds an error for each message of a validator about a value that is not a member: a key, an item of a list. */
export function checkText(
  { errors }: Pick<Fields, "errors">,
  value: string,
  validator: Validator,
  path: () => FieldPath,
): void {
  const messages = validator(value);
  if (messages.length === 0) return;
  for (const message of messages) addError(errors, invalid(path(), value, message));
}

const httpPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** A text must be a path after a domain: `acme.io/foo` (IsDomainPrefixedPath). */
export function domainPrefixedPath(fields: Fields, member: string): void {
  if (!requireMember(fields, member)) return;
  const text = textAt(fields, member);
  const slash = text.indexOf("/");
  if (slash <= 0 || slash === text.length - 1)
    return addInvalid(fields, member, 'must be a domain-prefixed path (such as "acme.io/foo")');
  const [host, path] = [text.slice(0, slash), text.slice(slash + 1)];
  for (const message of isDns1123Subdomain(host))
    addError(fields.errors, invalid(fields.path.child(member), host, message));
  if (!httpPath.test(path))
    addError(
      fields.errors,
      invalid(fields.path.child(member), path, regexError("Invalid path", "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+")),
    );
}
