import { decodeByteText } from "./byte-text.ts";

const percent = 37;
const plus = 43;

/**
 * Decodes a part of a URL as Go's url.PathUnescape and url.QueryUnescape do; undefined for malformed escapes. Bytes
 * that are not UTF-8 are kept (`decodeByteText`).
 */
export function unescapeUrl(text: string, plusIsSpace: boolean): string | undefined {
  const spaced = plusIsSpace && text.includes("+") ? text.replaceAll("+", " ") : text;
  const first = spaced.indexOf("%");
  if (first < 0) return spaced;
  if (!hasWholeEscapes(spaced, first)) return undefined;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeBytes(spaced);
  }
}

function hasWholeEscapes(text: string, first: number): boolean {
  for (let i = first; i >= 0; i = text.indexOf("%", i + 3)) {
    if (hexDigit(text.charCodeAt(i + 1)) < 0 || hexDigit(text.charCodeAt(i + 2)) < 0) return false;
  }
  return true;
}

function decodeBytes(text: string): string {
  const source = new TextEncoder().encode(text);
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    const byte = source[i] ?? plus;
    if (byte === percent) {
      bytes[length++] = hexDigit(source[i + 1] ?? 0) * 16 + hexDigit(source[i + 2] ?? 0);
      i += 2;
    } else {
      bytes[length++] = byte;
    }
  }
  return decodeByteText(bytes.subarray(0, length));
}

/** Returns the value of a hexadecimal digit's character code; -1 for anything else (including NaN past the end). */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  return -1;
}
