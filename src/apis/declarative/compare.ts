import { encodeJson } from "../../apimachinery/json/encode.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { omittedValue, PrintedValue, type BadValue, type FieldError } from "../../apimachinery/field-error.ts";

/** The same error from both has the same text; an invalid value also needs an origin (field.ErrorMatcher). */
const sameText = ({ type, field, origin = "" }: FieldError): string | undefined =>
  type === "FieldValueInvalid" && origin === "" ? undefined : JSON.stringify([type, field, origin]);

const valueText = (value: BadValue): string =>
  value === omittedValue ? "" : value instanceof PrintedValue ? value.text : encodeJson(value);

const wholeText = ({ type, field, origin = "", detail, badValue }: FieldError): string =>
  JSON.stringify([type, field, origin, detail, valueText(badValue)]);

/** Returns the errors without those that were there before. */
function distinctOf(errors: readonly FieldError[]): readonly FieldError[] {
  const seen = new Set<string>();
  return errors.filter((error) => {
    const text = wholeText(error);
    return !seen.has(text) && seen.add(text);
  });
}

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
  const left = new Set(declarative.map(sameText));
  const matched = new Set<string>();
  const found: string[] = [];
  for (const error of distinctOf(written).filter((one) => one.coveredByDeclarative === true)) {
    const same = sameText(error);
    if (same === undefined || !left.delete(same)) found.push(text("unmatched", error));
    else matched.add(same);
  }
  const extra = declarative.filter((error) => !matched.has(sameText(error) ?? ""));
  return [...found, ...extra.map((error) => text("extra", error))];
}
