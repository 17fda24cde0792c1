/** Observes the time that expressions take, in milliseconds. */
export interface CelObserver {
  monotonic(): number;
  /** Called when the rules of a schema were compiled. */
  compiled(ms: number): void;
  /** Called when the rules of one value were evaluated. */
  evaluated(ms: number): void;
}
