import { Double } from "../../apimachinery/json/value.ts";
import { isZeroTime } from "../../apimachinery/civil-time.ts";
import { Duration } from "./duration.ts";
import { ListValue, MapValue, type Value } from "./value.ts";
import { Timestamp } from "./timestamp.ts";
import { Uint } from "./uint.ts";

/** Reports whether a value is the zero value of its type: 0, "", null, an empty list. */
export function isZeroValue(value: Value): boolean {
  if (value === null || value === false || value === "" || value === 0) return true;
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0;
  if (value instanceof Double || value instanceof Uint) return value.value === 0;
  if (value instanceof Duration) return value.nanos === 0;
  if (value instanceof Timestamp) return isZeroTime(value);
  return value instanceof Uint8Array && value.length === 0;
}
