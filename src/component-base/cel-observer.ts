/** Hears what expressions cost in time, in milliseconds. */
export interface CelObserver {
  monotonic(): number;
  /** The rules of a schema were compiled. */
  compiled(ms: number): void;
  /** The rules of one value were evaluated. */
  evaluated(ms: number): void;
}
