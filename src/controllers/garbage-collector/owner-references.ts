import { finalizerDeleteDependents } from "../../apimachinery/finalizers.ts";
import type { OwnerReference } from "../../apimachinery/meta.ts";
import type { ServedResource } from "../../client/discovery.ts";
import type { ObjectOperations } from "./object-operations.ts";
import type { Node } from "./owner-graph.ts";

/** The owner references of an object, classified by the state of the owners. */
export interface ClassifiedOwners {
  readonly solid: readonly OwnerReference[];
  readonly dangling: readonly OwnerReference[];
  /** Owners in foreground deletion, which wait for their dependents. */
  readonly waiting: readonly OwnerReference[];
}

export type ResourceLookup = (apiVersion: string, kind: string) => ServedResource | undefined;

/** Receives a namespaced owner that is not in the namespace of its dependent. */
export type MissingOwner = (owner: OwnerReference, resource: ServedResource) => Promise<void>;

/**
 * Looks up every owner in the dependent's namespace, or cluster-scoped. Returns undefined if a cluster-scoped object
 * references a namespaced owner, which cannot be looked up. Rejects if a kind is unknown (at present), so that nothing
 * is deleted by mistake.
 */
export async function classifyOwners(
  node: Node,
  owners: readonly OwnerReference[],
  lookup: ResourceLookup,
  operations: ObjectOperations,
  missing: MissingOwner,
): Promise<ClassifiedOwners | undefined> {
  const found: Record<keyof ClassifiedOwners, OwnerReference[]> = { solid: [], dangling: [], waiting: [] };
  for (const owner of owners) {
    const resource = lookup(owner.apiVersion, owner.kind);
    if (resource === undefined) throw new Error(`no resource is known for ${owner.apiVersion} ${owner.kind}`);
    if (resource.namespaced && node.namespace === undefined) {
      await missing(owner, resource);
      return undefined;
    }
    const live = await operations.get(
      { resource, namespace: resource.namespaced ? node.namespace : undefined, name: owner.name },
      owner.uid,
    );
    if (live === undefined) {
      found.dangling.push(owner);
      if (resource.namespaced) await missing(owner, resource);
    } else if (
      live.metadata.deletionTimestamp !== undefined &&
      live.metadata.finalizers?.includes(finalizerDeleteDependents) === true
    )
      found.waiting.push(owner);
    else found.solid.push(owner);
  }
  return found;
}
