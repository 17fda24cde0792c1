import { JsonParser, maxDepth } from "./parser.ts";
import { closingQuote, countPlainMembers } from "./plain-text.ts";
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

/** Reports whether a text is nested deeper than JSON may be, if it is JSON at all. */
function isNestedDeeper(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let depth = 0;
  for (let pos = 0; pos < text.length; pos++) {
    const code = text.charCodeAt(pos);
    if (code === 0x7b || code === 0x5b) {
      if (++depth > most) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x22 && (pos = closingQuote(text, pos)) < 0) return false;
  }
  return false;
}

/** Returns the result of JSON.parse, which may differ from Go's; undefined if the text is invalid. */
function parsePlain(text: string): JsonValue | undefined {
  if (isNestedDeeper(text, maxDepth)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reports whether Go would decode the text to the value of JSON.parse. */
function isPlain(text: string, value: JsonValue): boolean {
  const members = countPlainMembers(text);
  return members >= 0 && members === countMembers(value, 0);
}

/** Returns the result of JSON.parse if Go would decode the text to the same value. */
function decodePlain(text: string): JsonValue | undefined {
  const value = parsePlain(text);
  return value !== undefined && isPlain(text, value) ? value : undefined;
}

/**
 * Decodes JSON as Kubernetes does: int64 values are exact and the last of repeated members wins. Throws
 * JsonSyntaxError.
 */
export const decodeJson = (text: string): JsonValue => decodePlain(text) ?? new JsonParser(text).parse();

/** How the decoding of a large text pauses. */
export interface DecodingPace {
  /** Computes a part once, after which decoding may pause by throwing. */
  phase<T extends object>(make: () => T): T;
  /** Counts steps, after which decoding may pause by throwing. */
  step(steps: number): void;
}

const atOnce: DecodingPace = { phase: (make) => make(), step: () => {} };

/** Decodes JSON and returns the paths of repeated members, 100 at most. Throws JsonSyntaxError. */
export function decodeJsonReporting(text: string, pace = atOnce): DecodedJson {
  const { value } = pace.phase(() => ({ value: parsePlain(text) }));
  if (value !== undefined && pace.phase(() => ({ plain: isPlain(text, value) })).plain)
    return { value, duplicates: [] };
  const { parser, duplicates } = pace.phase(() => {
    const found = new Set<string>();
    return { parser: new JsonParser(text, found), duplicates: found };
  });
  return { value: parser.parse(pace.step), duplicates: [...duplicates] };
}
