import type { ControllerRevision, StatefulSet, StatefulSetStatus } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists, isNotFound } from "../../apimachinery/errors.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { Client } from "../../client/client.ts";
import {
  createRevision,
  hasData,
  revisionData,
  revisionsResource,
  sortedRevisions,
  templateOf,
} from "../framework/controller-revisions.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import type { Expectations } from "../framework/expectations.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isPodReady } from "../../component-helpers/pod-state.ts";
import { isPodAvailable } from "../framework/pod-state.ts";
import { slowStartBatch } from "../framework/slow-start-batch.ts";
import { equalJson } from "../framework/sorted-json.ts";
import type { StatefulClaims } from "./stateful-claims.ts";
import {
  hasIdentity,
  identityLabels,
  isInRange,
  newStatefulPod,
  ordinalOf,
  podName,
  revisionOfPod,
  startOf,
  statefulSetKind,
} from "./stateful-pods.ts";

export interface StatefulPassOptions {
  readonly key: string;
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  readonly revisions: readonly ControllerRevision[];
  /** Whether everything that was created and deleted has been seen. */
  readonly mayManage: boolean;
  readonly clock: Clock;
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly expectations: Expectations;
  readonly claims: StatefulClaims;
  readonly signal: AbortSignal;
  readonly again: (ms: number) => void;
}

interface Revisions {
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly collisionCount: number;
}

const isTerminating = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const isRunningAndReady = (pod: Pod): boolean => pod.status?.phase === "Running" && isPodReady(pod);
/** Whether a pod runs, is ready, and is not being deleted (isHealthy). */
const isHealthy = (pod: Pod): boolean => isRunningAndReady(pod) && !isTerminating(pod);
const isEnded = ({ status }: Pod): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";
const nameOf = ({ metadata }: ControllerRevision): string => metadata.name ?? "";

type Verb = "create" | "update" | "delete";

/** One pass over a StatefulSet (defaultStatefulSetControl.UpdateStatefulSet). */
export class StatefulPass {
  readonly #options: StatefulPassOptions;
  readonly #set: StatefulSet;
  readonly #isOrdered: boolean;
  /** The pods of old revisions that this pass deletes. */
  #rolled = 0;

  constructor(options: StatefulPassOptions) {
    this.#options = options;
    this.#set = options.set;
    this.#isOrdered = options.set.spec?.podManagementPolicy !== "Parallel";
  }

  async sync(): Promise<void> {
    const revisions = await this.#revisions();
    let failure: unknown;
    if (this.#options.mayManage && this.#set.metadata.deletionTimestamp === undefined)
      failure = await this.#managePods(revisions).catch((error: unknown) => error);
    const status = this.#status(revisions);
    await this.#writeStatus(status);
    await this.#truncateHistory(revisions);
    const { minReadySeconds = 0 } = this.#set.spec ?? {};
    if (minReadySeconds > 0 && status.availableReplicas < (status.readyReplicas ?? 0))
      this.#options.again(minReadySeconds * 1000);
    if (failure !== undefined) throw failure;
  }

  /** Returns the revision of the template, created if it is new, and the one that pods had before. */
  async #revisions(): Promise<Revisions> {
    const { client, revisions, signal } = this.#options;
    const { spec, status } = this.#set;
    const sorted = sortedRevisions(revisions);
    const data = revisionData(spec?.template);
    const equal = sorted.findLast((revision) => hasData(revision, data));
    const revision = (sorted.at(-1)?.revision ?? 0) + 1;
    const collisionCount = status?.collisionCount ?? 0;
    const namespace = this.#set.metadata.namespace ?? "";
    let update = { created: equal ?? sorted[0], collisionCount };
    if (equal === undefined)
      update = await createRevision({
        client,
        kind: statefulSetKind,
        owner: this.#set,
        template: spec?.template,
        hashLabel: "controller.kubernetes.io/hash",
        revision,
        collisionCount,
        signal,
      });
    else if (equal !== sorted.at(-1))
      update.created = await client.update(
        { ...revisionsResource, namespace },
        { ...equal, revision },
        undefined,
        signal,
      );
    if (update.created === undefined) throw new Error("no revision was made");
    const current = sorted.find((one) => nameOf(one) === status?.currentRevision) ?? update.created;
    return { current, update: update.created, collisionCount: update.collisionCount };
  }

