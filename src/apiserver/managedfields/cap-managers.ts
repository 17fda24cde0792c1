import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { buildManagerIdentifier } from "./manager-identifier.ts";
import type { Managed } from "./managed.ts";

const maxUpdateManagers = 10;
const oldUpdatesManagerName = "ancient-changes";

/** Above ten updaters the oldest of one version become one (internal.capManagersManager). */
export function capUpdateManagers(managed: Managed): void {
  if (managed.sets.size <= maxUpdateManagers) return;
  const updaters = [...managed.sets].filter(([, { applied }]) => !applied).map(([identifier]) => identifier);
  if (updaters.length > maxUpdateManagers) mergeOldest(managed, updaters);
}

function mergeOldest(managed: Managed, updaters: string[]): void {
  const timeOf = (identifier: string): string => managed.times.get(identifier) ?? "";
  updaters.sort((a, b) => compareUtf8(timeOf(a), timeOf(b)) || compareUtf8(a, b));
  const firsts = new Map<string, string>();
  let left = updaters.length;
  for (const identifier of updaters) {
    if (left <= maxUpdateManagers) return;
    const version = managed.sets.get(identifier)?.apiVersion ?? "";
    const first = firsts.get(version);
    if (first === undefined) firsts.set(version, identifier);
    else {
      moveIntoBucket(managed, version, first, identifier);
      left--;
    }
  }
}

/** The bucket starts as the first manager of its version, and has the time of the last it took. */
function moveIntoBucket({ sets, times }: Managed, version: string, first: string, identifier: string): void {
  const bucket = buildManagerIdentifier({ manager: oldUpdatesManagerName, operation: "Update", apiVersion: version });
  const [known, initial, moved] = [sets.get(bucket), sets.get(first), sets.get(identifier)];
  if (!known) sets.delete(first);
  const base = known ?? initial;
  if (base && moved) sets.set(bucket, { ...moved, set: moved.set.union(base.set) });
  sets.delete(identifier);
  times.set(bucket, times.get(identifier));
}
