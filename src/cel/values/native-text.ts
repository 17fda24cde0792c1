import { Type } from "../types/type.ts";
import { Optional, type Value } from "./value.ts";

/**
 * Returns the text of a value that is a string in Go (ref.Val.Value): a string, the name of a type, or an optional of
 * either.
 */
export function nativeText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (value instanceof Type) return value.name;
  return value instanceof Optional && value.value !== undefined ? nativeText(value.value) : undefined;
}
