const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Invalid base64, with Go's message (base64.CorruptInputError). */
export class Base64Error extends Error {
  constructor(byte: number) {
    super(`illegal base64 data at input byte ${byte}`);
    this.name = "Base64Error";
  }
}

/**
 * Decodes base64url without padding, as Go does (RawURLEncoding). Line breaks are skipped; the error reports the index
 * of the first other invalid character.
 */
export function decodeBase64Url(text: string): Uint8Array {
  const sextets: number[] = [];
  let lastAt = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\n" || char === "\r") continue;
    const value = alphabet.indexOf(char);
    if (value < 0) throw new Base64Error(byteLength(text.slice(0, at)));
    sextets.push(value);
    lastAt = at;
  }
  if (sextets.length % 4 === 1) throw new Base64Error(lastAt);
  return joinSextets(sextets);
}

function joinSextets(sextets: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.floor((sextets.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const sextet of sextets) {
    bits = ((bits << 6) | sextet) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 0xff;
  }
  return bytes;
}

/** Encodes the UTF-8 bytes of a text as base64url without padding. */
export function encodeBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let out = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const group =
      alphabet.charAt(bits >> 18) +
      alphabet.charAt((bits >> 12) & 63) +
      alphabet.charAt((bits >> 6) & 63) +
      alphabet.charAt(bits & 63);
    out += group.slice(0, Math.min(3, bytes.length - at) + 1);
  }
  return out;
}
