import { daysInMonth } from "../../apimachinery/civil-time.ts";
import {
  isQualifiedName,
  isValidLabelValue,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
} from "../../apimachinery/validation/names.ts";
import { global, member, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import type { CallCosts } from "../cost/call-costs.ts";
import { actualSize } from "../cost/actual-size.ts";
import { regexLength, scaleRange, stringTraversal } from "../cost/estimate.ts";
import { unitCosts } from "../cost/unit-costs.ts";
import { listOf, optionalOf, stringType, structOf } from "../types/type.ts";
import { noSuchOverload } from "../values/eval-error.ts";
import { ArrayList, OpaqueValue, Optional, optionalNone, type Value } from "../values/value.ts";
import { parseRequestUri } from "../../apimachinery/go-url.ts";
import { UrlError } from "../../apimachinery/url-escape.ts";

const formatType = structOf("kubernetes.NamedFormat");

type Validate = (text: string) => readonly string[];

/** A named format that strings are validated against. */
export class FormatValue extends OpaqueValue {
  readonly name: string;
  readonly validate: Validate;
  /** The regular expression size assumed in cost computation. */
  readonly regexSize: number;

  constructor(name: string, regexSize: number, validate: Validate) {
    super();
    this.name = name;
    this.regexSize = regexSize;
    this.validate = validate;
  }
  override readonly type = formatType;
  override readonly goName = "cel.Format";
  override get isHashable(): boolean {
    return false;
  }
  override get comparesAtUnitCost(): boolean {
    return true;
  }
  override equals(other: Value): Value {
    return other instanceof FormatValue ? this.name === other.name : this.mismatch(other);
  }
}

const matching =
  (holds: (text: string) => boolean, message: string): Validate =>
  (text) =>
    holds(text) ? [] : [message];

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const clock = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/;

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  const [year = 0, month = 0, day = 0] = (match?.slice(1) ?? []).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function isDateTime(text: string): boolean {
  const [date = "", time] = text.toLowerCase().split("t");
  const match = text.length < 4 || time === undefined || !isDate(date) ? null : clock.exec(time);
  const [, hours = "", minutes = "", seconds = ""] = match ?? [];
  return match !== null && hours <= "23" && minutes <= "59" && seconds <= "59";
}

function uriProblems(text: string): readonly string[] {
  try {
    parseRequestUri(text);
    return [];
  } catch (error) {
    if (error instanceof UrlError) return [error.message];
    throw error;
  }
}

/** The formats by their names in expressions. */
const formats: ReadonlyMap<string, FormatValue> = new Map([
  ["dns1123Label", new FormatValue("DNS1123Label", 30, (text) => nameIsDnsLabel(text, false))],
  ["dns1123Subdomain", new FormatValue("DNS1123Subdomain", 60, (text) => nameIsDnsSubdomain(text, false))],
  ["dns1035Label", new FormatValue("DNS1035Label", 30, (text) => nameIsDns1035Label(text, false))],
  ["qualifiedName", new FormatValue("QualifiedName", 60, isQualifiedName)],
  ["dns1123LabelPrefix", new FormatValue("DNS1123LabelPrefix", 30, (text) => nameIsDnsLabel(text, true))],
  ["dns1123SubdomainPrefix", new FormatValue("DNS1123SubdomainPrefix", 60, (text) => nameIsDnsSubdomain(text, true))],
  ["dns1035LabelPrefix", new FormatValue("DNS1035LabelPrefix", 30, (text) => nameIsDns1035Label(text, true))],
  ["labelValue", new FormatValue("LabelValue", 40, isValidLabelValue)],
  ["uri", new FormatValue("URI", 1103, uriProblems)],
  [
    "uuid",
    new FormatValue(
      "uuid",
      70,
      matching((text) => uuid.test(text), "does not match the UUID format"),
    ),
  ],
  [
    "byte",
    new FormatValue(
      "byte",
      84,
      matching((text) => base64.test(text), "invalid base64"),
    ),
  ],
  ["date", new FormatValue("date", 71, matching(isDate, "invalid date"))],
  ["datetime", new FormatValue("datetime", 71, matching(isDateTime, "invalid datetime"))],
]);

const maxNameFormatRegexSize = 128;

const validateCosts: CallCosts = {
  estimate: (call) => {
    const [text] = call.args;
    return (
      text && { cost: scaleRange(scaleRange(call.sizeOf(text), stringTraversal), maxNameFormatRegexSize * regexLength) }
    );
  },
  actual: (value, text) => {
    const format = formatIn(value);
    return format
      ? Math.ceil((1 + actualSize(text)) * stringTraversal) * Math.ceil(format.regexSize * regexLength)
      : undefined;
  },
};

/** Returns a format, also from an optional, as its native Go value. */
function formatIn(value: Value): FormatValue | undefined {
  if (value instanceof FormatValue) return value;
  return value instanceof Optional && value.value !== undefined ? formatIn(value.value) : undefined;
}

function validate(format: Value, text: Value): Value {
  if (!(format instanceof FormatValue) || typeof text !== "string") return noSuchOverload;
  const problems = format.validate(text);
  return problems.length === 0 ? optionalNone : new Optional(new ArrayList(problems));
}

function named(name: Value): Value {
  if (typeof name !== "string") return noSuchOverload;
  const format = formats.get(name);
  return format === undefined ? optionalNone : new Optional(format);
}

const constants: readonly FunctionDecl[] = Array.from(formats, ([name, format]) => ({
  name: `format.${name}`,
  overloads: [global(`format.${name}`, [], formatType, () => format)],
}));

export const formatLibrary: Library = {
  name: "kubernetes.format",
  // oxfmt-ignore
  functions: [
    { name: "validate", overloads: [member("format-validate", [formatType, stringType], optionalOf(listOf(stringType)), validate)], costs: validateCosts },
    { name: "format.named", overloads: [global("format-named", [stringType], optionalOf(formatType), named)], costs: unitCosts },
    ...constants,
  ],
};
