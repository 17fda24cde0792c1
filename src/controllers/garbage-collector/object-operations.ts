import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import type { ServedResource } from "../../client/discovery.ts";
import type { Node } from "./owner-graph.ts";

/** The resource, namespace and name of an object. */
export interface Location {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly name: string;
}

export type PropagationPolicy = "Background" | "Foreground" | "Orphan";

/** The garbage collector's requests. They start from the object's latest state and check its uid. */
export class ObjectOperations {
  readonly #client: Client;
  readonly #signal: () => AbortSignal;

  constructor(client: Client, signal: () => AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** Returns the object with this uid, or undefined if it is gone or has been replaced by another object. */
  async get(location: Location, uid: string): Promise<KubeObject | undefined> {
    try {
      const object = await this.#client.get(targetOf(location), location.name, this.#signal());
      return object.metadata.uid === uid ? object : undefined;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Deletes the object unless it has changed since it was read. */
  async delete(node: Node, latest: KubeObject, propagationPolicy: PropagationPolicy): Promise<void> {
    const { resourceVersion } = latest.metadata;
    const preconditions = { uid: node.uid, ...(resourceVersion !== undefined && { resourceVersion }) };
    await ignoreNotFound(
      this.#client.delete(targetOf(node), node.name, { propagationPolicy, preconditions }, this.#signal()),
    );
  }

  removeFinalizer(node: Node, finalizer: string): Promise<void> {
    return this.#change(node, ({ metadata: { finalizers = [] } }) =>
      finalizers.includes(finalizer)
        ? { finalizers: orNull(finalizers.filter((other) => other !== finalizer)) }
        : undefined,
    );
  }

  /** Removes the owner references with these uids. */
  removeOwners(node: Node, ownerUids: ReadonlySet<string>): Promise<void> {
    return this.#change(node, ({ metadata: { ownerReferences = [] } }) =>
      ownerReferences.some(({ uid }) => ownerUids.has(uid))
        ? { ownerReferences: orNull(ownerReferences.filter(({ uid }) => !ownerUids.has(uid))) }
        : undefined,
    );
  }

  /** Clears blockOwnerDeletion in all owner references of an object. */
  unblockOwners(node: Node): Promise<void> {
    return this.#change(node, ({ metadata: { ownerReferences = [] } }) =>
      ownerReferences.some(blocks)
        ? {
            ownerReferences: ownerReferences.map((owner) =>
              blocks(owner) ? { ...owner, blockOwnerDeletion: false } : owner,
            ),
          }
        : undefined,
    );
  }

  /** Patches the metadata computed from the latest state; retries on conflict. */
  async #change(node: Node, metadataOf: (latest: KubeObject) => object | undefined): Promise<void> {
    for (;;) {
      const latest = await this.get(node, node.uid);
      const metadata = latest && metadataOf(latest);
      if (latest === undefined || metadata === undefined) return;
      try {
        const patch = { metadata: { uid: node.uid, resourceVersion: latest.metadata.resourceVersion, ...metadata } };
        return await ignoreNotFound(
          this.#client.patch(targetOf(node), node.name, "merge", patch, { signal: this.#signal() }),
        );
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }
}

const blocks = ({ blockOwnerDeletion }: OwnerReference): boolean => blockOwnerDeletion === true;

const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);

const targetOf = ({ resource: { group, version, resource }, namespace }: Location) => ({
  group,
  version,
  resource,
  ...(namespace !== undefined && { namespace }),
});

async function ignoreNotFound(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
