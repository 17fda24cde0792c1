import { JsonParser, maxDepth } from "./parser.ts";
import { countMembers, PiecewiseParser } from "./piecewise-parser.ts";
import { closingQuote, countPlainMembers } from "./plain-text.ts";
import type { JsonValue } from "./value.ts";

export { JsonSyntaxError } from "./syntax-error.ts";

/** A decoded text and the paths of repeated members in document order: `spec.ports[0].name`. */
export interface DecodedJson {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
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
  return members >= 0 && members === countMembers(value);
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

/** Texts of this length are parsed in pieces. */
const longText = 1 << 16;

/** Decodes JSON and returns the paths of repeated members, 100 at most. Throws JsonSyntaxError. */
export function decodeJsonReporting(text: string, pace = atOnce): DecodedJson {
  const value = text.length < longText ? decodePlain(text) : decodeInPieces(text, pace);
  if (value !== undefined) return { value, duplicates: [] };
  const { parser, duplicates } = pace.phase(() => {
    const found = new Set<string>();
    return { parser: new JsonParser(text, found), duplicates: found };
  });
  return { value: parser.parse(pace.step), duplicates: [...duplicates] };
}

function decodeInPieces(text: string, pace: DecodingPace): JsonValue | undefined {
  const pieces = pace.phase(() => new PiecewiseParser(text));
  return pieces.parse(pace.step);
}
