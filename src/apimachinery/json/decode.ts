import { JsonParser } from "./parser.ts";
import { countPlainMembers } from "./plain-text.ts";
import type { JsonValue } from "./value.ts";

export { JsonSyntaxError } from "./syntax-error.ts";

/** A decoded text and the paths of repeated members in document order: `spec.ports[0].name`. */
export interface DecodedJson {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
}

/** The nesting depth up to which members are counted recursively. */
const maxRecursion = 500;

/** Counts the members of all objects in a value from JSON.parse; NaN if it is nested too deeply. */
function countMembers(value: JsonValue, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth > maxRecursion) return NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item, depth + 1);
    return count;
  }
  for (const member of Object.values(value))
    count += 1 + (typeof member === "object" && member !== null ? countMembers(member, depth + 1) : 0);
  return count;
}

/** Returns the result of JSON.parse if Go would decode the text to the same value. */
function decodePlain(text: string): JsonValue | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const members = countPlainMembers(text);
  return members >= 0 && members === countMembers(value, 0) ? value : undefined;
}

/**
 * Decodes JSON as Kubernetes does: int64 values are exact and the last of repeated members wins. Throws
 * JsonSyntaxError.
 */
export const decodeJson = (text: string): JsonValue => decodePlain(text) ?? new JsonParser(text).parse();

/** Decodes JSON and returns the paths of repeated members, 100 at most. Throws JsonSyntaxError. */
export function decodeJsonReporting(text: string): DecodedJson {
  const value = decodePlain(text);
  if (value !== undefined) return { value, duplicates: [] };
  const duplicates = new Set<string>();
  return { value: new JsonParser(text, duplicates).parse(), duplicates: [...duplicates] };
}
