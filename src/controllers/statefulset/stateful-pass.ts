import type { ControllerRevision, StatefulSet, StatefulSetStatus } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists, isNotFound } from "../../apimachinery/errors.ts";
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
import { messageOf, podsResource } from "../framework/pod-control.ts";
import { isPodAvailable, isPodReady } from "../framework/pod-state.ts";
import { equalJson } from "../framework/sorted-json.ts";
import type { StatefulClaims } from "./stateful-claims.ts";
import {
  hasIdentity,
  identityLabels,
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
const isEnded = ({ status }: Pod): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";
const nameOf = ({ metadata }: ControllerRevision): string => metadata.name ?? "";

/** One pass over a StatefulSet (defaultStatefulSetControl.UpdateStatefulSet). */
export class StatefulPass {
  readonly #options: StatefulPassOptions;
  readonly #set: StatefulSet;
  readonly #isOrdered: boolean;

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

  #inRange(pod: Pod): boolean {
    const ordinal = ordinalOf(this.#set, pod);
    return ordinal >= startOf(this.#set) && ordinal < startOf(this.#set) + this.#replicas;
  }

  #isAvailable(pod: Pod): boolean {
    return (
      isRunningAndReady(pod) && isPodAvailable(pod, this.#set.spec?.minReadySeconds ?? 0, this.#options.clock.now())
    );
  }

  async #managePods(revisions: Revisions): Promise<void> {
    const { pods } = this.#options;
    const byOrdinal = new Map(pods.map((pod) => [ordinalOf(this.#set, pod), pod]));
    for (let i = startOf(this.#set); i < startOf(this.#set) + this.#replicas; i++)
      if (await this.#processReplica(i, byOrdinal.get(i), revisions)) return;
    const condemned = pods
      .filter((pod) => !this.#inRange(pod))
      .toSorted((a, b) => ordinalOf(this.#set, b) - ordinalOf(this.#set, a));
    const unhealthy = pods
      .filter((pod) => !isRunningAndReady(pod) || isTerminating(pod))
      .toSorted((a, b) => ordinalOf(this.#set, a) - ordinalOf(this.#set, b))[0];
    for (const pod of condemned) if (await this.#processCondemned(pod, unhealthy)) return;
    if (this.#set.spec?.updateStrategy?.type !== "OnDelete") await this.#rollOne(byOrdinal, revisions);
  }

  /** Brings the pod of an ordinal about. Returns whether the pass ends here, to go on once the pod has changed. */
  async #processReplica(ordinal: number, pod: Pod | undefined, revisions: Revisions): Promise<boolean> {
    if (pod === undefined) {
      await this.#create(ordinal, revisions);
      return this.#isOrdered;
    }
    if (isEnded(pod)) {
      if (!isTerminating(pod)) await this.#recreate(pod);
      return true;
    }
    const isPending = pod.status?.phase === "Pending" && !isTerminating(pod);
    if (isPending) await this.#options.claims.create(this.#set, pod);
    if (this.#isOrdered && (isTerminating(pod) || !this.#isAvailable(pod))) return true;
    if (!hasIdentity(this.#set, pod)) await this.#relabel(pod);
    await this.#options.claims.retain(this.#set, pod);
    return false;
  }

  async #processCondemned(pod: Pod, unhealthy: Pod | undefined): Promise<boolean> {
    if (isTerminating(pod)) return this.#isOrdered;
    if (this.#isOrdered && !this.#isAvailable(pod) && pod !== unhealthy) return true;
    await this.#options.claims.retain(this.#set, pod);
    await this.#delete(pod);
    return this.#isOrdered;
  }

  /** Deletes the pod of the highest ordinal that has an old revision, if all above it are healthy. */
  async #rollOne(byOrdinal: ReadonlyMap<number, Pod>, { update }: Revisions): Promise<void> {
    const start = startOf(this.#set);
    const partition = this.#set.spec?.updateStrategy?.rollingUpdate?.partition ?? 0;
    for (let i = start + this.#replicas - 1; i >= start + partition; i--) {
      const pod = byOrdinal.get(i);
      if (pod === undefined) return;
      const isOld = revisionOfPod(pod) !== nameOf(update);
      if (isOld && !isTerminating(pod)) return this.#delete(pod);
      if (isTerminating(pod) || !this.#isAvailable(pod)) return;
    }
  }

  async #recreate(pod: Pod): Promise<void> {
    const { namespace = "", name = "" } = this.#set.metadata;
    const hasFailed = pod.status?.phase === "Failed";
    const [reason, what] = hasFailed ? ["RecreatingFailedPod", "failed"] : ["RecreatingTerminatedPod", "terminated"];
    const message = `StatefulSet ${namespace}/${name} is recreating ${what} Pod ${pod.metadata.name ?? ""}`;
    const { recorder } = this.#options;
    recorder.event(statefulSetKind, this.#set, hasFailed ? "Warning" : "Normal", reason, message);
    await this.#delete(pod);
  }

  async #create(ordinal: number, { current, update }: Revisions): Promise<void> {
    const { client, claims, expectations, key, signal } = this.#options;
    const { updateStrategy } = this.#set.spec ?? {};
    const isRolling = updateStrategy?.type !== "OnDelete";
    const { partition } = updateStrategy?.rollingUpdate ?? {};
    const kept = partition ?? this.#set.status?.currentReplicas ?? 0;
    const revision = isRolling && ordinal < startOf(this.#set) + kept ? current : update;
    const pod = newStatefulPod(this.#set, templateOf(revision), ordinal, nameOf(revision));
    await claims.create(this.#set, pod);
    expectations.expect(key, { creations: 1 });
    try {
      await client.create({ ...podsResource, namespace: this.#set.metadata.namespace ?? "" }, pod, signal);
      this.#tell("create", pod, undefined);
    } catch (error) {
      expectations.creationObserved(key);
      if (!isAlreadyExists(error)) this.#tell("create", pod, error);
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

  /** Gives a pod the labels of its ordinal. */
  async #relabel(pod: Pod): Promise<void> {
    const labels = { ...pod.metadata.labels, ...identityLabels(this.#set, pod) };
    const target = { ...podsResource, namespace: pod.metadata.namespace ?? "" };
    const update = { ...pod, metadata: { ...pod.metadata, labels } };
    await this.#options.client.update(target, update, undefined, this.#options.signal);
    this.#tell("update", pod, undefined);
  }

  #tell(verb: "create" | "update" | "delete", pod: Pod, error: unknown): void {
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
      currentReplicas: countOf(current),
      updatedReplicas: countOf(update),
      currentRevision: nameOf(current),
      updateRevision: nameOf(update),
      collisionCount,
    };
    const isRolling = this.#set.spec?.updateStrategy?.type !== "OnDelete";
    const isDone = status.updatedReplicas === pods.length && ready === pods.length;
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
