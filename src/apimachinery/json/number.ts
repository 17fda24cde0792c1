import { Double, type JsonNumber } from "./value.ts";

const maxInt64 = 9223372036854775807n;
const minInt64 = -9223372036854775808n;

/** Characters of the longest int64; longer tokens are not worth a bigint. */
const maxInt64Length = 20;

/** True for a bigint that Go keeps as int64. */
export const isInt64 = (value: bigint): boolean => value >= minInt64 && value <= maxInt64;

/** A float64 as a JsonNumber: whole ones become Double. */
export const floatNumber = (value: number): JsonNumber => (Number.isInteger(value) ? new Double(value) : value);

/** An int64 as a JsonNumber: a number as long as it is safe. */
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
 * A number token of valid JSON as Go decodes it: int64 where it fits and is written as one, else float64. Undefined
 * beyond float64.
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
