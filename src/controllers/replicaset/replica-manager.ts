import { leastOf } from "../../apimachinery/long-lists.ts";
import { controllerOf } from "../../apimachinery/controller-of.ts";
import type { ReplicaSet } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import type { LabelSelector } from "../../apimachinery/labels/selector.ts";
import type { Client } from "../../client/client.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey, type Tally } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { Expectations } from "../framework/expectations.ts";
import { followOwnedPods, hasSameLabels } from "../framework/owned-pods.ts";
import { claimCandidates, claimObjects, type ControllerKind, controllerRef } from "../framework/owners.ts";
import { isNamespaceTerminating, PodControl, podFromTemplate, podsResource } from "../framework/pod-control.ts";
import { podCondition } from "../../component-helpers/pod-state.ts";
import { isPodActive, sortForDeletion, untilAvailable } from "../framework/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import { settleAll, slowStartBatch } from "../framework/slow-start-batch.ts";
import {
  calculateStatus,
  countGroups,
  countPods,
  isSameStatus,
  type ReplicaCounts,
  type ReplicaGroup,
  replicaPlace,
} from "./replica-status.ts";

/** The kind whose replicas are kept: ReplicaSets, or ReplicationControllers, which differ by the selector. */
export interface ReplicaKind extends ControllerKind {
  /** The source of its events. */
  readonly component: string;
  readonly selectorOf: (owner: ReplicaSet) => LabelSelector;
}

/** The active pods of an owner: their counts, and the pods where a pass had to go through them. */
interface Replicas {
  readonly counts: ReplicaCounts;
  readonly pods?: readonly Pod[];
}

/** Most pods that one pass creates or deletes (replicaset.BurstReplicas). */
const burstReplicas = 500;

/** Creates the controller of a kind of replicas (replicaset.NewBaseController). */
export const createReplicaManager = (kind: ReplicaKind, context: ControllerContext): Controller =>
  new ReplicaManager(kind, context).controller;

class ReplicaManager {
  readonly controller: QueuedController;
  readonly #kind: ReplicaKind;
  readonly #context: ControllerContext;
  readonly #client: Client;
  readonly #owners: SharedInformer<ReplicaSet>;
  readonly #pods: SharedInformer<Pod>;
  /** The active pods of each owner, in groups that count alike. */
  readonly #counts: Tally<ReplicaGroup>;
  readonly #podControl: PodControl;
  readonly #expectations: Expectations;

  constructor(kind: ReplicaKind, context: ControllerContext) {
    const { clock, informers } = context;
    this.#kind = kind;
    this.#context = context;
    this.#client = controllerClient(kind.component, context);
    const recorder = new EventRecorder({ client: this.#client, clock, component: kind.component });
    this.#podControl = new PodControl({ client: this.#client, recorder, kind });
    this.#expectations = new Expectations(clock);
    this.#owners = informers.of<ReplicaSet>(kind.target);
    this.#pods = informers.of<Pod>(podsResource);
    this.#counts = this.#pods.index.tally(replicaPlace);
    this.controller = new QueuedController({
      clock,
      informers: [this.#owners, this.#pods],
      workers: 5,
      process: (key, signal) => this.#sync(key, signal),
    });
    this.#owners.addHandler({
      add: (owner) => this.controller.add(objectKey(owner)),
      update: (_before, owner) => this.controller.add(objectKey(owner)),
      delete: (owner) => {
        this.#expectations.forget(objectKey(owner));
        this.controller.add(objectKey(owner));
      },
    });
    followOwnedPods({
      pods: this.#pods,
      owners: this.#owners,
      kind,
      selectorOf: kind.selectorOf,
      expectations: this.#expectations,
      enqueue: (key) => this.controller.add(key),
      isSame: looksAlike,
    });
  }

  async #sync(key: string, signal: AbortSignal): Promise<void> {
    const owner = this.#owners.index.get(key);
    if (owner === undefined) return this.#expectations.forget(key);
    const needsSync = this.#expectations.satisfied(key);
    const replicas = this.#counted(owner) ?? (await this.#claimed(owner, signal));
    let failure: unknown;
    if (needsSync && owner.metadata.deletionTimestamp === undefined)
      failure = await this.#manage(key, owner, replicas, signal).catch((error: unknown) => error);
    if (isNamespaceTerminating(failure)) failure = undefined;
    await this.#updateStatus(key, owner, replicas, { failure, signal });
    if (failure !== undefined) throw failure;
  }

