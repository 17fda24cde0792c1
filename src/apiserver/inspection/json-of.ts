import { isRecord } from "../../apimachinery/is-record.ts";
import { Double, type JsonValue } from "../../apimachinery/json/value.ts";

/** Plain data as JSON; what JSON has no word for is null. */
export function jsonOf(value: unknown): JsonValue {
  switch (typeof value) {
    case "boolean":
    case "string":
    case "bigint":
      return value;
    case "number":
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? new Double(value) : value;
    default:
      if (Array.isArray(value)) return value.map(jsonOf);
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]))
        : null;
  }
}
