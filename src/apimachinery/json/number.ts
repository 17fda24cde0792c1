import { Double, type JsonNumber } from "./value.ts";

const maxInt64 = 9223372036854775807n;
const minInt64 = -9223372036854775808n;

/** The length of the longest int64; longer tokens are not converted to a bigint. */
const maxInt64Length = 20;

/** Reports whether a bigint fits an int64. */
export const isInt64 = (value: bigint): boolean => value >= minInt64 && value <= maxInt64;

/** Returns a float64 as a JsonNumber: a Double if it is whole. */
export const floatNumber = (value: number): JsonNumber => (Number.isInteger(value) ? new Double(value) : value);

/** Returns an int64 as a JsonNumber: a number if it is a safe integer, else a bigint. */
export function intNumber(value: bigint): number | bigint {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

function isIntegerToken(token: string): boolean {
  for (let i = 0; i < token.length; i++) {
    const code = token.charCodeAt(i);
    if (code === 0x2e || code === 0x45 || code === 0x65) return false;
  }
  return true;
}

/**
 * Decodes a number token of valid JSON as Go does: an int64 if it is an integer that fits, else a float64. Undefined if
 * out of range.
 */
export function parseJsonNumber(token: string): JsonNumber | undefined {
  if (isIntegerToken(token)) {
    const small = Number(token);
    if (Number.isSafeInteger(small)) return small + 0;
    if (token.length <= maxInt64Length && isInt64(BigInt(token))) return BigInt(token);
  }
  const value = Number(token);
  return Number.isFinite(value) ? floatNumber(value) : undefined;
}
