import { finalizerDeleteDependents, finalizerOrphanDependents } from "../../apimachinery/finalizers.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import type { ServedResource } from "../../client/discovery.ts";

/** A node of the ownership graph: an object that has owners, or whose deletion waits for its dependents. */
export interface Node {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly owners: readonly OwnerReference[];
  readonly beingDeleted: boolean;
  /** Foreground deletion: the object waits until its blocking dependents are gone. */
  readonly deletingDependents: boolean;
  /** Orphaning deletion: the object waits until its dependents no longer reference it. */
  readonly orphaningDependents: boolean;
}

/** Returns the graph node of an object. */
export function nodeOf(resource: ServedResource, { metadata }: KubeObject): Node {
  const beingDeleted = metadata.deletionTimestamp !== undefined;
  const finalizers = metadata.finalizers ?? [];
  return {
    resource,
    namespace: metadata.namespace,
    name: metadata.name ?? "",
    uid: metadata.uid ?? "",
    owners: metadata.ownerReferences ?? [],
    beingDeleted,
    deletingDependents: beingDeleted && finalizers.includes(finalizerDeleteDependents),
    orphaningDependents: beingDeleted && finalizers.includes(finalizerOrphanDependents),
  };
}

/** The ownership graph by uid. Owners need not be nodes themselves. */
export class OwnerGraph {
  readonly #nodes = new Map<string, Node>();
  readonly #dependents = new Map<string, Set<string>>();

  get(uid: string): Node | undefined {
    return this.#nodes.get(uid);
  }

  nodes(): Iterable<Node> {
    return this.#nodes.values();
  }

  /** The dependents of an owner in the order of their uids, which a restart does not change. */
  dependents(ownerUid: string): readonly Node[] {
    return [...(this.#dependents.get(ownerUid) ?? [])].sort().flatMap((uid) => this.#nodes.get(uid) ?? []);
  }

  /** Returns the dependents that block the foreground deletion of an owner. */
  blockingDependents(ownerUid: string): readonly Node[] {
    return this.dependents(ownerUid).filter(({ owners }) =>
      owners.some(({ uid, blockOwnerDeletion }) => uid === ownerUid && blockOwnerDeletion === true),
    );
  }

  /** Adds or replaces a node; returns the previous one. */
  set(node: Node): Node | undefined {
    const before = this.remove(node.uid);
    this.#nodes.set(node.uid, node);
    for (const { uid } of node.owners) {
      const dependents = this.#dependents.get(uid);
      if (dependents === undefined) this.#dependents.set(uid, new Set([node.uid]));
      else dependents.add(node.uid);
    }
    return before;
  }

  remove(uid: string): Node | undefined {
    const node = this.#nodes.get(uid);
    if (node === undefined) return undefined;
    this.#nodes.delete(uid);
    for (const owner of node.owners) {
      const dependents = this.#dependents.get(owner.uid);
      dependents?.delete(uid);
      if (dependents?.size === 0) this.#dependents.delete(owner.uid);
    }
    return node;
  }
}
