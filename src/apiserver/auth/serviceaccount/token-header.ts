import { isRecord } from "../../../apimachinery/is-record.ts";

/** The header of a JSON web token. */
export type TokenHeader = Readonly<Record<string, unknown>>;

/**
 * Reports whether a header asks for what must be understood and is not (RFC 7515, section 4.1.11). Like go-jose, no
 * extension is known but `b64`, and no token is signed without encoding its payload.
 */
export function hasUnknownExtensions({ crit, b64 }: TokenHeader): boolean {
  if (crit === undefined) return false;
  return !Array.isArray(crit) || crit.some((name) => name !== "b64") || b64 === false;
}

/** Reports whether a header brings certificates along, which go-jose reads, and this server does not. */
export const hasCertificates = (header: unknown): boolean => isRecord(header) && header["x5c"] !== undefined;
