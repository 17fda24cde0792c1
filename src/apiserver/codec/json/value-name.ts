import { Double } from "../../../apimachinery/json/value.ts";
import type { Document } from "./repeated-members.ts";

/** Returns the name of a value's type in errors of Go's decoder: `string`, `number`, `bool`, `array`, `object`. */
export function valueName(value: Document): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "string") return "string";
  if (typeof value === "number" || typeof value === "bigint" || value instanceof Double) return "number";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : "object";
}
