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

/** Metrics of one name, told apart by their labels. */
export interface MetricVec<M> {
  /** The metric for values of the labels; the same one each time. Hot paths ask once and keep it. */
  with(...values: string[]): M;
}

/** A value that is looked up when somebody reads the metrics. */
export interface CollectedValue {
  readonly values: readonly string[];
  readonly value: number;
}

/** All metrics of a server. */
export interface MetricsRegistry {
  counter(options: MetricOptions): MetricVec<Counter>;
  gauge(options: MetricOptions): MetricVec<Gauge>;
  /** `also` prints the same series under another name. */
  histogram(options: MetricOptions, bounds: readonly number[], also?: MetricOptions): MetricVec<Histogram>;
  /** A gauge or counter whose values are looked up when they are read. */
  collected(type: "gauge" | "counter", options: MetricOptions, collect: () => Iterable<CollectedValue>): void;
  /** What is registered, and how many are hidden. */
  census(): { readonly shown: readonly MetricOptions[]; readonly hidden: number };
  /** Everything in Prometheus' text format. */
  expose(): string;
}

/** Which deprecated metrics are to be seen. */
export interface MetricsRegistryOptions {
  /** Metrics that a release before this one deprecated are hidden. */
  readonly release: number;
  /** Shows them all the same (--show-hidden-metrics-for-version). */
  readonly showHidden?: boolean | undefined;
}

export function createMetricsRegistry({ release, showHidden }: MetricsRegistryOptions): MetricsRegistry {
  const families: MetricFamily[] = [];
  let hidden = 0;
  const add = (family: MetricFamily): void => {
    const { deprecatedSince } = family.options;
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
    census: () => ({ shown: families.map(({ options }) => options), hidden }),
    expose: () =>
      families
        .toSorted((a, b) => (a.options.name < b.options.name ? -1 : 1))
        .map(writeFamily)
        .join(""),
  };
}

function asSeries({ values, value }: CollectedValue): Series<Gauge> {
  const metric = new Gauge();
  metric.set(value);
  return { values, metric };
}
