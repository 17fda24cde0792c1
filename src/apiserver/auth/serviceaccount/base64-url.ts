import { base64OfBytes, bytesOfBase64 } from "../../../apimachinery/base64.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** Bytes, or the UTF-8 of a text, in base64url without padding. */
export function toBase64Url(data: string | Uint8Array): string {
  const bytes = typeof data === "string" ? utf8.encode(data) : data;
  return base64OfBytes(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a base64url text, or undefined where it is none. */
export function fromBase64Url(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytesOfBase64(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return undefined; // clients send whatever they like
  }
}

/** The JSON object in a base64url text, or undefined. */
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
