import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";

/** OpenAPI types of decoded values; `integer` is an int64, `number` a float64. */
export type JsonType = "null" | "boolean" | "string" | "integer" | "number" | "array" | "object";

/** Returns the OpenAPI type of a value. */
export function jsonTypeOf(value: JsonValue): JsonType {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "bigint":
      return "integer";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    default:
      if (value === null) return "null";
      if (value instanceof Double) return "number";
      return Array.isArray(value) ? "array" : "object";
  }
}

/** Converts a numeric value to a float64; undefined for other values. */
export function toFloat(value: JsonValue): number | undefined {
  if (value instanceof Double) return value.value;
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

const tolerance = 1e-9;

/** Whether a float is within rounding error of a safe integer (swag.IsFloat64AJSONInteger). */
export function isAlmostInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  if (whole === value) return true;
  if (whole === 0) return false;
  return Math.abs(value - whole) / (Math.abs(value) + Math.abs(whole)) < tolerance;
}
