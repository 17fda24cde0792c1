import { closingQuote } from "./plain-text.ts";
import type { JsonObject, JsonValue } from "./value.ts";

/** A text without repeated members and its decoded value. */
export interface DecodedText {
  readonly text: string;
  readonly value: JsonValue;
}

/**
 * Decodes a text that equals `before` or differs from it only in one string value; undefined for any other text. The
 * result shares all unaffected parts with the earlier value: `{"a":{"x":"1"},"b":[2]}` after `{"a":{"x":"0"},"b":[2]}`
 * has the same `b`.
 */
export function decodeChange(before: DecodedText, text: string): JsonValue | undefined {
  if (text === before.text) return before.value;
  const place = placeOfString(text, firstDifference(before.text, text));
  if (place === undefined) return undefined;
  const [end, oldEnd] = [closingQuote(text, place.open), closingQuote(before.text, place.open)];
  if (text.length - end !== before.text.length - oldEnd || text.slice(end) !== before.text.slice(oldEnd))
    return undefined;
  const literal = text.slice(place.open, end + 1);
  const changed = literal.includes("\\") ? undefined : parseString(literal);
  return changed === undefined ? undefined : replaceAt(before.value, place.path, 0, changed);
}

/** The length of the parts that are compared as strings, which is much faster than by characters. */
const blockLength = 256;

function firstDifference(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at + blockLength <= length && a.slice(at, at + blockLength) === b.slice(at, at + blockLength))
    at += blockLength;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Parses a string literal; undefined if it contains characters that must be escaped. */
function parseString(literal: string): string | undefined {
  for (let i = 0; i < literal.length; i++) if (literal.charCodeAt(i) < 0x20) return undefined;
  return literal.slice(1, -1);
}

/** The offset of a string's opening quote and the path to it. */
interface StringPlace {
  readonly open: number;
  readonly path: readonly (string | number)[];
}

const [quote, comma, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d];

/** Returns the string value that contains or ends at an offset. The text is valid JSON up to there. */
function placeOfString(text: string, at: number): StringPlace | undefined {
  const path: (string | number)[] = [];
  let isKey = false;
  for (let pos = 0; pos < at; pos++) {
    switch (text.charCodeAt(pos)) {
      case quote: {
        const end = closingQuote(text, pos);
        if (end < 0) return undefined;
        if (end >= at) return isKey ? undefined : { open: pos, path };
        if (isKey) path[path.length - 1] = text.slice(pos + 1, end);
        isKey = false;
        pos = end;
        break;
      }
      case openBrace:
        path.push("");
        isKey = true;
        break;
      case openBracket:
        path.push(0);
        break;
      case closeBrace:
      case closeBracket:
        path.pop();
        isKey = false;
        break;
      case comma: {
        const step = path[path.length - 1];
        if (typeof step === "number") path[path.length - 1] = step + 1;
        else isKey = true;
      }
    }
  }
  return undefined;
}

/**
 * Returns a copy of the value with a string replaced at a path; undefined if a member name on the path was written with
 * escapes.
 */
function replaceAt(
  value: JsonValue | undefined,
  path: readonly (string | number)[],
  depth: number,
  changed: string,
): JsonValue | undefined {
  const step = path[depth];
  if (step === undefined) return typeof value === "string" ? changed : undefined;
  if (typeof step === "number") return replaceItem(value, step, path, depth, changed);
  if (
    typeof value !== "object" ||
    value === null ||
    Array.isArray(value) ||
    step === "__proto__" ||
    step.includes("\\") ||
    !Object.hasOwn(value, step)
  )
    return undefined;
  const members = value as JsonObject;
  const replaced = replaceAt(members[step], path, depth + 1, changed);
  if (replaced === undefined) return undefined;
  const copy: Record<string, JsonValue> = { ...members };
  copy[step] = replaced;
  return copy;
}

function replaceItem(
  value: JsonValue | undefined,
  place: number,
  path: readonly (string | number)[],
  depth: number,
  changed: string,
): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined;
  const replaced = replaceAt(value[place], path, depth + 1, changed);
  if (replaced === undefined) return undefined;
  const items: JsonValue[] = [...value];
  items[place] = replaced;
  return items;
}
