import type { Node } from "../../api/core/scheduling.ts";
import type { ControllerRevision, DaemonSet, DaemonSetStatus } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import type { Client } from "../../client/client.ts";
import {
  createRevision,
  hasData,
  revisionData,
  revisionHashLabel,
  revisionsResource,
  sortedRevisions,
} from "../framework/controller-revisions.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import type { Expectations } from "../framework/expectations.ts";
import { type ControllerKind, controllerRef } from "../framework/owners.ts";
import { isNamespaceTerminating, type PodControl, podFromTemplate } from "../framework/pod-control.ts";
import { isPodFinished, isPodReady } from "../../component-helpers/pod-state.ts";
import { isPodAvailable } from "../framework/pod-state.ts";
import { settleAll, slowStartBatch } from "../framework/slow-start-batch.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { type DaemonChanges, DaemonPlan, oldestFirst } from "./daemon-plan.ts";
import type { FailedPodsBackoff } from "./failed-pods-backoff.ts";
import { daemonPodSpec, nodeFit, nodeOfPod } from "./node-fit.ts";

export interface DaemonPassOptions {
  readonly key: string;
  readonly set: DaemonSet;
  readonly pods: readonly Pod[];
  readonly revisions: readonly ControllerRevision[];
  readonly nodes: readonly Node[];
  /** Whether everything that was created and deleted has been seen. */
  readonly mayManage: boolean;
  readonly kind: ControllerKind;
  readonly clock: Clock;
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly podControl: PodControl;
  readonly expectations: Expectations;
  readonly failedPods: FailedPodsBackoff;
  readonly signal: AbortSignal;
  readonly again: (ms: number) => void;
}

/** Most pods that one pass creates or deletes (daemon.BurstReplicas). */
const burst = 250;

const isDeleted = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;

/** One pass over a DaemonSet (DaemonSetsController.syncDaemonSet). */
export class DaemonPass {
  readonly #options: DaemonPassOptions;
  readonly #set: DaemonSet;
  readonly #byNode: ReadonlyMap<string, readonly Pod[]>;

  constructor(options: DaemonPassOptions) {
    this.#options = options;
    this.#set = options.set;
    const byNode = new Map<string, Pod[]>();
    for (const pod of options.pods) {
      const node = nodeOfPod(pod);
      // a pod that has ended and is being deleted only waits for its finalizers
      if (node === undefined || (isPodFinished(pod) && isDeleted(pod))) continue;
      byNode.set(node, [...(byNode.get(node) ?? []), pod]);
    }
    this.#byNode = byNode;
  }

