import type { Deployment, DeploymentStatus, ReplicaSet } from "../../api/apps/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isNotFound } from "../../apimachinery/errors.ts";
import type { Client } from "../../client/client.ts";
import { equalJson } from "../framework/sorted-json.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import { settleAll } from "../framework/slow-start-batch.ts";
import {
  calculateStatus,
  conditionOf,
  hasProgressDeadline,
  isComplete,
  newCondition,
  progressConditions,
  untilDeadline,
  withCondition,
} from "./deployment-progress.ts";
import { NewReplicaSets } from "./new-replica-set.ts";
import { sizeAnnotations } from "./replica-set-annotations.ts";
import { findNewReplicaSet, replicasOf, revisionOf } from "./replica-set-facts.ts";
import { isActive, isScalingEvent, newSetSize, type Resize, scaled, shrunkOld } from "./scaling.ts";

export interface RolloutOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly signal: AbortSignal;
  readonly deployment: Deployment;
  /** The ReplicaSets of the deployment. */
  readonly sets: readonly ReplicaSet[];
  /** Whether a ReplicaSet has pods that have not ended, whatever its status says. */
  readonly hasPods: (set: ReplicaSet) => boolean;
  /** Asks for another pass after so long. */
  readonly again: (ms: number) => void;
}

const unlimited = 2_147_483_647;

/** One pass over a Deployment: writes what brings it nearer to its specification (syncDeployment). */
export class Rollout {
  readonly #options: RolloutOptions;
  #deployment: Deployment;
  #sets: readonly ReplicaSet[];

  constructor(options: RolloutOptions) {
    this.#options = options;
    this.#deployment = options.deployment;
    this.#sets = options.sets;
  }

