import type { Node, SchedulablePod } from "../../api/core/scheduling.ts";
import type { ResourceClaim } from "../../api/resource/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { groupBy } from "../../apimachinery/group-by.ts";
import { isReservedForPod } from "../../component-helpers/resource-claims.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { forkSignal } from "../../client/fork-signal.ts";
import { Informer, type InformerHandler } from "../../client/informer.ts";
import { objectKey } from "../../client/object-index.ts";
import { withoutManagedFields } from "../../client/without-managed-fields.ts";
import { WorkQueue } from "../../client/work-queue.ts";
import { UnitsPerTask } from "../../component-base/units-per-task.ts";
import { decide, type Decision } from "./decide.ts";
import type { Snapshot } from "../framework/scheduling/framework.ts";
import { nodeUnschedulable, taintToleration } from "../framework/scheduling/node-filters.ts";
import { type NodeInfo, type PodInfo, podInfoOf } from "../framework/scheduling/node-info.ts";
import { resourceClaimsOf } from "./filters/dynamic-resources.ts";
import { PodWrites } from "./pod-writes.ts";
import type { DisruptionBudget } from "./preemption.ts";
import { isTerminated, SchedulerCache } from "./scheduler-cache.ts";
import { type QueuedPod, SchedulingQueue } from "./scheduling-queue.ts";
import { SchedulerEvents } from "./scheduler-events.ts";
import { claimsOf, planClaims } from "./volumes.ts";

const schedulerName = "default-scheduler";
const firstBackoffMs = 1000;
const longestBackoffMs = 10_000;
const bindings = 50;
/** How many nodes are looked at for pods in one task of the event loop. */
const nodesPerTask = 100_000;
/** What it takes to look at a pod, besides that of looking at the nodes. */
const unitsOfPod = 1_000;
const core = { group: "", version: "v1" };
const storage = { group: "storage.k8s.io", version: "v1" };
const dynamic = { group: "resource.k8s.io", version: "v1" };

/** The key by which the queue looks again at pods that fitted nowhere. */
const lookAgain = "";
/** The key by which it goes on with the pods that are still to be looked at. */
const goOn = "/";

/**
 * kube-scheduler with its default profile: binds pods to nodes as system:kube-scheduler, one decision after the other,
 * the most important pod first. A pod that fits nowhere is tried again when something changes that lets it fit, or fits
 * nowhere for another reason. Unlike upstream, which tries all again after five minutes, it is not tried otherwise, so
 * that a quiet world stays quiet.
 */
class Scheduler implements Controller {
  readonly #clock: ControllerOptions["clock"];
  readonly #client: Client;
  readonly #writes: PodWrites;
  readonly #informers: readonly Informer<KubeObject>[];
  /** Informers of what may not be served. Until they have listed, pods with such claims wait for their claims. */
  readonly #optionalInformers: readonly Informer<KubeObject>[];
  readonly #pods: Informer<SchedulablePod>;
  readonly #budgets: Informer<DisruptionBudget>;
  readonly #cache: SchedulerCache;
  readonly #queue: WorkQueue;
  readonly #binding: WorkQueue;
  readonly #pending = new SchedulingQueue();
  readonly #perTask = new UnitsPerTask(nodesPerTask);
  #stop = new AbortController();

