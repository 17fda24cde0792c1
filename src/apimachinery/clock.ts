/** The source of time; tests use a fake one. */
export interface Clock {
  /** Returns the milliseconds since the epoch. */
  now(): number;
  /** Returns a monotonic time in fractional milliseconds, for durations. */
  monotonic(): number;
  /**
   * Runs `callback` once after `ms`; the returned function cancels it. On the clock of a world, callbacks that are due
   * at the same time run in the order of their keys, those without one first: an order that survives a restart.
   */
  after(ms: number, callback: () => void, key?: string): () => void;
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
   * Returns a text for the keys of timers of one owner. Those of an owner that asked later sort later; controllers ask
   * when they are made, so in the same order in each run of a server.
   */
  rank?(): string;
  /**
   * The clock of the machine, where this one measures the time of a world: for what must go on while the world is
   * paused, such as reconnecting a watch.
   */
  readonly host?: Clock;
}
