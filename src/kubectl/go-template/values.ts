import { formatGoFloat } from "../../apimachinery/go-strings.ts";
import { isList, Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { printGoValue } from "../../apimachinery/go-values.ts";

/** Go's `int`, as constants and lengths have it, where JSON's whole numbers are `int64`. */
export class GoInt {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** What a template computes with. */
export type GoValue = JsonValue | GoInt;

/**
 * A value on its way through a template. `boxed` says that it stands in an interface, as members of maps and lists do;
 * undefined is a value that is not there (an invalid reflect.Value).
 */
export interface Slot {
  readonly value: GoValue | undefined;
  readonly boxed: boolean;
}

export const missing: Slot = { value: undefined, boxed: false };
export const plain = (value: GoValue | undefined): Slot => ({ value, boxed: false });

/** A member of a map or a list. */
export const member = (value: JsonValue): Slot => ({ value, boxed: true });

/** The value without the interface around it; nil becomes one that is not there (indirectInterface). */
export const unboxed = ({ value, boxed }: Slot): Slot =>
  boxed ? { value: value === null ? undefined : value, boxed: false } : { value, boxed };

/** Reports whether a value is a whole number of Go. */
export const isInt = (value: GoValue | undefined): value is number | bigint | GoInt =>
  value instanceof GoInt || typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));

export const isFloat = (value: GoValue | undefined): value is number | Double =>
  value instanceof Double || (typeof value === "number" && !Number.isInteger(value));

/** A number as one of JavaScript; NaN for other values. */
export const numberOf = (value: GoValue | undefined): number =>
  value instanceof GoInt || value instanceof Double
    ? value.value
    : typeof value === "number" || typeof value === "bigint"
      ? Number(value)
      : Number.NaN;

export const isMap = (value: GoValue | undefined): value is { readonly [key: string]: JsonValue } =>
  !(value instanceof GoInt) && isObject(value);

export const isSlice = (value: GoValue | undefined): value is readonly JsonValue[] =>
  !(value instanceof GoInt) && isList(value);

/** The Go type of a value. */
export function typeOf(value: GoValue | undefined): string {
  if (value === null || value === undefined) return "interface {}";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (value instanceof GoInt) return "int";
  if (isFloat(value)) return "float64";
  if (isMap(value)) return "map[string]interface {}";
  return isSlice(value) ? "[]interface {}" : "int64";
}

/** The Go type of a slot: an interface for members. */
export const slotType = ({ value, boxed }: Slot): string => (boxed ? "interface {}" : typeOf(value));

/** Reports whether a value is not the zero of its type (template.IsTrue). */
export function isTrue(slot: Slot): boolean {
  const { value } = unboxed(slot);
  if (value === undefined || value === null || value === false || value === "") return false;
  if (isMap(value)) return Object.keys(value).length > 0;
  if (isSlice(value)) return value.length > 0;
  return typeof value === "string" || value === true || numberOf(value) !== 0;
}

/** A value as Go's `%v` prints it. */
export function valueText(value: GoValue | undefined): string {
  if (value === undefined) return "<nil>";
  if (value instanceof GoInt) return String(value.value);
  return isFloat(value) ? formatGoFloat(numberOf(value)) : printGoValue(value);
}