  /**
   * Counts the pods of an owner without going through them. Returns undefined where that does not do: pods are to be
   * adopted or released, or are available only some time after they are ready.
   */
  #counted(owner: ReplicaSet): Replicas | undefined {
    const { uid = "", namespace = "" } = owner.metadata;
    if ((owner.spec?.minReadySeconds ?? 0) > 0) return undefined;
    const selector = this.#kind.selectorOf(owner);
    const groups = [...this.#counts.of(uid)];
    if (!groups.every(({ group }) => selector.matches(group.labels))) return undefined;
    for (const pod of this.#pods.index.uncontrolled(namespace))
      if (isPodActive(pod) && selector.matches(pod.metadata.labels ?? {})) return undefined;
    return { counts: countGroups(owner, groups) };
  }

  /** Adopts and releases pods, and counts those that the owner then has. */
  async #claimed(owner: ReplicaSet, signal: AbortSignal): Promise<Required<Replicas>> {
    const pods = await claimObjects([...claimCandidates(owner, this.#pods)].filter(isPodActive), {
      client: this.#client,
      kind: this.#kind,
      owner,
      target: podsResource,
      selector: this.#kind.selectorOf(owner),
      signal,
    });
    return { pods, counts: countPods(owner, pods, this.#context.clock.now()) };
  }

  /** Creates missing pods and deletes surplus ones (manageReplicas). */
  async #manage(key: string, owner: ReplicaSet, { counts, pods }: Replicas, signal: AbortSignal): Promise<void> {
    const difference = counts.all - (owner.spec?.replicas ?? 1);
    if (difference < 0) await this.#create(key, owner, Math.min(-difference, burstReplicas), signal);
    if (difference <= 0) return;
    const surplus = pods ?? (await this.#claimed(owner, signal)).pods;
    await this.#delete(key, owner, surplus, Math.min(difference, burstReplicas), signal);
  }

  async #create(key: string, owner: ReplicaSet, count: number, signal: AbortSignal): Promise<void> {
    const pod = podFromTemplate(owner.spec?.template ?? {}, owner, controllerRef(this.#kind, owner));
    this.#expectations.expect(key, { creations: count });
    const { skipped, error } = await slowStartBatch(count, async () => {
      try {
        await this.#podControl.create(owner, pod, signal);
      } catch (failure) {
        this.#expectations.creationObserved(key);
        throw failure;
      }
    });
    if (skipped > 0) this.#expectations.creationObserved(key, skipped);
    if (error !== undefined) throw error;
  }

  async #delete(
    key: string,
    owner: ReplicaSet,
    pods: readonly Pod[],
    count: number,
    signal: AbortSignal,
  ): Promise<void> {
    const onNode = this.#countByNode(owner);
    const sorted = sortForDeletion(pods, this.#context.clock.now(), (pod) => onNode.get(pod.spec?.nodeName ?? "") ?? 0);
    const chosen = sorted.slice(0, count);
    this.#expectations.expect(key, { deletions: chosen.map(({ metadata }) => metadata.uid ?? "") });
    await settleAll(
      chosen.map(async (pod) => {
        try {
          await this.#podControl.delete(owner, pod, signal);
        } catch (error) {
          this.#expectations.deletionObserved(key, pod.metadata.uid ?? "");
          if (!isNotFound(error)) throw error;
        }
      }),
    );
  }

  /**
   * The active pods of each node that belong to the ReplicaSets of the same controller, such as a Deployment; none
   * without a controller (getIndirectlyRelatedPods).
   */
  #countByNode(owner: ReplicaSet): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const parent = controllerOf(owner)?.uid;
    const related = parent === undefined ? [] : [...this.#owners.index.byOwner(parent)];
    for (const { metadata } of related)
      for (const pod of this.#pods.index.byOwner(metadata.uid ?? "")) {
        const node = pod.spec?.nodeName ?? "";
        if (isPodActive(pod)) counts.set(node, (counts.get(node) ?? 0) + 1);
      }
    return counts;
  }

  async #updateStatus(
    key: string,
    owner: ReplicaSet,
    { counts, pods = [] }: Replicas,
    { failure, signal }: { readonly failure: unknown; readonly signal: AbortSignal },
  ): Promise<void> {
    const now = this.#context.clock.now();
    const status = calculateStatus(owner, counts, failure, now);
    if (!isSameStatus(owner, status)) {
      const target = { ...this.#kind.target, namespace: owner.metadata.namespace ?? "" };
      const update = { ...owner, apiVersion: this.#kind.apiVersion, kind: this.#kind.kind, status };
      await this.#client.update(target, update, "status", signal);
    }
    const { minReadySeconds = 0 } = owner.spec ?? {};
    if (minReadySeconds === 0) return;
    const waits = pods.flatMap((pod) => untilAvailable(pod, minReadySeconds, now) ?? []);
    const next = leastOf(waits.filter((ms) => ms > 0));
    if (Number.isFinite(next)) this.controller.addAfter(key, next);
  }
}

/** Whether a pass reads the same of both: most changes of a pod do not matter to what goes through all pods. */
const looksAlike = (before: Pod, after: Pod): boolean =>
  isPodActive(before) === isPodActive(after) &&
  sameReadiness(before, after) &&
  hasSameLabels(before, after) &&
  JSON.stringify(before.metadata.ownerReferences) === JSON.stringify(after.metadata.ownerReferences);

function sameReadiness(a: Pod, b: Pod): boolean {
  const [before, after] = [podCondition(a, "Ready"), podCondition(b, "Ready")];
  return before?.status === after?.status && before?.lastTransitionTime === after?.lastTransitionTime;
}
