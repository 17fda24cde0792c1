import { divisionByZero, modulusByZero, uintOverflow, type EvalError } from "./eval-error.ts";
import { type Int, intOf } from "./int.ts";

export const maxUint64 = 18446744073709551615n;

/** A uint64. The value is a `number` while it is a safe integer, so equal values compare with `===`. */
export class Uint {
  readonly value: Int;
  constructor(value: Int) {
    this.value = value;
  }
  toString(): string {
    return String(this.value);
  }
}

export const checkedUint = (value: bigint): Uint | EvalError =>
  value < 0n || value > maxUint64 ? uintOverflow : new Uint(intOf(value));

export const addUint = (a: Uint, b: Uint): Uint | EvalError => checkedUint(BigInt(a.value) + BigInt(b.value));
export const subtractUint = (a: Uint, b: Uint): Uint | EvalError => checkedUint(BigInt(a.value) - BigInt(b.value));
export const multiplyUint = (a: Uint, b: Uint): Uint | EvalError => checkedUint(BigInt(a.value) * BigInt(b.value));
export const divideUint = (a: Uint, b: Uint): Uint | EvalError =>
  b.value === 0 ? divisionByZero : checkedUint(BigInt(a.value) / BigInt(b.value));
export const moduloUint = (a: Uint, b: Uint): Uint | EvalError =>
  b.value === 0 ? modulusByZero : checkedUint(BigInt(a.value) % BigInt(b.value));

/** Converts a float64 to uint64, truncating it; undefined if out of range. */
export function uintFromDouble(value: number): Uint | undefined {
  return value >= 0 && value < 2 ** 64 ? new Uint(intOf(BigInt(Math.trunc(value)))) : undefined;
}
