import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaimForPod,
  SchedulablePod,
  StorageClass,
} from "../../api/core/scheduling.ts";
import type { ResourceClaim } from "../../api/resource/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type ObjectIndex, objectKey } from "../../client/object-index.ts";
import type { ResourceLister, Snapshot } from "../framework/scheduling/framework.ts";
import { NodeInfo, type PodInfo, podInfoOf } from "../framework/scheduling/node-info.ts";

/** The indexes of the informers that decisions read. */
export interface SchedulerIndexes {
  readonly nodes: ObjectIndex<Node>;
  readonly namespaces: ObjectIndex;
  readonly claims: ObjectIndex<PersistentVolumeClaimForPod>;
  readonly volumes: ObjectIndex<PersistentVolume>;
  readonly storageClasses: ObjectIndex<StorageClass>;
  readonly resourceClaims: ObjectIndex<ResourceClaim>;
  readonly deviceClasses: ObjectIndex;
}

/** Reports whether the containers of a pod have ended for good. */
export const isTerminated = ({ status }: SchedulablePod): boolean =>
  status?.phase === "Succeeded" || status?.phase === "Failed";

/** Which pods are on which nodes, with those that are about to be bound (scheduler/backend/cache). */
export class SchedulerCache {
  readonly #indexes: SchedulerIndexes;
  readonly #byNode = new Map<string, Map<string, PodInfo>>();
  readonly #nodeOf = new Map<string, string>();
  readonly #assumed = new Set<string>();
  readonly #infos = new Map<string, NodeInfo>();
  /** The names of all nodes, sorted; undefined when one was added or deleted. */
  #names: readonly string[] | undefined;

  constructor(indexes: SchedulerIndexes) {
    this.#indexes = indexes;
  }

  isAssumed(key: string): boolean {
    return this.#assumed.has(key);
  }

  /** Returns the node that a pod is on or about to be bound to. */
  nodeOf(key: string): string | undefined {
    return this.#nodeOf.get(key);
  }

  /** Takes a pod as being on a node before the API says so. */
  assume(info: PodInfo, node: string): void {
    this.#place(info, node);
    this.#assumed.add(info.key);
  }

  /** Takes an assumption back. */
  forget(key: string): void {
    if (this.#assumed.delete(key)) this.remove(key);
  }

  /** Notes a pod that the API says is on a node. */
  add(pod: SchedulablePod): void {
    this.#assumed.delete(objectKey(pod));
    this.#place(podInfoOf(pod), pod.spec?.nodeName ?? "");
  }

  remove(key: string): void {
    const node = this.#nodeOf.get(key);
    if (node === undefined) return;
    this.#nodeOf.delete(key);
    this.#assumed.delete(key);
    this.#byNode.get(node)?.delete(key);
    this.#infos.delete(node);
  }

  nodeChanged(name: string): void {
    this.#infos.delete(name);
  }

  /** Notes that a node was added or deleted. */
  nodesChanged(name: string): void {
    this.nodeChanged(name);
    this.#names = undefined;
  }

  /** The number of nodes. */
  get nodeCount(): number {
    return this.#indexes.nodes.size;
  }

  get resources(): ResourceLister {
    const { resourceClaims, deviceClasses } = this.#indexes;
    return {
      claim: (namespace, name) => resourceClaims.get(`${namespace}/${name}`),
      hasDeviceClass: (name) => deviceClasses.get(name) !== undefined,
    };
  }

  /** Returns all nodes with their pods, in the order of their names. */
  snapshot(): Snapshot {
    const { nodes } = this.#indexes;
    this.#names ??= [...nodes.values()].map(({ metadata }) => metadata.name ?? "").sort();
    return this.snapshotOf(this.#names);
  }

  /** Returns those of the named nodes that there are. */
  snapshotOf(names: readonly string[]): Snapshot {
    const { nodes, namespaces, claims, volumes, storageClasses } = this.#indexes;
    return {
      nodes: names.flatMap((name) => {
        const node = nodes.get(name);
        return node === undefined ? [] : this.#infoOf(node);
      }),
      volumes: {
        claim: (namespace, name) => claims.get(`${namespace}/${name}`),
        volume: (name) => volumes.get(name),
        volumes: () => volumes.values(),
        storageClass: (name) => storageClasses.get(name),
      },
      resources: this.resources,
      namespaceLabels: (name) => (namespaces.get(name) as KubeObject | undefined)?.metadata.labels ?? {},
    };
  }

  #place(info: PodInfo, node: string): void {
    this.remove(info.key);
    const pods = this.#byNode.get(node);
    if (pods === undefined) this.#byNode.set(node, new Map([[info.key, info]]));
    else pods.set(info.key, info);
    this.#nodeOf.set(info.key, node);
    this.#infos.delete(node);
  }

  #infoOf(node: Node): NodeInfo {
    const name = node.metadata.name ?? "";
    const known = this.#infos.get(name);
    if (known !== undefined) return known;
    const made = new NodeInfo(node, new Map(this.#byNode.get(name)));
    this.#infos.set(name, made);
    return made;
  }
}
