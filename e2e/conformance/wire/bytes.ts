const utf8 = new TextDecoder();

/** Bytes as text; what is no UTF-8 becomes U+FFFD. A byte order mark stays. */
export const textOf = (bytes: Uint8Array): string =>
  hasMark(bytes) ? `\ufeff${utf8.decode(bytes)}` : utf8.decode(bytes);

const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let latin1 = "";
  for (const byte of bytes) latin1 += String.fromCharCode(byte);
  return btoa(latin1);
}

/** Base64 as bytes. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** One after the other in new memory. */
export function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** A reader of numbers in these bytes. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
