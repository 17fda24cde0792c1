import type { GroupVersionResource } from "../../../apimachinery/gvk.ts";
import type { Counter } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** The measurements of a list request. */
export interface MeasuredList {
  /** The number of objects read. */
  readonly fetched: number;
  readonly returned: number;
  /** Whether the request required the most recent state. */
  readonly consistent: boolean;
}

/** Records a list of a resource. */
export type ObserveList = (resource: GroupVersionResource, list: MeasuredList) => void;

interface ListCounters {
  readonly lists: Counter;
  readonly fetched: Counter;
  readonly returned: Counter;
  readonly consistent: Counter;
}

/** Creates the metrics of lists, all of which are served from memory (cacher/metrics). */
export function createListMetrics(registry: MetricsRegistry): ObserveList {
  const labels = ["group", "resource", "index"];
  const lists = registry.counter({
    name: "apiserver_cache_list_total",
    stability: "ALPHA",
    labels,
    help: "Number of LIST requests served from watch cache",
  });
  const fetched = registry.counter({
    name: "apiserver_cache_list_fetched_objects_total",
    stability: "ALPHA",
    labels,
    help: "Number of objects read from watch cache in the course of serving a LIST request",
  });
  const returned = registry.counter({
    name: "apiserver_cache_list_returned_objects_total",
    stability: "ALPHA",
    labels: ["group", "resource"],
    help: "Number of objects returned for a LIST request from watch cache",
  });
  const consistent = registry.counter({
    name: "apiserver_watch_cache_consistent_read_total",
    stability: "ALPHA",
    labels: ["group", "resource", "success", "fallback"],
    help: "Counter for consistent reads from cache.",
  });
  const known = new WeakMap<GroupVersionResource, ListCounters>();
  const countersOf = (of: GroupVersionResource): ListCounters => {
    const { group, resource } = of;
    const made = {
      lists: lists.with(group, resource, ""),
      fetched: fetched.with(group, resource, ""),
      returned: returned.with(group, resource),
      consistent: consistent.with(group, resource, "true", "false"),
    };
    known.set(of, made);
    return made;
  };
  return (resource, list) => {
    const counters = known.get(resource) ?? countersOf(resource);
    counters.lists.inc();
    counters.fetched.inc(list.fetched);
    counters.returned.inc(list.returned);
    if (list.consistent) counters.consistent.inc();
  };
}
