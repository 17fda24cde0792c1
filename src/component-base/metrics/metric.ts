/**
 * How long a metric will stay as it is (component-base metrics StabilityLevel); undefined for those of the process,
 * which say nothing.
 */
export type Stability = "ALPHA" | "BETA" | "STABLE" | undefined;

/** What a family of metrics is called and what its labels are. */
export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly stability?: Stability;
  readonly labels?: readonly string[];
  /** The minor release that deprecated it (MetricOpts.DeprecatedVersion); the next one hides it. */
  readonly deprecatedSince?: number;
}

export type MetricType = "counter" | "gauge" | "histogram";

/** A number that only grows. */
export class Counter {
  value = 0;

  inc(by = 1): void {
    this.value += by;
  }
}

/** A number that goes up and down. */
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

/** How often a value fell below each bound. */
export class Histogram {
  readonly bounds: readonly number[];
  /** Observations for each bound and those above all of them; not summed up. */
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

/** Bounds that grow by a factor (prometheus.ExponentialBuckets). */
export const exponentialBounds = (start: number, factor: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => start * factor ** i);

/** Bounds at equal distances (prometheus.LinearBuckets). */
export const linearBounds = (start: number, width: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => start + width * i);

/** One metric with the values of its labels. */
export interface Series<M> {
  readonly values: readonly string[];
  readonly metric: M;
}

/** A family as it is printed. */
export interface MetricFamily {
  readonly options: MetricOptions;
  readonly type: MetricType;
  /** Series as they are at this moment. */
  collect(): Iterable<Series<Counter | Gauge | Histogram>>;
}
