import { compareUtf8 } from "../apimachinery/compare-utf8.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { formatNumber, isList, isMap, isNumber } from "./value.ts";

const sortedNames = (map: JsonObject): readonly string[] => Object.keys(map).sort(compareUtf8);

/** Go's `%v` of an unstructured value. */
export function printPlain(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (isNumber(value)) return formatNumber(value);
  if (isList(value)) return `[${value.map(printPlain).join(" ")}]`;
  if (isMap(value))
    return `map[${sortedNames(value)
      .map((name) => `${name}:${printPlain(value[name] ?? null)}`)
      .join(" ")}]`;
  return value === null ? "<nil>" : String(value);
}

/** Go's `%#v` of an unstructured value. */
export function printSyntax(value: JsonValue): string {
  if (typeof value === "string") return quoteGo(value);
  if (isNumber(value)) return formatNumber(value);
  if (isList(value)) return `[]interface {}{${value.map(printSyntax).join(", ")}}`;
  if (isMap(value))
    return `map[string]interface {}{${sortedNames(value)
      .map((name) => `${quoteGo(name)}:${printSyntax(value[name] ?? null)}`)
      .join(", ")}}`;
  return value === null ? "interface {}(nil)" : String(value);
}

/** Go's `%T` of an unstructured value that is no number. */
export function printType(value: JsonValue): string {
  if (isList(value)) return "[]interface {}";
  if (isMap(value)) return "map[string]interface {}";
  return value === null ? "<nil>" : typeof value === "boolean" ? "bool" : "string";
}
