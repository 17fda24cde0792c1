import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { formatGoFloat } from "../../apimachinery/go-strings.ts";
import { Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { isList } from "../../apiserver/schema/structural/json-tree.ts";

/** Formats a decoded value as Go's fmt does with `%v`: `map[a:1 b:[x y]]`. */
export function printGoValue(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (value instanceof Double) return formatGoFloat(value.value);
  if (typeof value === "number" && !Number.isInteger(value)) return formatGoFloat(value);
  if (isList(value)) return `[${value.map(printGoValue).join(" ")}]`;
  if (!isObject(value)) return String(value);
  const names = Object.keys(value).sort(compareUtf8);
  return `map[${names.map((name) => `${name}:${printGoValue(value[name] ?? null)}`).join(" ")}]`;
}
