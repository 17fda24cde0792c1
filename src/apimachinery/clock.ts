/** The source of time; tests use a fake one. */
export interface Clock {
  /** Returns the milliseconds since the epoch. */
  now(): number;
  /** Returns a monotonic time in fractional milliseconds, for durations. */
  monotonic(): number;
  /** Runs `callback` once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}
