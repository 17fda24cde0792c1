import { finalizerDeleteDependents, finalizerOrphanDependents } from "../../apimachinery/finalizers.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import type { ServedResource } from "../../client/discovery.ts";

/** An object that has owners, or whose deletion waits for its dependents. */
export interface Node {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly owners: readonly OwnerReference[];
  readonly beingDeleted: boolean;
  /** Its deletion waits until dependents that block it are gone. */
  readonly deletingDependents: boolean;
  /** Its deletion waits until its dependents no longer name it. */
  readonly orphaningDependents: boolean;
}

/** What the graph knows of an object. */
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

/** Who depends on whom, by uid. Owners need not be in it. */
export class OwnerGraph {
  readonly #nodes = new Map<string, Node>();
  readonly #dependents = new Map<string, Set<string>>();

  get(uid: string): Node | undefined {
    return this.#nodes.get(uid);
  }

  nodes(): Iterable<Node> {
    return this.#nodes.values();
  }

  dependents(ownerUid: string): readonly Node[] {
    return [...(this.#dependents.get(ownerUid) ?? [])].flatMap((uid) => this.#nodes.get(uid) ?? []);
  }

  /** Dependents that keep the deletion of their owner waiting. */
  blockingDependents(ownerUid: string): readonly Node[] {
    return this.dependents(ownerUid).filter(({ owners }) =>
      owners.some(({ uid, blockOwnerDeletion }) => uid === ownerUid && blockOwnerDeletion === true),
    );
  }

  /** Takes in an object's newest state; gives the one before. */
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
