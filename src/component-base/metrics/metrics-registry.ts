import {
  Counter,
  Gauge,
  Histogram,
  type MetricFamily,
  type MetricOptions,
  type MetricType,
  type Series,
} from "./metric.ts";
import { writeFamily } from "./text-format.ts";

/** A metric vector: metrics of one name, distinguished by label values. */
export interface MetricVec<M> {
  /** Returns the metric for these label values, always the same instance. Hot paths look it up once and keep it. */
  with(...values: string[]): M;
}

/** A value that is collected when the metrics are read. */
export interface CollectedValue {
  readonly values: readonly string[];
  readonly value: number;
}

/** The metrics registry of a server. A second registration of a name throws an Error, as in Prometheus' client. */
export interface MetricsRegistry {
  counter(options: MetricOptions): MetricVec<Counter>;
  gauge(options: MetricOptions): MetricVec<Gauge>;
  /** `also` exposes the same series under a second name. */
  histogram(options: MetricOptions, bounds: readonly number[], also?: MetricOptions): MetricVec<Histogram>;
  /** Registers a gauge or counter whose values are collected when the metrics are read. */
  collected(type: "gauge" | "counter", options: MetricOptions, collect: () => Iterable<CollectedValue>): void;
  /** Returns a function that computes a value once for each reading of the metrics, for metrics with one source. */
  perReading<T>(compute: () => T): () => T;
  /** Registers work that is done before the metrics are read. */
  beforeReading(prepare: () => Promise<void>): void;
  /** Resolves when that has been done. */
  prepare(): Promise<unknown>;
  /** Returns the registered metrics that are shown and the number of hidden ones. */
  census(): { readonly shown: readonly MetricOptions[]; readonly hidden: number };
  /** Returns all metrics in the Prometheus text format. */
  expose(): string;
}

/** Controls the visibility of deprecated metrics. */
export interface MetricsRegistryOptions {
  /** Hides metrics that were deprecated in an earlier release than this. */
  readonly release: number;
  /** Shows hidden metrics (--show-hidden-metrics-for-version). */
  readonly showHidden?: boolean | undefined;
}

export function createMetricsRegistry({ release, showHidden }: MetricsRegistryOptions): MetricsRegistry {
  const families: MetricFamily[] = [];
  const names = new Set<string>();
  const preparations: (() => Promise<void>)[] = [];
  let hidden = 0;
  let readings = 0;
  const add = (family: MetricFamily): void => {
    const { name, deprecatedSince } = family.options;
    if (names.has(name)) throw new Error(`duplicate metrics collector registration attempted: ${name}`);
    names.add(name);
    if (deprecatedSince !== undefined && deprecatedSince < release && showHidden !== true) hidden++;
    else families.push(family);
  };
  const vec = <M extends Counter | Gauge | Histogram>(
    type: MetricType,
    options: MetricOptions,
    make: () => M,
    also?: MetricOptions,
  ): MetricVec<M> => {
    const series = new Map<string, Series<M>>();
    for (const named of also === undefined ? [options] : [options, also])
      add({ options: named, type, collect: () => series.values() });
    return {
      with(...values) {
        const key = values.join("\u0000");
        const known = series.get(key);
        if (known !== undefined) return known.metric;
        const metric = make();
        series.set(key, { values, metric });
        return metric;
      },
    };
  };
  return {
    counter: (options) => vec("counter", options, () => new Counter()),
    gauge: (options) => vec("gauge", options, () => new Gauge()),
    histogram: (options, bounds, also) => vec("histogram", options, () => new Histogram(bounds), also),
    collected: (type, options, collect) => add({ options, type, collect: () => [...collect()].map(asSeries) }),
    perReading(compute) {
      let last: { readonly reading: number; readonly value: ReturnType<typeof compute> } | undefined;
      return () => {
        if (last?.reading !== readings) last = { reading: readings, value: compute() };
        return last.value;
      };
    },
    beforeReading: (prepare) => void preparations.push(prepare),
    prepare: () => Promise.all(preparations.map((prepare) => prepare())),
    census: () => ({ shown: families.map(({ options }) => options), hidden }),
    expose() {
      readings++;
      return families
        .toSorted((a, b) => (a.options.name < b.options.name ? -1 : 1))
        .map(writeFamily)
        .join("");
    },
  };
}

function asSeries({ values, value }: CollectedValue): Series<Gauge> {
  const metric = new Gauge();
  metric.set(value);
  return { values, metric };
}
