import { finalizerDeleteDependents } from "../../apimachinery/finalizers.ts";
import type { OwnerReference } from "../../apimachinery/meta.ts";
import type { ServedResource } from "../../client/discovery.ts";
import type { ObjectOperations } from "./object-operations.ts";
import type { Node } from "./owner-graph.ts";

/** An object's owners by what has become of them. */
export interface ClassifiedOwners {
  readonly solid: readonly OwnerReference[];
  readonly dangling: readonly OwnerReference[];
  /** Being deleted in the foreground: they wait for their dependents. */
  readonly waiting: readonly OwnerReference[];
}

export type ResourceLookup = (apiVersion: string, kind: string) => ServedResource | undefined;

/**
 * Looks for every owner where the reference says it is: in the object's own namespace, or in none. Undefined where a
 * cluster-scoped object names
 * a namespaced owner, which nobody can look up; rejects where a kind is not known (now), so that nothing is deleted by
 * mistake.
 */
export async function classifyOwners(
  node: Node,
  owners: readonly OwnerReference[],
  lookup: ResourceLookup,
  operations: ObjectOperations,
): Promise<ClassifiedOwners | undefined> {
  const found: Record<keyof ClassifiedOwners, OwnerReference[]> = { solid: [], dangling: [], waiting: [] };
  for (const owner of owners) {
    const resource = lookup(owner.apiVersion, owner.kind);
    if (resource === undefined) throw new Error(`no resource is known for ${owner.apiVersion} ${owner.kind}`);
    if (resource.namespaced && node.namespace === undefined) return undefined;
    const live = await operations.get(
      { resource, namespace: resource.namespaced ? node.namespace : undefined, name: owner.name },
      owner.uid,
    );
    if (live === undefined) found.dangling.push(owner);
    else if (
      live.metadata.deletionTimestamp !== undefined &&
      live.metadata.finalizers?.includes(finalizerDeleteDependents) === true
    )
      found.waiting.push(owner);
    else found.solid.push(owner);
  }
  return found;
}
