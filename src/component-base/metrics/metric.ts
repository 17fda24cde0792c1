/**
 * The stability level of a metric (component-base metrics StabilityLevel); undefined for process metrics, which declare
 * none.
 */
export type Stability = "ALPHA" | "BETA" | "STABLE" | undefined;

/** The name, help and labels of a metric family. */
export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly stability?: Stability;
  readonly labels?: readonly string[];
  /** The minor release that deprecated it (MetricOpts.DeprecatedVersion); the next one hides it. */
  readonly deprecatedSince?: number;
}

export type MetricType = "counter" | "gauge" | "histogram";

/** A value that only increases. */
export class Counter {
  value = 0;

  inc(by = 1): void {
    this.value += by;
  }
}

/** A value that can increase and decrease. */
export class Gauge {
  value = 0;

  inc(): void {
    this.value += 1;
  }

  dec(): void {
    this.value -= 1;
  }

  set(value: number): void {
    this.value = value;
  }
}

/** Counts observations in buckets. */
export class Histogram {
  readonly bounds: readonly number[];
  /** The number of observations per bucket, the last one for those above all bounds; not cumulative. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? 0)) at++;
    counts[at] = (counts[at] ?? 0) + 1;
    this.sum += value;
  }
}

/** Returns bounds that grow by a factor (prometheus.ExponentialBuckets). */
export const exponentialBounds = (start: number, factor: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => start * factor ** i);

/** Returns evenly spaced bounds (prometheus.LinearBuckets). */
export const linearBounds = (start: number, width: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => start + width * i);

/** A metric with its label values. */
export interface Series<M> {
  readonly values: readonly string[];
  readonly metric: M;
}

/** A metric family for exposition. */
export interface MetricFamily {
  readonly options: MetricOptions;
  readonly type: MetricType;
  /** Returns the current series. */
  collect(): Iterable<Series<Counter | Gauge | Histogram>>;
}