  async sync(): Promise<void> {
    if (this.#set.metadata.deletionTimestamp !== undefined) return;
    const { current, collisionCount } = await this.#revision();
    const hash = current.metadata.labels?.[revisionHashLabel] ?? "";
    let failure: unknown;
    if (this.#options.mayManage) failure = await this.#manage(hash).catch((error: unknown) => error);
    const status = this.#status(hash, collisionCount);
    await this.#writeStatus(status);
    if (this.#options.mayManage && failure === undefined) await this.#truncateHistory(current);
    const { minReadySeconds = 0 } = this.#set.spec ?? {};
    if (minReadySeconds > 0 && status.numberReady !== status.numberAvailable)
      this.#options.again(minReadySeconds * 1000);
    if (failure !== undefined) throw failure;
  }

  /** Returns the revision of the template, created if it is new (constructHistory). */
  async #revision(): Promise<{ readonly current: ControllerRevision; readonly collisionCount: number }> {
    const { client, kind, revisions, signal } = this.#options;
    const template = this.#set.spec?.template;
    const sorted = sortedRevisions(revisions);
    const equal = sorted.findLast((one) => hasData(one, revisionData(template)));
    const collisionCount = this.#set.status?.collisionCount ?? 0;
    const revision = (sorted.at(-1)?.revision ?? 0) + 1;
    if (equal === undefined) {
      const hashLabel = revisionHashLabel;
      const options = { client, kind, owner: this.#set, template, hashLabel, revision, collisionCount, signal };
      const made = await createRevision(options);
      return { current: made.created, collisionCount: made.collisionCount };
    }
    if (equal === sorted.at(-1)) return { current: equal, collisionCount };
    const target = { ...revisionsResource, namespace: this.#set.metadata.namespace ?? "" };
    return { current: await client.update(target, { ...equal, revision }, undefined, signal), collisionCount };
  }

  /** Brings the pods of the nodes about, and then, once all are seen, replaces old ones (updateDaemonSet). */
  async #manage(hash: string): Promise<void> {
    const { nodes, clock } = this.#options;
    const plan = new DaemonPlan({
      set: this.#set,
      nodes,
      byNode: this.#byNode,
      hash,
      now: clock.now(),
      mayDelete: (pod, node) => this.#mayDelete(pod, node),
    });
    const changes = plan.manage();
    await this.#apply(changes, hash);
    const isSettled = changes.missing.length === 0 && changes.surplus.length === 0;
    if (isSettled && this.#set.spec?.updateStrategy?.type === "RollingUpdate") await this.#apply(plan.roll(), hash);
  }

  /** Whether a pod that has ended is deleted now, which is told. */
  #mayDelete(pod: Pod, node: string): boolean {
    const hasFailed = pod.status?.phase === "Failed";
    if (hasFailed && !this.#mayKill(node)) return false;
    const { name = "", namespace = "" } = pod.metadata;
    const message = hasFailed
      ? `Found failed daemon pod ${namespace}/${name} on node ${node}, will try to kill it`
      : `Found succeeded daemon pod ${namespace}/${name} on node ${node}, will try to delete it`;
    const [type, reason] = hasFailed
      ? (["Warning", "FailedDaemonPod"] as const)
      : (["Normal", "SucceededDaemonPod"] as const);
    this.#options.recorder.event(this.#options.kind, this.#set, type, reason, message);
    return true;
  }

  /** Whether a failed pod of a node may be deleted now; asks for another pass otherwise. */
  #mayKill(node: string): boolean {
    const { key, clock, failedPods, again } = this.#options;
    const of = `${key}/${this.#set.status?.observedGeneration ?? 0}/${node}`;
    const wait = failedPods.remaining(of, clock.now());
    if (wait > 0) again(wait);
    else failedPods.next(of, clock.now());
    return wait <= 0;
  }

  /** Creates and deletes pods (syncNodes). */
  async #apply({ missing, surplus }: DaemonChanges, hash: string): Promise<void> {
    const { key, kind, expectations, podControl, signal } = this.#options;
    const [nodes, gone] = [missing.slice(0, burst), surplus.slice(0, burst)];
    if (nodes.length + gone.length === 0) return;
    expectations.expect(key, {
      creations: nodes.length,
      deletions: gone.map(({ metadata }) => metadata.uid ?? ""),
    });
    const base = podFromTemplate(this.#set.spec?.template ?? {}, this.#set, controllerRef(kind, this.#set));
    const generation = this.#set.metadata.annotations?.["deprecated.daemonset.template.generation"];
    const labels = {
      ...base.metadata.labels,
      ...(generation !== undefined && { "pod-template-generation": generation }),
      [revisionHashLabel]: hash,
    };
    const created = await slowStartBatch(nodes.length, async (i) => {
      const spec = daemonPodSpec(base.spec ?? {}, nodes[i] ?? "");
      try {
        await podControl.create(this.#set, { ...base, metadata: { ...base.metadata, labels }, spec }, signal);
      } catch (error) {
        expectations.creationObserved(key);
        throw error;
      }
    });
    if (created.skipped > 0) expectations.creationObserved(key, created.skipped);
    await settleAll(
      gone.map(async (pod) => {
        try {
          await podControl.delete(this.#set, pod, signal);
        } catch (error) {
          expectations.deletionObserved(key, pod.metadata.uid ?? "");
          if (!isNotFound(error)) throw error;
        }
      }),
    );
    if (created.error !== undefined && !isNamespaceTerminating(created.error)) throw created.error;
  }

  #isAvailable(pod: Pod): boolean {
    return isPodAvailable(pod, this.#set.spec?.minReadySeconds ?? 0, this.#options.clock.now());
  }

  #status(hash: string, collisionCount: number): DaemonSetStatus {
    const counts = { desired: 0, current: 0, misscheduled: 0, ready: 0, available: 0, updated: 0 };
    for (const node of this.#options.nodes) {
      const pods = this.#byNode.get(node.metadata.name ?? "") ?? [];
      const { shouldRun } = nodeFit(this.#set, node);
      if (!shouldRun) {
        if (pods.length > 0) counts.misscheduled++;
        continue;
      }
      counts.desired++;
      const [pod] = pods.toSorted(oldestFirst);
      if (pod === undefined) continue;
      counts.current++;
      if (isPodReady(pod)) counts.ready++;
      if (this.#isAvailable(pod)) counts.available++;
      if (pod.metadata.labels?.[revisionHashLabel] === hash) counts.updated++;
    }
    const { conditions, collisionCount: before, observedGeneration = 0 } = this.#set.status ?? {};
    const generation = Number(this.#set.metadata.generation ?? 0);
    return {
      currentNumberScheduled: counts.current,
      numberMisscheduled: counts.misscheduled,
      desiredNumberScheduled: counts.desired,
      numberReady: counts.ready,
      observedGeneration: this.#options.mayManage ? generation : observedGeneration,
      updatedNumberScheduled: counts.updated,
      numberAvailable: counts.available,
      numberUnavailable: counts.desired - counts.available,
      ...((collisionCount > 0 || before !== undefined) && { collisionCount }),
      ...(conditions && { conditions }),
    };
  }

  async #writeStatus(status: DaemonSetStatus): Promise<void> {
    const present = (one: DaemonSetStatus | undefined): unknown =>
      Object.fromEntries(Object.entries(one ?? {}).filter(([, value]) => value !== 0));
    if (equalJson(present(status), present(this.#set.status))) return;
    const { client, kind, signal } = this.#options;
    const target = { ...kind.target, namespace: this.#set.metadata.namespace ?? "" };
    await client.update(target, { ...this.#set, status }, "status", signal);
  }

  /** Deletes the oldest revisions that no pod has, beyond the limit (cleanupHistory). */
  async #truncateHistory(current: ControllerRevision): Promise<void> {
    const { client, pods, revisions, signal } = this.#options;
    const live = new Set(pods.map(({ metadata }) => metadata.labels?.[revisionHashLabel]));
    const old = sortedRevisions(revisions).filter(({ metadata }) => metadata.name !== current.metadata.name);
    const unused = old.filter(({ metadata }) => !live.has(metadata.labels?.[revisionHashLabel]));
    const limit = this.#set.spec?.revisionHistoryLimit ?? 10;
    const target = { ...revisionsResource, namespace: this.#set.metadata.namespace ?? "" };
    for (const { metadata } of unused.slice(0, Math.max(0, old.length - limit)))
      await client.delete(target, metadata.name ?? "", undefined, signal);
  }
}
