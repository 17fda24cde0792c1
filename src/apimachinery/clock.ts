/** The source of time; tests use a fake one. */
export interface Clock {
  /** Returns the milliseconds since the epoch. */
  now(): number;
  /** Returns a monotonic time in fractional milliseconds, for durations. */
  monotonic(): number;
  /** Runs `callback` once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
  /**
   * Runs a reconciliation: at once on most clocks; on the clock of a world when its time allows, one step after the
   * other. Work that rejects is a bug of the caller.
   */
  turn?(work: () => Promise<void>): void;
  /**
   * Runs work that belongs to the reconciliation under way, such as writing its events: at its end and before the next
   * one where reconciliations take turns; otherwise at once.
   */
  afterTurn?(work: () => Promise<void>): void;
  /**
   * The clock of the machine, where this one measures the time of a world: for what must go on while the world is
   * paused, such as reconnecting a watch.
   */
  readonly host?: Clock;
}