  constructor(options: ControllerOptions) {
    const { clock } = options;
    this.#clock = clock;
    this.#client = controllerClient("kube-scheduler", options);
    this.#writes = new PodWrites(this.#client, clock, new SchedulerEvents(this.#client, clock));
    const again = (): void => this.#lookAgain();
    const changes = { add: again, update: again };
    const nodes = this.#inform<Node>({ ...core, resource: "nodes" }, this.#nodeHandler());
    const namespaces = this.#inform({ ...core, resource: "namespaces" }, { update: whenLabeledAnew(again) });
    const claims = this.#inform(
      { ...core, resource: "persistentvolumeclaims" },
      { add: again, update: () => (this.#lookAgain(), this.#bindWaiting()) },
    );
    const volumes = this.#inform({ ...core, resource: "persistentvolumes" }, changes);
    const storageClasses = this.#inform({ ...storage, resource: "storageclasses" }, changes);
    this.#budgets = this.#inform(
      { group: "policy", version: "v1", resource: "poddisruptionbudgets" },
      { ...changes, delete: again },
    );
    this.#pods = this.#inform({ ...core, resource: "pods" }, this.#podHandler());
    const resourceClaims = this.#inform<ResourceClaim>(
      { ...dynamic, resource: "resourceclaims" },
      { ...changes, delete: again },
    );
    const deviceClasses = this.#inform({ ...dynamic, resource: "deviceclasses" }, { add: again });
    this.#optionalInformers = [resourceClaims, deviceClasses];
    this.#informers = [nodes, namespaces, claims, volumes, storageClasses, this.#budgets, this.#pods];
    this.#cache = new SchedulerCache({
      nodes: nodes.index,
      namespaces: namespaces.index,
      claims: claims.index,
      volumes: volumes.index,
      storageClasses: storageClasses.index,
      resourceClaims: resourceClaims.index,
      deviceClasses: deviceClasses.index,
    });
    this.#queue = new WorkQueue({ clock, process: (key) => this.#process(key) });
    this.#binding = new WorkQueue({ clock, workers: bindings, process: (key) => this.#bind(key) });
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    this.#stop.signal.addEventListener("abort", () => this.close(), { once: true });
    const fork = forkSignal(this.#stop.signal);
    for (const informer of [...this.#informers, ...this.#optionalInformers]) void informer.run(fork().signal);
  }

  async idle(): Promise<void> {
    await this.#synced();
    await this.#queue.idle();
    await this.#binding.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#queue.close();
    this.#binding.close();
  }

  #inform<T extends KubeObject>(
    target: { readonly group: string; readonly version: string; readonly resource: string },
    handler: InformerHandler<T>,
  ): Informer<T> {
    return new Informer<T>({ client: this.#client, clock: this.#clock, target, handler, reduce: withoutManagedFields });
  }

  async #synced(): Promise<void> {
    await Promise.all(this.#informers.map((informer) => informer.whenSynced()));
  }

  #nodeHandler(): InformerHandler<Node> {
    const changed = ({ metadata: { name = "" } }: Node): void => {
      this.#cache.nodesChanged(name);
      this.#lookAgain();
    };
    return {
      add: changed,
      update: (before, after) => {
        this.#cache.nodeChanged(after.metadata.name ?? "");
        if (mattersToPods(before, after)) this.#lookAgain();
      },
      delete: changed,
    };
  }

  #podHandler(): InformerHandler<SchedulablePod> {
    return {
      add: (pod) => this.#podChanged(pod, true),
      update: (before, pod) => this.#podChanged(pod, specText(before) !== specText(pod)),
      delete: (pod) => this.#podGone(objectKey(pod)),
    };
  }

  #podChanged(pod: SchedulablePod, isNew: boolean): void {
    const key = objectKey(pod);
    if (isTerminated(pod)) return this.#podGone(key);
    if ((pod.spec?.nodeName ?? "") !== "") {
      this.#pending.delete(key);
      const known = this.#cache.nodeOf(key) !== undefined;
      this.#cache.add(pod);
      if (!known) this.#lookAgain();
      return;
    }
    const isOurs = (pod.spec?.schedulerName ?? schedulerName) === schedulerName;
    if (!isOurs || pod.metadata.deletionTimestamp !== undefined || (pod.spec?.schedulingGates ?? []).length > 0) {
      this.#pending.delete(key);
      return;
    }
    const queued = this.#pending.get(key);
    const {
      order = `${pod.metadata.creationTimestamp ?? ""} ${key}`,
      attempts = 0,
      triedAt = 0,
      message = "",
    } = queued ?? {};
    this.#pending.set(key, { info: podInfoOf(pod), order, attempts, triedAt, message });
    if (queued === undefined || (isNew && !this.#cache.isAssumed(key))) this.#activate(key);
  }

  #podGone(key: string): void {
    this.#pending.delete(key);
    if (this.#cache.nodeOf(key) === undefined) return;
    this.#cache.remove(key);
    this.#lookAgain();
  }

  /** Whether a pod is not looked at because a claim of it is not there (plugins/dynamicresources PreEnqueue). */
  #isGated({ pod }: PodInfo): boolean {
    return typeof resourceClaimsOf(pod, this.#cache.resources) === "string";
  }

  #activate(key: string): void {
    const queued = this.#pending.get(key);
    if (queued !== undefined && this.#isGated(queued.info)) return;
    this.#pending.activate(key);
    this.#queue.add(key);
  }

  #lookAgain(): void {
    if (this.#pending.idleCount > 0) this.#queue.add(lookAgain);
  }

  async #process(key: string): Promise<void> {
    await this.#synced();
    if (key === lookAgain) return this.#revive();
    const woken = this.#pending.get(key);
    if (woken !== undefined && !this.#cache.isAssumed(key) && !this.#isGated(woken.info)) this.#pending.activate(key);
    const next = this.#pending.takeActive();
    if (next === undefined) return;
    try {
      await this.#schedule(next);
      await this.#perTask.spend(unitsOfPod + this.#cache.nodeCount);
    } catch (error) {
      this.#pending.activate(next.info.key);
      throw error;
    }
    // it need not have been the pod of the key, whose turn is over
    if (this.#pending.hasActive) this.#queue.add(goOn);
  }

  /**
   * Activates the pods that fit now, or fit nowhere for another reason, after their back-off. Others have their turn in
   * between.
   */
  async #revive(): Promise<void> {
    let snapshot = this.#cache.snapshot();
    for (const [key, queued] of this.#pending.entries()) {
      if (this.#pending.isActive(key) || this.#cache.isAssumed(key)) continue;
      this.#reviveOne(key, queued, snapshot);
      const rest = this.#perTask.spend(unitsOfPod + this.#cache.nodeCount);
      if (rest === undefined) continue;
      await rest;
      if (this.#stop.signal.aborted) return;
      snapshot = this.#cache.snapshot();
    }
  }

  #reviveOne(key: string, queued: QueuedPod, snapshot: Snapshot): void {
    if (queued.attempts === 0) return this.#activate(key); // a claim was missing before
    const decision = this.#decide(queued.info, snapshot);
    if (decision.kind === "unschedulable" && decision.candidate === undefined && decision.message === queued.message)
      return;
    const backoffMs = Math.min(firstBackoffMs * 2 ** Math.max(queued.attempts - 1, 0), longestBackoffMs);
    const waitMs = queued.triedAt + backoffMs - this.#clock.now();
    if (waitMs > 0 && queued.attempts > 0) this.#queue.addAfter(key, waitMs);
    else this.#activate(key);
  }

  #decide(info: PodInfo, snapshot: Snapshot): Decision {
    const byNode = groupBy(
      [...this.#pending.nominated()].filter((other) => !this.#cache.isAssumed(other.info.key)),
      ({ info: { pod } }) => pod.status?.nominatedNodeName,
    );
    const nominated = (node: string): readonly PodInfo[] => byNode.get(node)?.map((other) => other.info) ?? [];
    return decide(info, snapshot, nominated, [...this.#budgets.index.values()]);
  }

  async #schedule(queued: QueuedPod): Promise<void> {
    const { info } = queued;
    if (this.#cache.isAssumed(info.key)) return;
    queued.attempts++;
    queued.triedAt = this.#clock.now();
    const decision = this.#decide(info, this.#cache.snapshot());
    if (decision.kind === "node") {
      this.#cache.assume(info, decision.node.name);
      this.#binding.add(info.key);
      return;
    }
    const { candidate, message, keepNomination } = decision;
    queued.message = message;
    if (candidate !== undefined) await this.#preempt(info, candidate);
    await this.#writes.fail(info.pod, message, candidate?.node ?? (keepNomination ? undefined : ""));
  }

  async #preempt(info: PodInfo, candidate: NonNullable<Extract<Decision, { kind: "unschedulable" }>["candidate"]>) {
    await this.#writes.preempt(info.pod, candidate);
    for (const other of this.#pending.nominated())
      if (other.info.pod.status?.nominatedNodeName === candidate.node && other.info.priority < info.priority)
        await this.#writes.clearNomination(other.info.pod);
  }

  /** Binds the pods that waited for their volumes. */
  #bindWaiting(): void {
    for (const key of this.#pending.keys()) if (this.#cache.isAssumed(key)) this.#binding.add(key);
  }

  async #bind(key: string): Promise<void> {
    const queued = this.#pending.get(key);
    const node = this.#cache.nodeOf(key);
    if (queued === undefined || node === undefined || !this.#cache.isAssumed(key)) return;
    const { pod } = queued.info;
    try {
      if (!(await this.#hasVolumes(queued.info, node))) return;
      await this.#reserveClaims(pod);
      await this.#writes.bind(pod, node);
    } catch {
      this.#cache.forget(key);
      this.#queue.addAfter(key, firstBackoffMs);
    }
  }

  /** Notes in the resource claims of a pod that it uses them; throws if it cannot (dynamicresources PreBind). */
  async #reserveClaims(pod: SchedulablePod): Promise<void> {
    const claims = resourceClaimsOf(pod, this.#cache.resources);
    if (typeof claims === "string") throw new Error(claims);
    for (const claim of claims) if (!isReservedForPod(pod, claim)) await this.#writes.reserve(claim, pod);
  }

  /**
   * Sees to the claims that waited for a node; returns false while they are not bound. A pod without claims is bound to
   * no node that was cordoned or tainted since it was chosen: a drain, which does not look again, would leave the pod
   * there. Upstream has the same moment between both, which the time that pods take hides.
   */
  async #hasVolumes(info: PodInfo, name: string): Promise<boolean> {
    const snapshot = this.#cache.snapshotOf([name]);
    const {
      volumes,
      nodes: [node],
    } = snapshot;
    const claims = claimsOf(info.pod, volumes);
    if (typeof claims === "string" || node === undefined) throw new Error("the pod no longer fits");
    if (claims.bound.length + claims.delayed.length === 0 && isClosed(node, info, snapshot))
      throw new Error("the node takes no more pods");
    if (claims.delayed.length === 0) return true;
    const plans = planClaims(claims.delayed, node.node, volumes);
    if (plans === undefined) throw new Error("the volumes are no longer available");
    await this.#writes.planVolumes(plans, name);
    return false;
  }
}

/** Reports whether a node was cordoned or tainted against a pod. */
const isClosed = (node: NodeInfo, info: PodInfo, snapshot: Snapshot): boolean =>
  [nodeUnschedulable, taintToleration].some((plugin) => plugin.prepare(info, snapshot)?.(node) !== undefined);

/** What a decision reads of the pod itself, apart from its status. */
const specText = ({ metadata: { labels }, spec }: SchedulablePod): string => JSON.stringify([labels, spec]);

/** Reports whether a change of a node may let a pod fit; heartbeats do not. */
function mattersToPods(before: Node, after: Node): boolean {
  const read = ({ metadata, spec, status }: Node): string =>
    JSON.stringify([metadata.labels, spec?.unschedulable, spec?.taints, status?.allocatable]);
  return read(before) !== read(after);
}

/** Returns a handler of updates that calls another one where labels change. */
const whenLabeledAnew =
  (changed: () => void) =>
  (before: KubeObject, after: KubeObject): void => {
    if (JSON.stringify(before.metadata.labels) !== JSON.stringify(after.metadata.labels)) changed();
  };

/** Creates the scheduler; its user is that of the headers. */
export const createScheduler = (options: ControllerOptions): Controller => new Scheduler(options);
