import { countRunes } from "../source.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "../values/value.ts";

/** The size of a value that costs are computed from; 1 for what has none. */
export function actualSize(value: Value): number {
  if (typeof value === "string") return countRunes(value);
  if (typeof value !== "object" || value === null) return 1;
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof OpaqueValue) return value.size ?? 1;
  return value instanceof Optional && value.value !== undefined ? actualSize(value.value) : 1;
}