  async sync(): Promise<void> {
    const { metadata, spec } = this.#deployment;
    if (metadata.deletionTimestamp !== undefined) {
      await this.#syncNewSet(false);
      return this.#writePlainStatus();
    }
    await this.#notePause();
    if (spec?.paused === true || isScalingEvent(this.#deployment, this.#sets)) return this.#scaleOnly();
    if (spec?.strategy?.type === "Recreate") return this.#recreate();
    return this.#roll();
  }

  get #newSet(): ReplicaSet | undefined {
    return findNewReplicaSet(this.#deployment, this.#sets);
  }

  get #oldSets(): readonly ReplicaSet[] {
    const newUid = this.#newSet?.metadata.uid;
    return this.#sets.filter(({ metadata }) => metadata.uid !== newUid);
  }

  /** Tells in the condition Progressing that the deployment is paused or goes on (checkPausedConditions). */
  async #notePause(): Promise<void> {
    if (!hasProgressDeadline(this.#deployment)) return;
    const status = this.#deployment.status ?? {};
    const condition = conditionOf(status, "Progressing");
    if (condition?.reason === "ProgressDeadlineExceeded") return;
    const isPaused = this.#deployment.spec?.paused === true;
    if (isPaused === (condition?.reason === "DeploymentPaused")) return;
    const [reason, message] = isPaused
      ? ["DeploymentPaused", "Deployment is paused"]
      : ["DeploymentResumed", "Deployment is resumed"];
    const next = newCondition(this.#options.clock.now(), "Progressing", "Unknown", reason, message);
    await this.#writeStatus({ ...status, conditions: withCondition(status.conditions ?? [], next) });
  }

  /** Changes sizes and nothing else (sync). */
  async #scaleOnly(): Promise<void> {
    await this.#syncNewSet(false);
    for (const resize of scaled(this.#deployment, this.#newSet, this.#oldSets)) await this.#resize(resize);
    if (this.#deployment.spec?.paused === true) await this.#cleanUp();
    await this.#writePlainStatus();
  }

  async #roll(): Promise<void> {
    await this.#syncNewSet(true);
    const newSet = this.#newSet;
    if (newSet !== undefined && (await this.#resizeNew(newSet))) return this.#writeRolloutStatus();
    const resizes = shrunkOld(this.#deployment, newSet, this.#oldSets);
    for (const resize of resizes) await this.#resize(resize);
    if (resizes.length === 0 && isComplete(this.#deployment, this.#deployment.status ?? {})) await this.#cleanUp();
    return this.#writeRolloutStatus();
  }

  async #resizeNew(set: ReplicaSet): Promise<boolean> {
    const [current, desired] = [replicasOf(set), replicasOf(this.#deployment)];
    if (current === desired) return false;
    const replicas = current > desired ? desired : newSetSize(this.#deployment, this.#sets, current);
    return replicas !== current && this.#resize({ set, replicas });
  }

  async #recreate(): Promise<void> {
    await this.#syncNewSet(false);
    const active = this.#oldSets.filter(isActive);
    for (const set of active) await this.#resize({ set, replicas: 0 });
    const hasPods = (set: ReplicaSet): boolean => (set.status?.replicas ?? 0) > 0 || this.#options.hasPods(set);
    if (active.length > 0 || this.#oldSets.some(hasPods)) return this.#writeRolloutStatus();
    await this.#syncNewSet(true);
    const set = this.#newSet;
    if (set !== undefined && replicasOf(set) !== replicasOf(this.#deployment))
      await this.#resize({ set, replicas: replicasOf(this.#deployment) });
    if (isComplete(this.#deployment, this.#deployment.status ?? {})) await this.#cleanUp();
    return this.#writeRolloutStatus();
  }

  /** Brings annotations and revision of the new ReplicaSet up to date, and creates it if asked for. */
  async #syncNewSet(creates: boolean): Promise<void> {
    const { client, clock, recorder, signal } = this.#options;
    const news = new NewReplicaSets({
      client,
      clock,
      recorder,
      signal,
      writeStatus: (status, annotations) => this.#writeStatus(status, annotations),
    });
    const old = this.#oldSets;
    const revision = old.map(revisionOf).reduce((most, one) => (one > most ? one : most), 0n) + 1n;
    const before = this.#newSet;
    const after =
      before === undefined
        ? creates
          ? await news.create(this.#deployment, old, revision)
          : undefined
        : await news.update(this.#deployment, before, revision);
    if (after !== undefined) this.#sets = [...old, after];
  }

  /** Gives a ReplicaSet its size, and tells of it (scaleReplicaSet). Returns whether the size changed. */
  async #resize({
    set: {
      metadata: { uid },
    },
    replicas,
  }: Resize): Promise<boolean> {
    const { client, recorder, signal } = this.#options;
    const set = this.#sets.find((one) => one.metadata.uid === uid);
    if (set === undefined) return false;
    const { metadata, spec } = set;
    const from = replicasOf(set);
    const annotations = { ...metadata.annotations, ...sizeAnnotations(this.#deployment) };
    if (from === replicas && equalJson(annotations, metadata.annotations ?? {})) return false;
    const namespace = metadata.namespace ?? "";
    const updated = await client.update<ReplicaSet>(
      { group: "apps", version: "v1", resource: "replicasets", namespace },
      { ...set, metadata: { ...metadata, annotations }, spec: { ...spec, replicas } },
      undefined,
      signal,
    );
    this.#sets = this.#sets.map((one) => (one.metadata.uid === updated.metadata.uid ? updated : one));
    if (from === replicas) return false;
    const direction = from < replicas ? "up" : "down";
    const message = `Scaled ${direction} replica set ${metadata.name ?? ""} from ${from} to ${replicas}`;
    recorder.event(
      { apiVersion: "apps/v1", kind: "Deployment" },
      this.#deployment,
      "Normal",
      "ScalingReplicaSet",
      message,
    );
    return true;
  }

  /** Deletes the oldest ReplicaSets beyond the limit of the history (cleanupDeployment). */
  async #cleanUp(): Promise<void> {
    const limit = this.#deployment.spec?.revisionHistoryLimit;
    if (limit === undefined || limit === unlimited) return;
    const cleanable = this.#oldSets.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const surplus = cleanable.toSorted((a, b) => Number(revisionOf(a) - revisionOf(b))).slice(0, -limit || undefined);
    if (cleanable.length <= limit) return;
    const unused = surplus.filter(
      (set) =>
        replicasOf(set) === 0 &&
        (set.status?.replicas ?? 0) === 0 &&
        Number(set.metadata.generation ?? 0) <= (set.status?.observedGeneration ?? 0),
    );
    const { client, signal } = this.#options;
    await settleAll(
      unused.map(async ({ metadata: { name = "", namespace = "" } }) => {
        const target = { group: "apps", version: "v1", resource: "replicasets", namespace };
        await client.delete(target, name, undefined, signal).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
      }),
    );
  }

  async #writePlainStatus(): Promise<void> {
    const now = this.#options.clock.now();
    await this.#writeStatus(calculateStatus(this.#sets, this.#newSet, this.#deployment, now));
  }

  async #writeRolloutStatus(): Promise<void> {
    const now = this.#options.clock.now();
    const newSet = this.#newSet;
    const status = calculateStatus(this.#sets, newSet, this.#deployment, now);
    const conditions = progressConditions(this.#deployment, status, { newSet, sets: this.#sets, now });
    await this.#writeStatus({ ...status, conditions });
    const left = untilDeadline(this.#deployment, this.#deployment.status ?? {}, now);
    const isStuck = conditionOf(this.#deployment.status ?? {}, "Progressing")?.reason === "ProgressDeadlineExceeded";
    if (left !== undefined && !isStuck && !isComplete(this.#deployment, this.#deployment.status ?? {}))
      this.#options.again(Math.max(left, 0) + 1000);
  }

  /** Writes a status that differs, and the annotations of the deployment with it. */
  async #writeStatus(status: DeploymentStatus, annotations = this.#deployment.metadata.annotations): Promise<void> {
    const { metadata, status: before = {} } = this.#deployment;
    if (equalJson(presentOf(status), presentOf(before)) && equalJson(annotations ?? {}, metadata.annotations ?? {}))
      return;
    const updated = {
      ...this.#deployment,
      metadata: { ...metadata, ...(annotations !== undefined && { annotations }) },
      status,
    };
    this.#deployment = await this.#options.client.update<Deployment>(
      { group: "apps", version: "v1", resource: "deployments", namespace: metadata.namespace ?? "" },
      updated,
      "status",
      this.#options.signal,
    );
  }
}

/** A status without numbers that are 0, which are not printed, and with conditions by type. */
const presentOf = ({ conditions = [], ...counts }: DeploymentStatus): unknown => ({
  ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
  conditions: Object.fromEntries(conditions.map((condition) => [condition.type, condition])),
});
