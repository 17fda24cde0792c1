const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const replacement = "\ufffd";

/**
 * Decodes UTF-8 as Go prints invalid texts: each byte that belongs to no character becomes U+FFFD (utf8.DecodeRune),
 * where the decoder of the platform puts one for all bytes of a character that is cut off.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  return text.includes(replacement) ? decodeEach(bytes) : text;
}

/** Decodes what lies between invalid bytes in one piece. */
function decodeEach(bytes: Uint8Array): string {
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < bytes.length;) {
    const length = lengthAt(bytes, i);
    if (length === 0) {
      parts.push(decoder.decode(bytes.subarray(start, i)), replacement);
      start = i + 1;
    }
    i += length === 0 ? 1 : length;
  }
  parts.push(decoder.decode(bytes.subarray(start)));
  return parts.join("");
}

const isBetween = (byte: number | undefined, from: number, to: number): boolean =>
  byte !== undefined && byte >= from && byte <= to;

/** The bounds of the second byte after those first bytes that do not allow all. */
const seconds: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

/** Returns the length of the character at an index, 0 where there is none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = isBetween(first, 0xc2, 0xdf)
    ? 2
    : isBetween(first, 0xe0, 0xef)
      ? 3
      : isBetween(first, 0xf0, 0xf4)
        ? 4
        : 0;
  const [from, to] = seconds.get(first) ?? [0x80, 0xbf];
  if (length === 0 || !isBetween(bytes[at + 1], from, to)) return 0;
  for (let i = 2; i < length; i++) if (!isBetween(bytes[at + i], 0x80, 0xbf)) return 0;
  return length;
}
