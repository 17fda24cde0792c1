import { trimRight } from "./trim.ts";

/** Decodes base64; throws the DOMException of `atob` for invalid text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

const chunk = 8192;

/** Encodes bytes as canonical base64. */
export function base64OfBytes(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += chunk) binary += String.fromCharCode(...bytes.subarray(i, i + chunk));
  return btoa(binary);
}

/** Decodes base64url without padding; throws the DOMException of `atob` for invalid text. */
export const bytesOfBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  bytesOfBase64(text.replaceAll("-", "+").replaceAll("_", "/"));

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export const base64UrlOfBytes = (bytes: Uint8Array): string =>
  trimRight(base64OfBytes(bytes), "=").replaceAll("+", "-").replaceAll("/", "_");
