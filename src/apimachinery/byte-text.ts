// Go's strings hold any bytes. A byte that is not part of UTF-8 becomes the lone surrogate U+DC00 + byte, which decoded
// JSON never has. It is quoted as `\xNN` by `quoteGo`, and encoded in JSON as U+FFFD, as Go does.
const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const escapeBase = 0xdc00;
const loneByte = /[\udc80-\udcff]/;

/** Decodes UTF-8 without loss: bytes that are not UTF-8 become lone surrogates from U+DC80 to U+DCFF. */
export function decodeByteText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeByRune(bytes);
  }
}

/** Returns the byte that a rune of a decoded text stands for, or undefined if it is a character. */
export function byteOfRune(rune: string): number | undefined {
  return rune.length === 1 && loneByte.test(rune) ? rune.charCodeAt(0) - escapeBase : undefined;
}

/** Returns the bytes that `decodeByteText` decoded. */
export function encodeByteText(text: string): Uint8Array {
  if (text.isWellFormed()) return utf8.encode(text);
  return Uint8Array.from([...text].flatMap((rune) => [...bytesOfRune(rune)]));
}

/** Returns the bytes of a rune of a decoded text. */
export function bytesOfRune(rune: string): Uint8Array {
  const byte = byteOfRune(rune);
  return byte === undefined ? utf8.encode(rune) : Uint8Array.of(byte);
}

function decodeByRune(bytes: Uint8Array): string {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const length = runeLength(bytes[at] ?? 0);
    const rune = decodeRune(bytes.subarray(at, at + length));
    text += rune ?? String.fromCharCode(escapeBase + (bytes[at] ?? 0));
    at += rune === undefined ? 1 : length;
  }
  return text;
}

/** Returns the length of a rune by its first byte. A byte that begins no rune counts as one, which fails to decode. */
function runeLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function decodeRune(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
