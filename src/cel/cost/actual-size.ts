import { countRunes } from "../values/text-index.ts";
import { ListValue, MapValue, OpaqueValue, Optional, type Value } from "../values/value.ts";

/** Returns the size of a value as used in cost computation; 1 for values without a size. */
export function actualSize(value: Value): number {
  if (typeof value === "string") return countRunes(value);
  if (typeof value !== "object" || value === null) return 1;
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof OpaqueValue) return value.size ?? 1;
  return value instanceof Optional && value.value !== undefined ? actualSize(value.value) : 1;
}
