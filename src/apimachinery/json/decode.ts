import { JsonParser } from "./parser.ts";
import { countPlainMembers } from "./plain-text.ts";
import type { JsonValue } from "./value.ts";

export { JsonSyntaxError } from "./syntax-error.ts";

/** A decoded text and the paths of members that occur more than once, in document order: `spec.ports[0].name`. */
export interface DecodedJson {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
}

/** Nesting up to which counting is left to plain recursion. */
const maxRecursion = 500;

/** Members of all objects in a tree that JSON.parse made; NaN where it is nested too deep for that. */
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

/** What JSON.parse makes of the text, if Go would make the same of it. */
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

/** Decodes JSON as Kubernetes does: int64 exact, the last of duplicate members wins. Throws JsonSyntaxError. */
export const decodeJson = (text: string): JsonValue => decodePlain(text) ?? new JsonParser(text).parse();

/** Decodes JSON and names duplicate members, 100 at most. Throws JsonSyntaxError. */
export function decodeJsonReporting(text: string): DecodedJson {
  const value = decodePlain(text);
  if (value !== undefined) return { value, duplicates: [] };
  const duplicates = new Set<string>();
  return { value: new JsonParser(text, duplicates).parse(), duplicates: [...duplicates] };
}
