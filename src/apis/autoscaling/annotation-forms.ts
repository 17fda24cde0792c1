import { isRecord } from "../../apimachinery/is-record.ts";
import { parseQuantity, QuantityParseError } from "../../apimachinery/quantity-parse.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { TimeParseError } from "../../apimachinery/time-parse.ts";
import { printedValue } from "../go-print.ts";
import type { JsonRecord } from "../record.ts";

/** A member of a Go struct in an annotation. */
export interface FormField {
  readonly name: string;
  readonly form: Form;
  /** What Go writes for an absent member; undefined if it writes nothing. */
  readonly zero?: unknown;
}

/** The Go type of a value in an annotation. */
export type Form =
  | "text"
  | "integer"
  | "quantity"
  | "time"
  | "labels"
  | { readonly list: Form }
  | { readonly struct: readonly FormField[] };

export const struct = (...fields: readonly FormField[]): Form => ({ struct: fields });
export const field = (name: string, form: Form, zero?: unknown): FormField => ({ name, form, zero });

function ordered(value: unknown, form: Form): unknown {
  if (typeof form === "string" || value === null) return value;
  if ("list" in form) return Array.isArray(value) ? value.map((item) => ordered(item, form.list)) : value;
  if (!isRecord(value)) return value;
  const result: Record<string, unknown> = {};
  for (const { name, form: inner, zero } of form.struct) {
    const member = value[name] ?? zero;
    if (member !== undefined) result[name] = ordered(member, inner);
  }
  return result;
}

/** Formats a value as Go encodes the type: members in the order of the struct, and those without `omitempty`. */
export const encodeForm = (value: unknown, form: Form): string => printedValue(ordered(value, form)).text;

/** A value has another type than its field; the annotation is ignored. */
class FormMismatch extends Error {}

/** Returns a member by its name in any case, as Go's decoder does. */
function memberOf(record: JsonRecord, name: string): unknown {
  if (record[name] !== undefined) return record[name];
  const lower = name.toLowerCase();
  const key = Object.keys(record).find((other) => other.toLowerCase() === lower);
  return key === undefined ? undefined : record[key];
}

function decodeStruct(value: JsonRecord, fields: readonly FormField[]): JsonRecord {
  const result: Record<string, unknown> = {};
  for (const { name, form, zero } of fields) {
    const member = memberOf(value, name);
    const given = member === undefined || member === null ? (zero ?? undefined) : decode(member, form);
    if (given !== undefined) result[name] = given;
  }
  return result;
}

function decodeLabels(value: unknown): unknown {
  if (!isRecord(value)) throw new FormMismatch();
  return Object.fromEntries(Object.entries(value).map(([key, label]) => [key, decode(label, "text")]));
}

function decodeScalar(value: unknown, form: "text" | "integer" | "quantity" | "time"): unknown {
  if (form === "integer" && Number.isInteger(value)) return value;
  if (form === "quantity" && typeof value === "number") return parseQuantity(String(value)).toString();
  if (form === "integer" || typeof value !== "string") throw new FormMismatch();
  switch (form) {
    case "text":
      return value;
    case "quantity":
      return parseQuantity(value).toString();
    case "time":
      return formatTime(parseTime(value));
  }
}

function decode(value: unknown, form: Form): unknown {
  if (form === "labels") return decodeLabels(value);
  if (typeof form === "string") return decodeScalar(value, form);
  if ("struct" in form && isRecord(value)) return decodeStruct(value, form.struct);
  if ("list" in form && value === null) return [];
  if ("list" in form && Array.isArray(value)) return value.map((item) => decode(item ?? {}, form.list));
  throw new FormMismatch();
}

const mistakes = [FormMismatch, SyntaxError, QuantityParseError, TimeParseError];

/** Returns the decoded text; undefined if it is not JSON, or of another type. */
export function decodeForm(text: string | undefined, form: Form): unknown {
  if (text === undefined) return undefined;
  try {
    return decode(JSON.parse(text), form);
  } catch (error) {
    if (mistakes.some((mistake) => error instanceof mistake)) return undefined;
    throw error;
  }
}
