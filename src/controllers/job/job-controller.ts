import { controllerOf } from "../../apimachinery/controller-of.ts";
import type { Job } from "../../api/batch/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { Client } from "../../client/client.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { Expectations } from "../framework/expectations.ts";
import { followOwnedPods } from "../framework/owned-pods.ts";
import { claimCandidates, claimObjects, ownerKey } from "../framework/owners.ts";
import { PodControl, podsResource } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import { settleAll } from "../framework/slow-start-batch.ts";
import { FailureBackoff } from "./failure-backoff.ts";
import { JobPass } from "./job-pass.ts";
import { jobKind } from "./job-pods.ts";
import { isJobFinished, jobStateOf, trackingFinalizer } from "./job-state.ts";

/** How long changes of pods are gathered before a job is looked at (job.syncJobBatchPeriod). */
const gatherMs = 1000;

/** The value of managedBy that means this controller. */
const ownName = "kubernetes.io/job-controller";

/** Runs the pods of Jobs to completion (controller/job). */
export const createJobController = (context: ControllerContext): Controller => new JobController(context).controller;

class JobController {
  readonly controller: QueuedController;
  readonly #context: ControllerContext;
  readonly #client: Client;
  readonly #recorder: EventRecorder;
  readonly #podControl: PodControl;
  readonly #expectations: Expectations;
  readonly #backoff: FailureBackoff;
  readonly #jobs: SharedInformer<Job>;
  readonly #pods: SharedInformer<Pod>;
  /** Pods whose finalizer is removed, until their informer shows it. */
  readonly #released = new Set<string>();

  constructor(context: ControllerContext) {
    const { clock, informers } = context;
    this.#context = context;
    this.#client = controllerClient("job-controller", context);
    this.#recorder = new EventRecorder({ client: this.#client, clock, component: "job-controller" });
    this.#podControl = new PodControl({ client: this.#client, recorder: this.#recorder, kind: jobKind });
    this.#expectations = new Expectations(clock);
    this.#backoff = new FailureBackoff();
    this.#jobs = informers.of<Job>(jobKind.target);
    this.#pods = informers.of<Pod>(podsResource);
    this.controller = new QueuedController({
      clock,
      informers: [this.#jobs, this.#pods],
      workers: 5,
      process: (key, signal) => this.#sync(key, signal),
    });
    this.#jobs.addHandler({
      add: (job) => this.controller.add(objectKey(job)),
      update: (_before, job) => this.controller.add(objectKey(job)),
      delete: (job) => this.#jobDeleted(job),
    });
    this.#pods.addHandler({
      update: (_before, pod) => {
        if (!hasFinalizer(pod)) this.#released.delete(pod.metadata.uid ?? "");
      },
      delete: (pod) => void this.#released.delete(pod.metadata.uid ?? ""),
    });
    followOwnedPods({
      pods: this.#pods,
      owners: this.#jobs,
      kind: jobKind,
      selectorOf: ({ spec }) => labelSelectorAsSelector(spec?.selector),
      expectations: this.#expectations,
      enqueue: (key, why) => (why === "owned" ? this.controller.addAfter(key, gatherMs) : this.controller.add(key)),
      withoutOwner: (pod) => this.#podWithoutJob(pod),
    });
  }

  #jobDeleted(job: Job): void {
    const key = objectKey(job);
    this.#expectations.forget(key);
    this.#backoff.forget(key);
    for (const pod of this.#pods.index.byOwner(job.metadata.uid ?? "")) this.#orphaned(pod);
  }

  /** A pod that was left by its job, or never had one, must lose the finalizer. */
  #podWithoutJob(pod: Pod): void {
    const reference = controllerOf(pod);
    if (reference === undefined || reference.kind === "Job") this.#orphaned(pod);
  }

  #orphaned(pod: Pod): void {
    if (hasFinalizer(pod)) this.controller.add(`${orphan}${objectKey(pod)}`);
  }

  /** Removes the finalizer of a pod that no job counts (syncOrphanPod). */
  async #releaseOrphan(key: string, signal: AbortSignal): Promise<void> {
    const pod = this.#pods.index.get(key);
    if (pod === undefined || !hasFinalizer(pod) || ownerKey(pod, jobKind, this.#jobs) !== undefined) return;
    await this.#release(pod, signal);
  }

  async #sync(key: string, signal: AbortSignal): Promise<void> {
    if (key.startsWith(orphan)) return this.#releaseOrphan(key.slice(orphan.length), signal);
    const job = this.#jobs.index.get(key);
    if (job === undefined) return;
    if ((job.spec?.managedBy ?? ownName) !== ownName) return;
    if (isJobFinished(job)) return this.#releaseFinished(key, job, signal);
    const needsSync = this.#expectations.satisfied(key);
    const pods = await claimObjects(claimCandidates(job, this.#pods), {
      client: this.#client,
      kind: jobKind,
      owner: job,
      target: podsResource,
      selector: labelSelectorAsSelector(job.spec?.selector),
      finalizers: [trackingFinalizer],
      signal,
    });
    const state = jobStateOf(job, pods, ({ metadata }) => this.#released.has(metadata.uid ?? ""));
    await new JobPass({
      key,
      state,
      isSettled: needsSync,
      now: this.#context.clock.now(),
      signal,
      client: this.#client,
      recorder: this.#recorder,
      podControl: this.#podControl,
      expectations: this.#expectations,
      backoff: this.#backoff,
      release: (pod) => this.#release(pod, signal),
      isReleased: ({ metadata }) => this.#released.has(metadata.uid ?? ""),
      again: (ms) => this.controller.addAfter(key, ms),
    }).sync();
  }

  async #releaseFinished(key: string, job: Job, signal: AbortSignal): Promise<void> {
    this.#backoff.forget(key);
    const held = [...this.#pods.index.byOwner(job.metadata.uid ?? "")].filter(hasFinalizer);
    const unknown = held.filter(({ metadata }) => !this.#released.has(metadata.uid ?? ""));
    await settleAll(unknown.map((pod) => this.#release(pod, signal)));
  }

  async #release({ metadata }: Pod, signal: AbortSignal): Promise<void> {
    const { name = "", namespace = "", uid = "" } = metadata;
    const patch = { metadata: { uid, "$deleteFromPrimitiveList/finalizers": [trackingFinalizer] } };
    this.#released.add(uid);
    try {
      await this.#client.patch({ ...podsResource, namespace }, name, "strategic-merge", patch, { signal });
    } catch (error) {
      this.#released.delete(uid);
      if (!isNotFound(error)) throw error;
    }
  }
}

/** Marks keys of pods. */
const orphan = "orphan:";

const hasFinalizer = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(trackingFinalizer) === true;
