import { base64UrlOfBytes, bytesOfBase64Url } from "../../../apimachinery/base64.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Encodes bytes, or a string as UTF-8, as base64url without padding. */
export function toBase64Url(data: string | Uint8Array): string {
  return base64UrlOfBytes(typeof data === "string" ? utf8.encode(data) : data);
}

/** Decodes base64url without padding; returns undefined if the text is not valid. */
export function fromBase64Url(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(encoded)) return undefined; // atob takes padding and white space
  try {
    return bytesOfBase64Url(encoded);
  } catch {
    return undefined; // tokens of clients are not necessarily valid
  }
}

/** Decodes a JSON object in base64url; returns undefined if the text is not valid. */
export function jsonFromBase64Url(encoded: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = fromBase64Url(encoded);
  if (bytes === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text.decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // not JSON
  }
}
