import type { GroupVersionResource } from "../../../apimachinery/gvk.ts";
import type { Counter } from "../../../component-base/metrics/metric.ts";
import type { MetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";

/** What a list was and found. */
export interface MeasuredList {
  /** Objects that were looked at. */
  readonly fetched: number;
  readonly returned: number;
  /** The newest state was asked for, not just any. */
  readonly consistent: boolean;
}

/** Counts a list of a resource. */
export type ObserveList = (resource: GroupVersionResource, list: MeasuredList) => void;

interface ListCounters {
  readonly lists: Counter;
  readonly fetched: Counter;
  readonly returned: Counter;
  readonly consistent: Counter;
}

/** Metrics of lists, all of which are answered from what is kept in memory (cacher/metrics). */
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
