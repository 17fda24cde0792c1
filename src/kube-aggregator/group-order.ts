import { compareVersions } from "../apimachinery/compare-versions.ts";
import { groupBy } from "../apimachinery/group-by.ts";
import { apiServiceName, type ApiServicePriority } from "../apis/apiregistration/local-api-services.ts";
import type { GroupVersion } from "../apimachinery/gvk.ts";

/** A group version with its priorities. */
export interface RankedVersion extends GroupVersion, ApiServicePriority {}

/** The groups with their versions in order, the preferred version first. */
export type OrderedGroups = readonly (readonly [group: string, versions: readonly RankedVersion[]])[];

const versionsInOrder = (versions: readonly RankedVersion[]): readonly RankedVersion[] =>
  versions.toSorted((a, b) => b.versionPriority - a.versionPriority || compareVersions(b.version, a.version));

/**
 * Returns groups in the order of `/apis`: each where the first of its APIServices stands by priority and then by name
 * (helper.SortedByGroupAndVersion).
 */
export function groupsInPlainOrder(all: readonly RankedVersion[]): OrderedGroups {
  const sorted = all.toSorted(
    (a, b) => b.groupPriorityMinimum - a.groupPriorityMinimum || (apiServiceName(a) < apiServiceName(b) ? -1 : 1),
  );
  return [...groupBy(sorted, ({ group }) => group)].map(([group, versions]) => [group, versionsInOrder(versions)]);
}

/** Returns groups in the order of aggregated discovery: by highest priority, then by name (calculateAPIGroups). */
export function groupsInAggregatedOrder(all: readonly RankedVersion[]): OrderedGroups {
  const highest = (versions: readonly RankedVersion[]): number =>
    Math.max(...versions.map((each) => each.groupPriorityMinimum));
  return [...groupBy(all, ({ group }) => group)]
    .toSorted(([a, of], [b, others]) => highest(others) - highest(of) || (a < b ? -1 : 1))
    .map(([group, versions]) => [group, versionsInOrder(versions)]);
}
