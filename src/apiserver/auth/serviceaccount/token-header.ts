import { isObject } from "../../../apimachinery/json/value.ts";
import { decodeJsonReporting } from "../../../apimachinery/json/decode.ts";
import { fromBase64Url } from "./base64-url.ts";

/** The header of a JSON web token. */
export type TokenHeader = Readonly<Record<string, unknown>>;

/**
 * Decodes a header in base64url. Returns undefined if it is no JSON object, or has a member twice: go-jose takes
 * neither.
 */
export function readTokenHeader(encoded: string): TokenHeader | undefined {
  const bytes = fromBase64Url(encoded);
  if (bytes === undefined) return undefined;
  try {
    const { value, duplicates } = decodeJsonReporting(new TextDecoder().decode(bytes));
    return isObject(value) && duplicates.length === 0 ? value : undefined;
  } catch {
    return undefined; // not JSON
  }
}

/**
 * Reports whether a header asks for what must be understood and is not (RFC 7515, section 4.1.11). Like go-jose, no
 * extension is known but `b64`, and no token is signed without encoding its payload.
 */
export function hasUnknownExtensions({ crit, b64 }: TokenHeader): boolean {
  if (crit === undefined) return false;
  return !Array.isArray(crit) || crit.some((name) => name !== "b64") || b64 === false;
}

/** Reports whether a header brings certificates along, which go-jose reads, and this server does not. */
export const hasCertificates = (header: TokenHeader): boolean => header["x5c"] !== undefined;
