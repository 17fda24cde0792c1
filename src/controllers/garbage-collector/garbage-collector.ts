import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { finalizerDeleteDependents, finalizerOrphanDependents } from "../../apimachinery/finalizers.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import type { ServedResource } from "../../client/discovery.ts";
import { DiscoveryWatcher } from "../../client/discovery-watcher.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { WorkQueue } from "../../client/work-queue.ts";
import type { MisplacedOwners } from "./misplaced-owners.ts";
import { Monitors } from "./monitors.ts";
import { ObjectOperations } from "./object-operations.ts";
import { type Node, nodeOf, OwnerGraph } from "./owner-graph.ts";
import { type ClassifiedOwners, classifyOwners } from "./owner-references.ts";

const most = 10_000;

/** Cache of owners known to exist where their dependents reference them, which saves further lookups. */
class KnownOwners {
  readonly #places = new Map<string, string>();
  #epoch = 0;

  /** Changes whenever an owner is removed: lookups that started in an earlier epoch may be out of date. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Reports whether all owners of a node are known. */
  cover(node: Node): boolean {
    return node.owners.every((owner) => this.#places.get(owner.uid) === placeOf(node, owner));
  }

  /** Adds owners that were looked up since `epoch`; ignored if the epoch has changed in the meantime. */
  add(node: Node, owners: Node["owners"], epoch: number): void {
    if (epoch !== this.#epoch) return;
    if (this.#places.size > most) this.#places.clear();
    for (const owner of owners) this.#places.set(owner.uid, placeOf(node, owner));
  }

  forget(uid: string): void {
    this.#epoch++;
    this.#places.delete(uid);
  }

  clear(): void {
    this.#epoch++;
    this.#places.clear();
  }
}

const placeOf = ({ namespace = "" }: Node, { apiVersion, kind, name }: Node["owners"][number]): string =>
  `${apiVersion} ${kind} ${namespace}/${name}`;

/** Delay before an owner's deletion is processed, so that earlier events of its dependents arrive first. */
const settleMs = 20;

/**
 * How long to wait for an unknown owner. A client that brings objects with the uids of another server may be about to
 * create their owner; upstream gets such a delay from its virtual nodes. An owner that was deleted before the collector
 * had listed it, in the first moments of a server, is unknown too: tests of controllers wait for its dependents.
 */
const defaultUnknownOwnerMs = 2000;

/** `unknownOwnerMs` is how long to wait before an object with an unknown owner is processed. */
export type GarbageCollectorOptions = ControllerOptions & { readonly unknownOwnerMs?: number };

/**
 * Deletes objects whose owners are gone, and releases owners that wait for their dependents (k8s.io/kubernetes
 * garbagecollector).
 */
export const createGarbageCollectorController = (options: GarbageCollectorOptions): Controller =>
  new GarbageCollector(options);

class GarbageCollector implements Controller {
  readonly #graph = new OwnerGraph();
  readonly #known = new KnownOwners();
  readonly #unknownOwnerMs: number;
  readonly #queue: WorkQueue;
  readonly #operations: ObjectOperations;
  readonly #monitors: Monitors;
  readonly #discovery: DiscoveryWatcher;
  /** The uids of objects whose deletion was seen. */
  readonly #gone = new BoundedMap<string, true>(most);
  readonly #loadMisplaced: () => Promise<MisplacedOwners>;
  #misplaced: Promise<MisplacedOwners> | undefined;
  #stop = new AbortController();
  #discovered: Promise<void> = Promise.resolve();

  constructor(options: GarbageCollectorOptions) {
    this.#unknownOwnerMs = options.unknownOwnerMs ?? defaultUnknownOwnerMs;
    const client = controllerClient("garbage-collector", options);
    const { clock } = options;
    this.#queue = new WorkQueue({ clock, workers: 20, maxDelayMs: 1_000_000, process: (uid) => this.#process(uid) });
    this.#loadMisplaced = async () => new (await import("./misplaced-owners.ts")).MisplacedOwners(client, clock);
    this.#operations = new ObjectOperations(client, () => this.#stop.signal);
    this.#monitors = new Monitors(client, clock, {
      changed: (resource, object) => this.#changed(resource, object),
      deleted: (_resource, object) => this.#deleted(object),
      relisted: () => this.#relisted(),
      tracks: (uid) => this.#graph.get(uid) !== undefined,
    });
    this.#discovery = new DiscoveryWatcher({
      client,
      clock,
      changed: (discovered) => this.#monitors.follow(discovered),
    });
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    this.#stop.signal.addEventListener("abort", () => this.#halt(), { once: true });
    this.#discovered = this.#discovery.run(this.#stop.signal);
  }

  async idle(): Promise<void> {
    await this.#discovered;
    await this.#monitors.whenSynced();
    await this.#queue.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#halt();
  }

  #halt(): void {
    this.#queue.close();
    this.#monitors.close();
  }

  #changed(resource: ServedResource, object: KubeObject): void {
    const node = nodeOf(resource, object);
    if (node.owners.length === 0 && !node.deletingDependents && !node.orphaningDependents) {
      const before = this.#graph.remove(node.uid);
      if (before !== undefined) this.#releaseOwners(before);
      return;
    }
    const before = this.#graph.set(node);
    if (before !== undefined && !sameOwners(before, node)) this.#releaseOwners(before);
    if (node.deletingDependents || node.orphaningDependents) this.#known.forget(node.uid);
    if (node.deletingDependents && before?.deletingDependents !== true) this.#startForeground(node);
    if (node.orphaningDependents && before?.orphaningDependents !== true) this.#queue.addAfter(node.uid, settleMs);
    if ((before === undefined || !sameOwners(before, node)) && !this.#known.cover(node)) this.#look(node);
  }

  #look({ uid }: Node): void {
    if (this.#unknownOwnerMs === 0) this.#queue.add(uid);
    else this.#queue.addAfter(uid, this.#unknownOwnerMs);
  }

  #deleted({ metadata: { uid = "", ownerReferences = [] } }: KubeObject): void {
    this.#gone.set(uid, true);
    this.#known.forget(uid);
    this.#forget(uid, ownerReferences);
  }

  /** Removes a deleted object from the graph. Enqueues its dependents, which may be garbage, and its waiting owners. */
  #forget(uid: string, owners: Node["owners"]): void {
    const node = this.#graph.remove(uid);
    for (const dependent of this.#graph.dependents(uid)) this.#queue.add(dependent.uid);
    this.#releaseOwners({ owners: node?.owners ?? owners });
  }

  /** Enqueues all nodes after a relist, since events may have been missed. */
  #relisted(): void {
    this.#known.clear();
    for (const node of this.#graph.nodes()) this.#queue.add(node.uid);
  }

  #startForeground(node: Node): void {
    this.#queue.addAfter(node.uid, settleMs);
    for (const dependent of this.#graph.dependents(node.uid)) this.#queue.add(dependent.uid);
  }

  /** Enqueues the owners that wait for this dependent in a foreground deletion. */
  #releaseOwners({ owners }: Pick<Node, "owners">): void {
    for (const { uid } of owners)
      if (this.#graph.get(uid)?.deletingDependents === true) this.#queue.addAfter(uid, settleMs);
  }

  async #process(uid: string): Promise<void> {
    await this.#monitors.whenSynced();
    const node = this.#graph.get(uid);
    if (node === undefined) return;
    if (node.orphaningDependents) return this.#orphanDependents(node);
    if (node.deletingDependents) return this.#deleteDependents(node);
    if (!node.beingDeleted && !this.#known.cover(node)) return this.#collect(node);
  }

  async #orphanDependents(owner: Node): Promise<void> {
    const owners = new Set([owner.uid]);
    await Promise.all(
      this.#graph.dependents(owner.uid).map((dependent) => this.#operations.removeOwners(dependent, owners)),
    );
    await this.#operations.removeFinalizer(owner, finalizerOrphanDependents);
  }

  async #deleteDependents(owner: Node): Promise<void> {
    const blocking = this.#graph.blockingDependents(owner.uid);
    if (blocking.length === 0) return this.#operations.removeFinalizer(owner, finalizerDeleteDependents);
    for (const dependent of blocking) if (!dependent.deletingDependents) this.#queue.add(dependent.uid);
  }

  /**
   * Deletes an object, or only removes its references to owners that are gone, depending on the state of its owners
   * (attemptToDeleteItem).
   */
  async #collect(node: Node): Promise<void> {
    const epoch = this.#known.epoch;
    const latest = await this.#operations.get(node, node.uid);
    if (latest === undefined) return this.#forget(node.uid, node.owners);
    const owners = latest.metadata.ownerReferences ?? [];
    if (owners.length === 0) return;
    const classified = await classifyOwners(
      node,
      owners,
      (apiVersion, kind) => this.#monitors.lookup(apiVersion, kind),
      this.#operations,
      (owner, resource) => this.#ownerIsMissing(node, owner, resource),
    );
    if (classified === undefined) return;
    this.#known.add(node, classified.solid, epoch);
    await this.#settle(node, latest, classified);
  }

  /** Reports an owner that is in another namespace. One that was seen to be deleted is nowhere. */
  async #ownerIsMissing(node: Node, owner: OwnerReference, resource: ServedResource): Promise<void> {
    if (this.#gone.has(owner.uid)) return;
    this.#misplaced ??= this.#loadMisplaced();
    await (await this.#misplaced).report(node, owner, resource, this.#stop.signal);
  }

  async #settle(node: Node, latest: KubeObject, { solid, dangling, waiting }: ClassifiedOwners): Promise<void> {
    if (solid.length > 0) {
      if (dangling.length + waiting.length > 0)
        await this.#operations.removeOwners(node, new Set([...dangling, ...waiting].map(({ uid }) => uid)));
      return;
    }
    const dependents = this.#graph.dependents(node.uid);
    if (waiting.length > 0 && dependents.length > 0) {
      // a cycle of owners would block forever
      if (dependents.some(({ deletingDependents }) => deletingDependents)) await this.#operations.unblockOwners(node);
      return this.#deleteLatest(node, "Foreground");
    }
    const finalizers = latest.metadata.finalizers ?? [];
    const policy = finalizers.includes(finalizerOrphanDependents)
      ? "Orphan"
      : finalizers.includes(finalizerDeleteDependents)
        ? "Foreground"
        : "Background";
    await this.#operations.delete(node, latest, policy);
  }

  async #deleteLatest(node: Node, policy: "Foreground"): Promise<void> {
    const latest = await this.#operations.get(node, node.uid);
    if (latest !== undefined) await this.#operations.delete(node, latest, policy);
  }
}

const sameOwners = (a: Node, b: Node): boolean =>
  a.owners.length === b.owners.length &&
  a.owners.every(
    (owner, i) =>
      owner.uid === b.owners[i]?.uid &&
      owner.blockOwnerDeletion === b.owners[i]?.blockOwnerDeletion &&
      owner.name === b.owners[i]?.name,
  );
