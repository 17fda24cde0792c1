import { quoteJson, sortedKeys } from "../../../apimachinery/json/encode.ts";
import { isList, Double, isObject, type JsonValue } from "../../../apimachinery/json/value.ts";

/** Returns a text that is equal for values that are deeply equal, and only for them: see `deepEqual`. */
export function identityOf(value: JsonValue): string {
  if (typeof value === "string") return quoteJson(value);
  if (value instanceof Double) return `float ${value.value}`;
  if (isList(value)) return `[${value.map(identityOf).join(",")}]`;
  if (!isObject(value)) return String(value);
  return `{${sortedKeys(value)
    .map((name) => `${quoteJson(name)}:${identityOf(value[name] ?? null)}`)
    .join(",")}}`;
}
