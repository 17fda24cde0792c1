import { maxUint64 } from "../values/uint.ts";

/** A saturating uint64, represented as a number while it is a safe integer, otherwise as a bigint. */
export type Uint64 = number | bigint;

export const unbounded: Uint64 = maxUint64;

const doubleTwoTo64 = 2 ** 64;

function saturate(value: bigint): Uint64 {
  if (value >= maxUint64) return unbounded;
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

export function addUint64(a: Uint64, b: Uint64): Uint64 {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  if (a === unbounded || b === unbounded) return unbounded;
  return saturate(BigInt(a) + BigInt(b));
}

export function multiplyUint64(a: Uint64, b: Uint64): Uint64 {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product;
  }
  if (a === 0 || b === 0) return 0;
  if (a === unbounded || b === unbounded) return unbounded;
  return saturate(BigInt(a) * BigInt(b));
}

/** Cached products of the unbounded size, which is scaled for every overload of a call. */
const scaledUnbounded = new Map<number, Uint64>();

/** Multiplies by a float64 factor and rounds up, which converts sizes to costs. */
export function scaleUint64(value: Uint64, factor: number): Uint64 {
  if (value !== unbounded) return scale(value, factor);
  const known = scaledUnbounded.get(factor);
  if (known !== undefined) return known;
  const scaled = scale(value, factor);
  if (scaledUnbounded.size < 100) scaledUnbounded.set(factor, scaled);
  return scaled;
}

function scale(value: Uint64, factor: number): Uint64 {
  const product = Math.ceil(Number(value) * factor);
  if (product >= doubleTwoTo64) return unbounded;
  return Number.isSafeInteger(product) ? product : saturate(BigInt(product));
}

export const minUint64 = (a: Uint64, b: Uint64): Uint64 => (a <= b ? a : b);
export const maxOfUint64 = (a: Uint64, b: Uint64): Uint64 => (a >= b ? a : b);

/** Wraps to a uint64, where Go's arithmetic overflows without a check. */
export const wrapUint64 = (value: bigint): Uint64 => saturate(BigInt.asUintN(64, value));
