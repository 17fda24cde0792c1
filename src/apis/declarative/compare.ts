import { encodeJson } from "../../apimachinery/json/encode.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { omittedValue, PrintedValue, type BadValue, type FieldError } from "../../apimachinery/field-error.ts";

/** The same error from both: an invalid value also needs an origin (field.ErrorMatcher). */
const isSame = (a: FieldError, b: FieldError): boolean =>
  a.type === b.type &&
  a.field === b.field &&
  (a.origin ?? "") === (b.origin ?? "") &&
  (a.type !== "FieldValueInvalid" || (a.origin ?? "") !== "");

const valueText = (value: BadValue): string =>
  value === omittedValue ? "" : value instanceof PrintedValue ? value.text : encodeJson(value);

const isEqual = (a: FieldError, b: FieldError): boolean =>
  a.type === b.type &&
  a.field === b.field &&
  (a.origin ?? "") === (b.origin ?? "") &&
  a.detail === b.detail &&
  valueText(a.badValue) === valueText(b.badValue);

const printed = ({ type, field, origin = "" }: FieldError): string =>
  `{Type=${quoteGo(type)}, Field=${quoteGo(field)}, Origin=${quoteGo(origin)}}`;

/**
 * Returns a text for each difference between the errors of both, by type, field and origin: covered hand-written errors
 * without a declarative one, and declarative errors without a covered one
 * (rest.CompareDeclarativeErrorsAndEmitMismatches).
 */
export function mismatches(
  written: readonly FieldError[],
  declarative: readonly FieldError[],
  takeover: boolean,
): readonly string[] {
  if (written.length === 0 && declarative.length === 0) return [];
  const advice = takeover
    ? "Consider disabling the DeclarativeValidationTakeover feature gate to keep data persisted in etcd consistent with prior versions of Kubernetes."
    : "This difference should not affect system operation since hand written validation is authoritative.";
  const text = (what: string, error: FieldError): string =>
    `Unexpected difference between hand written validation and declarative validation error results, ${what} error(s) found ${printed(error)}. This indicates an issue with declarative validation. ${advice}`;
  const distinct = written.filter((error, index) => written.findIndex((other) => isEqual(other, error)) === index);
  const found: string[] = [];
  let left = declarative;
  for (const error of distinct.filter((one) => one.coveredByDeclarative === true)) {
    const others = left.filter((one) => !isSame(error, one));
    if (others.length === left.length) found.push(text("unmatched", error));
    left = others;
  }
  return [...found, ...left.map((error) => text("extra", error))];
}
