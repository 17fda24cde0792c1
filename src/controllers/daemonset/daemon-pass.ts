import type { Node } from "../../api/core/scheduling.ts";
import type { ControllerRevision, DaemonSet, DaemonSetStatus } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import { scaledValue } from "../../apimachinery/int-or-string.ts";
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
import { type PodControl, podFromTemplate } from "../framework/pod-control.ts";
import { createdAt, isPodAvailable, isPodReady } from "../framework/pod-state.ts";
import { settleAll, slowStartBatch } from "../framework/slow-start-batch.ts";
import { equalJson } from "../framework/sorted-json.ts";
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
      if (node !== undefined) byNode.set(node, [...(byNode.get(node) ?? []), pod]);
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
    await this.#truncateHistory(current);
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
      const options = { client, kind, owner: this.#set, template, revision, collisionCount, signal };
      const made = await createRevision(options);
      return { current: made.created, collisionCount: made.collisionCount };
    }
    if (equal === sorted.at(-1)) return { current: equal, collisionCount };
    const target = { ...revisionsResource, namespace: this.#set.metadata.namespace ?? "" };
    return { current: await client.update(target, { ...equal, revision }, undefined, signal), collisionCount };
  }

  async #manage(hash: string): Promise<void> {
    const deletions: Pod[] = [];
    const missing: string[] = [];
    for (const node of this.#options.nodes) {
      const name = node.metadata.name ?? "";
      const pods = this.#byNode.get(name) ?? [];
      const { shouldRun, shouldContinue } = nodeFit(this.#set, node);
      if (!shouldContinue) deletions.push(...pods.filter((pod) => !isDeleted(pod)));
      else if (pods.length === 0 && shouldRun) missing.push(name);
      else deletions.push(...this.#surplus(name, pods));
    }
    const names = new Set(this.#options.nodes.map(({ metadata }) => metadata.name));
    for (const [name, pods] of this.#byNode)
      if (!names.has(name)) deletions.push(...pods.filter((pod) => !isDeleted(pod)));
    const failure = await this.#apply(missing, deletions, hash).catch((error: unknown) => error);
    if (failure !== undefined) throw failure;
    const isSettled = missing.length === 0 && deletions.length === 0;
    if (isSettled && this.#set.spec?.updateStrategy?.type === "RollingUpdate") await this.#roll(hash);
  }

  /** Pods of a node that have failed, and all but the oldest one. */
  #surplus(node: string, pods: readonly Pod[]): readonly Pod[] {
    const live = pods.filter((pod) => !isDeleted(pod));
    const ended = live.filter(({ status }) => status?.phase === "Failed" || status?.phase === "Succeeded");
    const gone = ended.filter((pod) => pod.status?.phase === "Succeeded" || this.#mayKill(node));
    for (const pod of gone) {
      const { name = "", namespace = "" } = pod.metadata;
      const hasFailed = pod.status?.phase === "Failed";
      const message = hasFailed
        ? `Found failed daemon pod ${namespace}/${name} on node ${node}, will try to kill it`
        : `Found succeeded daemon pod ${namespace}/${name} on node ${node}, will try to delete it`;
      const [type, reason] = hasFailed
        ? (["Warning", "FailedDaemonPod"] as const)
        : (["Normal", "SucceededDaemonPod"] as const);
      this.#options.recorder.event(this.#options.kind, this.#set, type, reason, message);
    }
    const running = live
      .filter((pod) => !ended.includes(pod))
      .toSorted((a, b) => Number(isPodReady(b)) - Number(isPodReady(a)) || createdAt(a) - createdAt(b));
    // while a rolling update surges, the old pod stays until the new one is available
    const kept = this.#maxSurge > 0 ? 2 : 1;
    return [...gone, ...running.slice(kept)];
  }

  /** Whether a failed pod of a node may be deleted now; asks for another pass otherwise. */
  #mayKill(node: string): boolean {
    const { key, clock, failedPods, again } = this.#options;
    const wait = failedPods.remaining(`${key}/${node}`, clock.now());
    if (wait > 0) again(wait);
    else failedPods.next(`${key}/${node}`, clock.now());
    return wait <= 0;
  }

  async #apply(missing: readonly string[], deletions: readonly Pod[], hash: string): Promise<void> {
    const { key, kind, expectations, podControl, signal } = this.#options;
    const [nodes, gone] = [missing.slice(0, burst), deletions.slice(0, burst)];
    if (nodes.length + gone.length === 0) return;
    expectations.expect(key, {
      creations: nodes.length,
      deletions: gone.map(({ metadata }) => metadata.uid ?? ""),
    });
    const base = podFromTemplate(this.#set.spec?.template ?? {}, this.#set, controllerRef(kind, this.#set));
    const labels = { ...base.metadata.labels, [revisionHashLabel]: hash };
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
    if (created.error !== undefined) throw created.error;
  }

  get #desired(): number {
    return this.#options.nodes.filter((node) => nodeFit(this.#set, node).shouldRun).length;
  }

  get #maxSurge(): number {
    return scaledValue(this.#set.spec?.updateStrategy?.rollingUpdate?.maxSurge ?? 0, this.#desired, true);
  }

  #isAvailable(pod: Pod): boolean {
    return isPodAvailable(pod, this.#set.spec?.minReadySeconds ?? 0, this.#options.clock.now());
  }

  /** Replaces pods of old revisions, as many at a time as the strategy allows (rollingUpdate). */
  async #roll(hash: string): Promise<void> {
    const { rollingUpdate } = this.#set.spec?.updateStrategy ?? {};
    const isNew = ({ metadata }: Pod): boolean => metadata.labels?.[revisionHashLabel] === hash;
    const running = this.#options.nodes.filter((node) => nodeFit(this.#set, node).shouldRun);
    const surge = this.#maxSurge;
    const old: { readonly node: string; readonly pod: Pod; readonly isAvailable: boolean }[] = [];
    const surging: string[] = [];
    const replaced: Pod[] = [];
    let [unavailable, surges] = [0, 0];
    for (const { metadata } of running) {
      const node = metadata.name ?? "";
      const pods = (this.#byNode.get(node) ?? []).filter((pod) => !isDeleted(pod));
      const [fresh, stale] = [pods.find(isNew), pods.find((pod) => !isNew(pod))];
      if (!pods.some((pod) => this.#isAvailable(pod))) unavailable++;
      if (fresh !== undefined && stale !== undefined) {
        if (this.#isAvailable(fresh)) replaced.push(stale);
        else surges++;
      } else if (stale !== undefined) old.push({ node, pod: stale, isAvailable: this.#isAvailable(stale) });
    }
    if (surge > 0) {
      for (const { node } of old.slice(0, Math.max(0, surge - surges))) surging.push(node);
      return this.#apply(surging, replaced, hash);
    }
    const most = Math.max(1, scaledValue(rollingUpdate?.maxUnavailable ?? 1, this.#desired, true));
    const broken = old.filter(({ isAvailable }) => !isAvailable);
    const healthy = old.filter(({ isAvailable }) => isAvailable).slice(0, Math.max(0, most - unavailable));
    await this.#apply(
      [],
      [...broken, ...healthy].map(({ pod }) => pod),
      hash,
    );
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
      const [pod] = pods.toSorted((a, b) => createdAt(a) - createdAt(b));
      if (pod === undefined) continue;
      counts.current++;
      if (pods.some(isPodReady)) counts.ready++;
      if (pods.some((one) => this.#isAvailable(one))) counts.available++;
      if (pods.some(({ metadata }) => metadata.labels?.[revisionHashLabel] === hash)) counts.updated++;
    }
    const { conditions, collisionCount: before } = this.#set.status ?? {};
    return {
      currentNumberScheduled: counts.current,
      numberMisscheduled: counts.misscheduled,
      desiredNumberScheduled: counts.desired,
      numberReady: counts.ready,
      observedGeneration: Number(this.#set.metadata.generation ?? 0),
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
    const unused = sortedRevisions(revisions).filter(
      ({ metadata }) => metadata.name !== current.metadata.name && !live.has(metadata.labels?.[revisionHashLabel]),
    );
    const limit = this.#set.spec?.revisionHistoryLimit ?? 10;
    const target = { ...revisionsResource, namespace: this.#set.metadata.namespace ?? "" };
    for (const { metadata } of unused.slice(0, Math.max(0, unused.length - limit)))
      await client.delete(target, metadata.name ?? "", undefined, signal);
  }
}
