import { Double, type JsonObject, type JsonValue } from "./value.ts";

/**
 * The levels of nesting of what is understood of a body: schemas, sets of fields, configurations, custom resources. Go
 * reads 10,000 levels of JSON, but what follows is recursive, and the stacks of engines differ.
 */
export const maxNesting = 1000;

/** The message for a value that is nested deeper. */
export const nestedTooDeep = `exceeded max depth of ${maxNesting}`;

/** Reports whether a value is nested deeper than `levels`. */
export function isDeeper(value: JsonValue, levels = maxNesting): boolean {
  if (typeof value !== "object" || value === null || value instanceof Double) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => typeof item === "object" && isDeeper(item, levels - 1));
  const object = value as JsonObject; // neither a scalar nor a list
  for (const name in object) {
    const member = object[name];
    if (typeof member === "object" && isDeeper(member, levels - 1)) return true;
  }
  return false;
}
