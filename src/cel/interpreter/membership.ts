import { Double } from "../../apimachinery/json/value.ts";
import { listContains } from "../values/equality.ts";
import { EvalError, unhashable } from "../values/eval-error.ts";
import type { ListValue, Value } from "../values/value.ts";
import { Uint } from "../values/uint.ts";
import type { Step } from "./frame.ts";

const isPrimitive = (value: Value): boolean =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number" || typeof value === "bigint";
const isPlain = (value: Value): boolean => isPrimitive(value) || value instanceof Uint || value instanceof Double;

/** Evaluates `x in [constants]` as a set lookup; undefined if the list contains values that cannot be looked up. */
export function membershipStep(value: Step, list: ListValue): Step | undefined {
  const elements = list.toArray();
  if (!elements.every(isPlain)) return undefined;
  const lookup = elements.every(isPrimitive) ? new Set(elements) : undefined;
  return (frame) => {
    const sought = value(frame);
    if (sought instanceof EvalError) return sought;
    if (lookup !== undefined && isPrimitive(sought)) return lookup.has(sought);
    if (sought instanceof Uint8Array) throw unhashable();
    return listContains(list, sought, frame);
  };
}
