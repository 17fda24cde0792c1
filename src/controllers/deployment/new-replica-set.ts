import type { Deployment, DeploymentStatus, ReplicaSet } from "../../api/apps/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists } from "../../apimachinery/errors.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { Client } from "../../client/client.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import { computeHash } from "../framework/hash.ts";
import { controllerRef, isControlledBy } from "../framework/owners.ts";
import { isNamespaceTerminating } from "../framework/pod-control.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { conditionOf, hasProgressDeadline, newCondition, withCondition } from "./deployment-progress.ts";
import { newSetAnnotations } from "./replica-set-annotations.ts";
import { equalTemplates, hashLabel, revisionAnnotation } from "./replica-set-facts.ts";
import { newSetSize } from "./scaling.ts";

export interface NewReplicaSetOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly signal: AbortSignal;
  /** Writes status and annotations of the deployment if they differ. */
  readonly writeStatus: (status: DeploymentStatus, annotations?: Readonly<Record<string, string>>) => Promise<void>;
}

const kind = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  target: { group: "apps", version: "v1", resource: "deployments" },
};

/** Creates and updates the ReplicaSet of a deployment's current template (getNewReplicaSet). */
export class NewReplicaSets {
  readonly #options: NewReplicaSetOptions;

  constructor(options: NewReplicaSetOptions) {
    this.#options = options;
  }

  /** Brings annotations and minReadySeconds up to date; if they are, the revision and condition of the deployment. */
  async update(deployment: Deployment, set: ReplicaSet, revision: bigint): Promise<ReplicaSet> {
    const { client, clock, signal } = this.#options;
    const annotations = newSetAnnotations(deployment, set, revision);
    const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
    const isCurrent =
      equalJson(annotations, set.metadata.annotations ?? {}) && minReadySeconds === (set.spec?.minReadySeconds ?? 0);
    if (!isCurrent) {
      const changed = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, minReadySeconds } };
      return client.update<ReplicaSet>(setsOf(deployment), changed, undefined, signal);
    }
    const status = deployment.status ?? {};
    const isNoted = !hasProgressDeadline(deployment) || conditionOf(status, "Progressing") !== undefined;
    const message = `Found new replica set "${set.metadata.name ?? ""}"`;
    const found = newCondition(clock.now(), "Progressing", "True", "FoundNewReplicaSet", message);
    const conditions = isNoted ? status.conditions : withCondition(status.conditions ?? [], found);
    await this.#noteRevision(
      deployment,
      { ...status, ...(conditions && { conditions }) },
      annotations[revisionAnnotation] ?? "",
    );
    return set;
  }

  /** Creates the ReplicaSet. Rejects if it is refused, or if another object has its name: then the name changes. */
  async create(deployment: Deployment, old: readonly ReplicaSet[], revision: bigint): Promise<ReplicaSet> {
    const { client, clock, signal } = this.#options;
    const set = this.#newSet(deployment, old, revision);
    const name = set.metadata.name ?? "";
    const { created, existed } = await client.create(setsOf(deployment), set, signal).then(
      (one) => ({ created: one, existed: false }),
      async (error: unknown) => ({ created: await this.#recover(deployment, set, error), existed: true }),
    );
    const replicas = set.spec?.replicas ?? 0;
    if (!existed && replicas > 0)
      this.#event(deployment, "Normal", "ScalingReplicaSet", `Scaled up replica set ${name} from 0 to ${replicas}`);
    const status = deployment.status ?? {};
    const message = `Created new replica set "${name}"`;
    const condition = newCondition(clock.now(), "Progressing", "True", "NewReplicaSetCreated", message);
    const notes = !existed && hasProgressDeadline(deployment);
    const next = notes ? { ...status, conditions: withCondition(status.conditions ?? [], condition) } : status;
    await this.#noteRevision(deployment, next, String(revision));
    return created;
  }

  #newSet(deployment: Deployment, old: readonly ReplicaSet[], revision: bigint): ReplicaSet {
    const { metadata, spec = {}, status } = deployment;
    const hash = computeHash(spec.template, status?.collisionCount);
    const labels = { ...spec.template?.metadata?.labels, [hashLabel]: hash };
    return {
      metadata: {
        name: `${metadata.name ?? ""}-${hash}`,
        namespace: metadata.namespace ?? "",
        labels,
        annotations: newSetAnnotations(deployment, undefined, revision),
        ownerReferences: [controllerRef(kind, deployment)],
      },
      spec: {
        replicas: newSetSize(deployment, old, 0),
        minReadySeconds: spec.minReadySeconds ?? 0,
        selector: { ...spec.selector, matchLabels: { ...spec.selector?.matchLabels, [hashLabel]: hash } },
        template: { ...spec.template, metadata: { ...spec.template?.metadata, labels } },
      },
    };
  }

  /** Returns the ReplicaSet that exists already if it is the wanted one; notes collisions and failures otherwise. */
  async #recover(deployment: Deployment, set: ReplicaSet, error: unknown): Promise<ReplicaSet> {
    const { client, clock, signal, writeStatus } = this.#options;
    const name = set.metadata.name ?? "";
    const status = deployment.status ?? {};
    if (isAlreadyExists(error)) {
      const existing = await client.get<ReplicaSet>(setsOf(deployment), name, signal);
      if (isControlledBy(existing, deployment) && equalTemplates(existing.spec?.template, deployment.spec?.template))
        return existing;
      await writeStatus({ ...status, collisionCount: (status.collisionCount ?? 0) + 1 });
    } else if (!isNamespaceTerminating(error)) {
      const message = `Failed to create new replica set "${name}": ${messageOf(error)}`;
      const condition = newCondition(clock.now(), "Progressing", "False", "ReplicaSetCreateError", message);
      this.#event(deployment, "Warning", "ReplicaSetCreateError", message);
      if (hasProgressDeadline(deployment))
        await writeStatus({ ...status, conditions: withCondition(status.conditions ?? [], condition) });
    }
    throw error;
  }

  #noteRevision({ metadata }: Deployment, status: DeploymentStatus, revision: string): Promise<void> {
    return this.#options.writeStatus(status, { ...metadata.annotations, [revisionAnnotation]: revision });
  }

  #event(deployment: Deployment, type: "Normal" | "Warning", reason: string, message: string): void {
    this.#options.recorder.event(kind, deployment, type, reason, message);
  }
}

const setsOf = ({ metadata }: Deployment) => ({
  group: "apps",
  version: "v1",
  resource: "replicasets",
  namespace: metadata.namespace ?? "",
});
