import { base64OfBytes, bytesOfBase64 } from "../../../apimachinery/base64.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Encodes bytes, or a string as UTF-8, as base64url without padding. */
export function toBase64Url(data: string | Uint8Array): string {
  const bytes = typeof data === "string" ? utf8.encode(data) : data;
  return base64OfBytes(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes base64url; returns undefined if the text is not valid. */
export function fromBase64Url(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytesOfBase64(encoded.replaceAll("-", "+").replaceAll("_", "/"));
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