  get #replicas(): number {
    return this.#set.spec?.replicas ?? 1;
  }

  #isAvailable(pod: Pod): boolean {
    return (
      isRunningAndReady(pod) && isPodAvailable(pod, this.#set.spec?.minReadySeconds ?? 0, this.#options.clock.now())
    );
  }

  async #managePods(revisions: Revisions): Promise<void> {
    const { pods, claims } = this.#options;
    const [set, start] = [this.#set, startOf(this.#set)];
    const byOrdinal = new Map(pods.map((pod) => [ordinalOf(set, pod), pod]));
    const ordinals = Array.from({ length: this.#replicas }, (_, i) => start + i);
    const process = (ordinal: number) => this.#processReplica(ordinal, byOrdinal.get(ordinal), revisions);
    if (await this.#forAll(ordinals, process)) return;
    const byAscent = pods.toSorted((a, b) => ordinalOf(set, a) - ordinalOf(set, b));
    const condemned = byAscent.filter((pod) => !isInRange(set, pod)).toReversed();
    await this.#forAll(condemned, async (pod) => (await claims.retain(set, pod), false));
    const unhealthy = byAscent.find((pod) => !isHealthy(pod));
    if (await this.#forAll(condemned, (pod) => this.#processCondemned(pod, unhealthy))) return;
    if (set.spec?.updateStrategy?.type !== "OnDelete") await this.#rollOne(byOrdinal, revisions);
  }

  /**
   * Acts on one after the other until one says that the pass ends here, and returns whether one did. In a parallel set
   * all are acted on, in groups that double, until one fails (runForAll).
   */
  async #forAll<T>(items: readonly T[], act: (item: T) => Promise<boolean>): Promise<boolean> {
    if (this.#isOrdered) {
      for (const item of items) if (await act(item)) return true;
      return false;
    }
    const acts = items.map((item) => () => act(item));
    const { error } = await slowStartBatch(acts.length, async (i) => void (await acts[i]?.()));
    if (error !== undefined) throw error;
    return false;
  }

  /** Brings the pod of an ordinal about. Returns whether to wait until the pod has changed (processReplica). */
  async #processReplica(ordinal: number, pod: Pod | undefined, revisions: Revisions): Promise<boolean> {
    const { claims } = this.#options;
    if (pod === undefined) return this.#create(ordinal, revisions);
    if (isEnded(pod)) {
      if (!isTerminating(pod)) await this.#delete(pod);
      return true;
    }
    if (pod.status?.phase === "Pending") {
      await claims.create(this.#set, pod);
      await this.#retain(pod);
    }
    if (this.#isOrdered && (isTerminating(pod) || !this.#isAvailable(pod))) return true;
    if (!hasIdentity(this.#set, pod) || !claims.areUpToDate(this.#set, pod)) await this.#update(pod);
    return false;
  }

  async #processCondemned(pod: Pod, unhealthy: Pod | undefined): Promise<boolean> {
    if (isTerminating(pod)) return true;
    if (this.#isOrdered && !this.#isAvailable(pod) && pod !== unhealthy) return true;
    await this.#delete(pod);
    return true;
  }

  /** Deletes the pod of the highest ordinal that has an old revision, if all above it are healthy. */
  async #rollOne(byOrdinal: ReadonlyMap<number, Pod>, { update }: Revisions): Promise<void> {
    const start = startOf(this.#set);
    const partition = this.#set.spec?.updateStrategy?.rollingUpdate?.partition ?? 0;
    for (let i = start + this.#replicas - 1; i >= start + partition; i--) {
      const pod = byOrdinal.get(i);
      if (pod === undefined) return;
      if (revisionOfPod(pod) !== nameOf(update) && !isTerminating(pod)) {
        await this.#delete(pod);
        this.#rolled++;
        return;
      }
      if (!isHealthy(pod)) return;
    }
  }

  /** Creates the pod of an ordinal. Returns whether the pass ends here: in an ordered set, or for stale claims. */
  async #create(ordinal: number, { current, update }: Revisions): Promise<boolean> {
    const { client, claims, expectations, key, signal } = this.#options;
    const { updateStrategy } = this.#set.spec ?? {};
    const isRolling = updateStrategy?.type !== "OnDelete";
    const { partition } = updateStrategy?.rollingUpdate ?? {};
    const kept = partition ?? this.#set.status?.currentReplicas ?? 0;
    const revision = isRolling && ordinal < startOf(this.#set) + kept ? current : update;
    const pod = newStatefulPod(this.#set, templateOf(revision), ordinal, nameOf(revision));
    if (claims.areStale(this.#set, pod)) return true;
    await this.#told("create", pod, () => claims.create(this.#set, pod));
    expectations.expect(key, { creations: 1 });
    let created: Pod;
    try {
      created = await client.create({ ...podsResource, namespace: this.#set.metadata.namespace ?? "" }, pod, signal);
    } catch (error) {
      expectations.creationObserved(key);
      if (!isAlreadyExists(error)) this.#tell("create", pod, error);
      throw error;
    }
    await this.#retain(created);
    this.#tell("create", pod, undefined);
    return this.#isOrdered;
  }

  #retain(pod: Pod): Promise<void> {
    return this.#told("update", pod, () => this.#options.claims.retain(this.#set, pod));
  }

  /** Does something; an error is told as that of a verb, and thrown. */
  async #told(verb: Verb, pod: Pod, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#tell(verb, pod, error);
      throw error;
    }
  }

  async #delete(pod: Pod): Promise<void> {
    const { client, expectations, key, signal } = this.#options;
    const { name = "", namespace = "", uid = "" } = pod.metadata;
    expectations.expect(key, { deletions: [uid] });
    try {
      await client.delete({ ...podsResource, namespace }, name, undefined, signal);
      this.#tell("delete", pod, undefined);
    } catch (error) {
      expectations.deletionObserved(key, uid);
      if (isNotFound(error)) return;
      this.#tell("delete", pod, error);
      throw error;
    }
  }

  /** Gives a pod the labels of its ordinal, and its claims their owners (UpdateStatefulPod). */
  async #update(pod: Pod): Promise<void> {
    const { client, signal } = this.#options;
    await this.#retain(pod);
    if (!hasIdentity(this.#set, pod)) {
      const labels = { ...pod.metadata.labels, ...identityLabels(this.#set, pod) };
      const target = { ...podsResource, namespace: pod.metadata.namespace ?? "" };
      const update = { ...pod, metadata: { ...pod.metadata, labels } };
      await this.#told("update", pod, () => client.update(target, update, undefined, signal));
    }
    this.#tell("update", pod, undefined);
  }

  #tell(verb: Verb, pod: Pod, error: unknown): void {
    const what = `${verb} Pod ${pod.metadata.name ?? podName(this.#set, 0)} in StatefulSet ${this.#set.metadata.name ?? ""}`;
    const reason = { create: "Create", update: "Update", delete: "Delete" }[verb];
    const { recorder } = this.#options;
    if (error === undefined)
      recorder.event(statefulSetKind, this.#set, "Normal", `Successful${reason}`, `${what} successful`);
    else
      recorder.event(
        statefulSetKind,
        this.#set,
        "Warning",
        `Failed${reason}`,
        `${what} failed error: ${messageOf(error)}`,
      );
  }

  /** The status of the pods as they were seen; a rollout that is done makes its revision the current one. */
  #status({ current, update, collisionCount }: Revisions): StatefulSetStatus {
    const { pods } = this.#options;
    const live = pods.filter((pod) => !isTerminating(pod));
    const countOf = (revision: ControllerRevision): number =>
      live.filter((pod) => revisionOfPod(pod) === nameOf(revision)).length;
    const ready = pods.filter(isRunningAndReady).length;
    const status = {
      ...(this.#set.status?.conditions && { conditions: this.#set.status.conditions }),
      observedGeneration: Number(this.#set.metadata.generation ?? 0),
      replicas: pods.length,
      readyReplicas: ready,
      availableReplicas: pods.filter((pod) => this.#isAvailable(pod)).length,
      currentReplicas: Math.max(0, countOf(current) - this.#rolled),
      updatedReplicas: countOf(update),
      currentRevision: nameOf(current),
      updateRevision: nameOf(update),
      collisionCount,
    };
    const isRolling = this.#set.spec?.updateStrategy?.type !== "OnDelete";
    const isDone = [status.updatedReplicas, ready, pods.length].every((count) => count === this.#replicas);
    return isRolling && isDone
      ? { ...status, currentReplicas: status.updatedReplicas, currentRevision: status.updateRevision }
      : status;
  }

  async #writeStatus(status: StatefulSetStatus): Promise<void> {
    if (equalJson(withoutZeros(status), withoutZeros(this.#set.status))) return;
    const target = { ...statefulSetKind.target, namespace: this.#set.metadata.namespace ?? "" };
    await this.#options.client.update(target, { ...this.#set, status }, "status", this.#options.signal);
  }

  /** Deletes the oldest revisions that no pod has, beyond the limit. */
  async #truncateHistory({ current, update }: Revisions): Promise<void> {
    const { client, pods, revisions, signal } = this.#options;
    const live = new Set([nameOf(current), nameOf(update), ...pods.map(revisionOfPod)]);
    const unused = sortedRevisions(revisions).filter((revision) => !live.has(nameOf(revision)));
    const limit = this.#set.spec?.revisionHistoryLimit ?? 10;
    const target = { ...revisionsResource, namespace: this.#set.metadata.namespace ?? "" };
    for (const revision of unused.slice(0, Math.max(0, unused.length - limit)))
      await client.delete(target, nameOf(revision), undefined, signal);
  }
}

const withoutZeros = (status: StatefulSetStatus | undefined): unknown =>
  Object.fromEntries(Object.entries(status ?? {}).filter(([, value]) => value !== 0));
