import { maxUint64 } from "../values/uint.ts";

/** A uint64 that saturates: a number while it is a safe integer, else a bigint. */
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

/** What is unbounded comes up for every overload of a call: worth remembering. */
const scaledUnbounded = new Map<number, Uint64>();

/** Times a factor in float64, rounded up: how sizes become costs. */
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

/** A uint64 that wraps around, as Go's arithmetic does where nobody checks. */
export const wrapUint64 = (value: bigint): Uint64 => saturate(BigInt.asUintN(64, value));
