import { messageOf } from "../../apimachinery/message-of.ts";
import type { StatefulSet } from "../../api/apps/v1.ts";
import type { PersistentVolumeClaim, Pod } from "../../api/core/v1.ts";
import { isAlreadyExists, isNotFound } from "../../apimachinery/errors.ts";
import type { Client } from "../../client/client.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import { claimOwners, hasUnexpectedController, isClaimUpToDate, isStaleClaim } from "./claim-owners.ts";
import { claimsOf, ordinalOf, statefulSetKind } from "./stateful-pods.ts";

export const claimsResource = { group: "", version: "v1", resource: "persistentvolumeclaims" };

export interface StatefulClaimsOptions {
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly claims: SharedInformer<PersistentVolumeClaim>;
  readonly signal: AbortSignal;
}

/** Creates the claims of pods, and lets them go by the retention policy (StatefulPodControl). */
export class StatefulClaims {
  readonly #options: StatefulClaimsOptions;

  constructor(options: StatefulClaimsOptions) {
    this.#options = options;
  }

  /** Creates the claims of an ordinal that are missing; rejects if one is not usable (createPersistentVolumeClaims). */
  async create(set: StatefulSet, pod: Pod): Promise<void> {
    const { client, recorder, claims, signal } = this.#options;
    const problems: string[] = [];
    for (const claim of claimsOf(set, ordinalOf(set, pod))) {
      const { namespace = "", name = "" } = claim.metadata;
      const existing = claims.index.get(`${namespace}/${name}`);
      if (existing?.metadata.deletionTimestamp !== undefined) problems.push(`pvc ${name} is being deleted`);
      if (existing !== undefined) continue;
      const [podName, setName] = [pod.metadata.name ?? "", set.metadata.name ?? ""];
      try {
        await client.create({ ...claimsResource, namespace }, claim, signal);
        const message = `create Claim ${name} Pod ${podName} in StatefulSet ${setName} success`;
        recorder.event(statefulSetKind, set, "Normal", "SuccessfulCreate", message);
      } catch (error) {
        problems.push(`failed to create PVC ${name}: ${messageOf(error)}`);
        if (isAlreadyExists(error)) continue;
        const what = `create Claim ${name} for Pod ${podName} in StatefulSet ${setName}`;
        const message = `${what} failed error: ${messageOf(error)}`;
        recorder.event(statefulSetKind, set, "Warning", "FailedCreate", message);
      }
    }
    if (problems.length > 0) throw new Error(problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`);
  }

  /** Whether a pod cannot be created because a claim of it is about to be deleted (PodClaimIsStale). */
  areStale(set: StatefulSet, pod: Pod): boolean {
    return this.#of(set, pod).some((claim) => isStaleClaim(set, pod, claim));
  }

  /** Whether the owners of a pod's claims are those of the retention policy (ClaimsMatchRetentionPolicy). */
  areUpToDate(set: StatefulSet, pod: Pod): boolean {
    return this.#of(set, pod).every((claim) => isClaimUpToDate(set, pod, claim));
  }

  /** Brings the owners of a pod's claims in line with the retention policy (UpdatePodClaimForRetentionPolicy). */
  async retain(set: StatefulSet, pod: Pod): Promise<void> {
    const { client, recorder, signal } = this.#options;
    for (const claim of this.#of(set, pod)) {
      const { namespace = "", name = "" } = claim.metadata;
      if (hasUnexpectedController(set, pod, claim)) {
        const what = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging controller`;
        const message = `${what}, the retention policy is ignored for this claim`;
        recorder.event(statefulSetKind, set, "Warning", "ConflictingController", message);
      }
      if (isClaimUpToDate(set, pod, claim)) continue;
      const metadata = { ...claim.metadata, ownerReferences: claimOwners(set, pod, claim) };
      try {
        await client.update({ ...claimsResource, namespace }, { ...claim, metadata }, undefined, signal);
      } catch (error) {
        if (isNotFound(error)) continue;
        const message = `could not update claim ${name} for delete policy ownerRefs: ${messageOf(error)}`;
        throw new Error(message, { cause: error });
      }
    }
  }

  /** The claims of a pod that are there. */
  #of(set: StatefulSet, pod: Pod): readonly PersistentVolumeClaim[] {
    return claimsOf(set, ordinalOf(set, pod)).flatMap(
      ({ metadata: { namespace = "", name = "" } }) => this.#options.claims.index.get(`${namespace}/${name}`) ?? [],
    );
  }
}
