import { formatGoFloat } from "./go-strings.ts";
import { sortedKeys } from "./json/encode.ts";
import { Double, isObject, type JsonValue } from "./json/value.ts";

/** The Go type that a decoded value has in unstructured content. */
export type GoType = "<nil>" | "bool" | "string" | "int64" | "float64" | "[]interface {}" | "map[string]interface {}";

/** Returns the Go type of a decoded value, as error messages name it. */
export function goTypeOf(value: JsonValue): GoType {
  if (value === null) return "<nil>";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (isObject(value)) return "map[string]interface {}";
  if (value instanceof Double) return "float64";
  if (typeof value === "object") return "[]interface {}";
  return typeof value === "bigint" || Number.isInteger(value) ? "int64" : "float64";
}

/** Formats a decoded value as Go's fmt does with `%v`: `map[a:1 b:[x y]]`. Handles any depth. */
export function printGoValue(value: JsonValue): string {
  if (typeof value === "string") return value;
  let text = "";
  const pending: Piece[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") text += next;
    else if (isContainer(next.value)) pushContainer(pending, next.value);
    else text += printScalar(next.value);
  }
  return text;
}

/** A text, or a value that is still to be printed. */
type Piece = string | { readonly value: JsonValue };
type Container = readonly JsonValue[] | { readonly [name: string]: JsonValue };

const isContainer = (value: JsonValue): value is Container =>
  typeof value === "object" && value !== null && !(value instanceof Double);

/** Puts the pieces of a container on a stack: the first one on top. */
function pushContainer(pending: Piece[], value: Container): void {
  pending.push("]");
  const start = pending.length;
  if (isObject(value)) {
    for (const name of sortedKeys(value))
      pending.push(`${pending.length > start ? " " : ""}${name}:`, { value: value[name] ?? null });
    pending.push("map[");
  } else {
    for (const item of value) pending.push(pending.length > start ? " " : "", { value: item });
    pending.push("[");
  }
  const pieces = pending.splice(start);
  const opening = pieces.pop() ?? "";
  for (let i = pieces.length - 1; i >= 0; i--) pending.push(pieces[i] ?? "");
  pending.push(opening);
}

function printScalar(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (value instanceof Double) return formatGoFloat(value.value);
  return typeof value === "number" && !Number.isInteger(value) ? formatGoFloat(value) : String(value);
}
