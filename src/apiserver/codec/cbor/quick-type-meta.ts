import type { CborReader } from "./cbor-reader.ts";

/** The apiVersion and kind of an object. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

const keyOf = (name: string): readonly number[] => [...name].map((char) => char.charCodeAt(0));
const kindKey = keyOf("kind");
const apiVersionKey = keyOf("apiVersion");

/** Returns the length of a short byte string from its first byte, or -1 for any other item. */
const shortLength = (first: number): number => (first >= 0x40 && first < 0x58 ? first - 0x40 : -1);

function isKey(bytes: Uint8Array, at: number, key: readonly number[]): boolean {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false;
  return true;
}

/** Reports whether a key is greater than the previous one of the same length. Equal keys are not ascending. */
function isAscending(bytes: Uint8Array, before: number, at: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    const difference = (bytes[at + i] ?? 0) - (bytes[before + i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/**
 * Reads the apiVersion and kind of an object whose outermost keys are short byte strings in canonical order, so that
 * there are no duplicates. Returns undefined for any other object, which needs the full decoder.
 */
export function quickTypeMeta(
  { bytes, spans }: Pick<CborReader, "bytes" | "spans">,
  readText: (at: number) => string,
): TypeMeta | undefined {
  let at = bytes[0] === 0xd9 && bytes[1] === 0xd9 && bytes[2] === 0xf7 ? 3 : 0;
  const count = (bytes[at] ?? 0) - 0xa0;
  if (count < 1 || spans.length !== count * 2) return undefined;
  const found = { apiVersion: "", kind: "" };
  let before = 0;
  let lengthBefore = -1;
  at++;
  for (let i = 0; i < spans.length; i += 2) {
    const length = shortLength(bytes[at] ?? 0);
    if (length < lengthBefore || length < 0) return undefined;
    if (length === lengthBefore && !isAscending(bytes, before, at + 1, length)) return undefined;
    const value = spans[i] ?? 0;
    const name =
      length === kindKey.length && isKey(bytes, at + 1, kindKey)
        ? "kind"
        : length === apiVersionKey.length && isKey(bytes, at + 1, apiVersionKey)
          ? "apiVersion"
          : undefined;
    if (name !== undefined) {
      if (shortLength(bytes[value] ?? 0) < 0) return undefined;
      found[name] = readText(value);
    }
    before = at + 1;
    lengthBefore = length;
    at = spans[i + 1] ?? 0;
  }
  return found;
}
