import { addInt, type Int, negateInt, subtractInt } from "./int.ts";
import { EvalError } from "./eval-error.ts";

const durationOverflow = new EvalError("integer overflow");

/** A duration in nanoseconds. */
export class Duration {
  readonly nanos: Int;
  constructor(nanos: Int) {
    this.nanos = nanos;
  }

  /**
   * Returns the seconds as a float64, computed as in Go: whole and fractional part are converted separately and added.
   */
  get seconds(): number {
    const nanos = BigInt(this.nanos);
    return Number(nanos / 1000000000n) + Number(nanos % 1000000000n) / 1e9;
  }
}

const durationOf = (nanos: Int | EvalError): Duration | EvalError =>
  nanos instanceof EvalError ? durationOverflow : new Duration(nanos);

export const addDurations = (a: Duration, b: Duration): Duration | EvalError => durationOf(addInt(a.nanos, b.nanos));
export const subtractDurations = (a: Duration, b: Duration): Duration | EvalError =>
  durationOf(subtractInt(a.nanos, b.nanos));
export const negateDuration = (a: Duration): Duration | EvalError => durationOf(negateInt(a.nanos));
