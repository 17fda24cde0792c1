import type { StatefulSet } from "../../api/apps/v1.ts";
import type { PersistentVolumeClaim, Pod } from "../../api/core/v1.ts";
import { isAlreadyExists, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject, OwnerReference } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import type { EventRecorder } from "../framework/event-recorder.ts";
import { messageOf } from "../framework/pod-control.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { claimsOf, ordinalOf, startOf, statefulSetKind } from "./stateful-pods.ts";

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

  /** Creates the claims of an ordinal that are missing. Rejects if one cannot be used. */
  async create(set: StatefulSet, pod: Pod): Promise<void> {
    const { client, recorder, claims, signal } = this.#options;
    for (const claim of claimsOf(set, ordinalOf(set, pod))) {
      const { namespace = "", name = "" } = claim.metadata;
      const existing = claims.index.get(`${namespace}/${name}`);
      if (existing?.metadata.deletionTimestamp !== undefined) throw new Error(`pvc ${name} is being deleted`);
      if (existing !== undefined) continue;
      const what = `Claim ${name} Pod ${pod.metadata.name ?? ""} in StatefulSet ${set.metadata.name ?? ""}`;
      try {
        await client.create({ ...claimsResource, namespace }, claim, signal);
        recorder.event(statefulSetKind, set, "Normal", "SuccessfulCreate", `create ${what} success`);
      } catch (error) {
        if (isAlreadyExists(error)) continue;
        const message = `create ${what} failed error: ${messageOf(error)}`;
        recorder.event(statefulSetKind, set, "Warning", "FailedCreate", message);
        throw error;
      }
    }
  }

  /** Brings the owners of a pod's claims in line with the retention policy (UpdatePodClaimForRetentionPolicy). */
  async retain(set: StatefulSet, pod: Pod): Promise<void> {
    const { client, claims, signal } = this.#options;
    for (const { metadata } of claimsOf(set, ordinalOf(set, pod))) {
      const { namespace = "", name = "" } = metadata;
      const claim = claims.index.get(`${namespace}/${name}`);
      if (claim === undefined) continue;
      const ownerReferences = ownersOf(set, pod, claim);
      if (equalJson(ownerReferences, claim.metadata.ownerReferences ?? [])) continue;
      try {
        await client.update(
          { ...claimsResource, namespace },
          { ...claim, metadata: { ...claim.metadata, ownerReferences } },
          undefined,
          signal,
        );
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
  }
}

/** Claims go with the set where whenDeleted says so, and with a pod that is scaled away where whenScaled does. */
function ownersOf(set: StatefulSet, pod: Pod, claim: PersistentVolumeClaim): readonly OwnerReference[] {
  const { whenDeleted = "Retain", whenScaled = "Retain" } = set.spec?.persistentVolumeClaimRetentionPolicy ?? {};
  const end = startOf(set) + (set.spec?.replicas ?? 1);
  const isCondemned = ordinalOf(set, pod) >= end || ordinalOf(set, pod) < startOf(set);
  const others = (claim.metadata.ownerReferences ?? []).filter(
    ({ uid, kind, name }) =>
      uid !== set.metadata.uid && !(kind === "Pod" && name === pod.metadata.name) && kind !== "StatefulSet",
  );
  if (whenScaled === "Delete" && isCondemned) return [...others, reference("v1", "Pod", pod)];
  return whenDeleted === "Delete" ? [...others, reference("apps/v1", "StatefulSet", set)] : others;
}

const reference = (apiVersion: string, kind: string, { metadata }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name ?? "",
  uid: metadata.uid ?? "",
  ...(kind === "StatefulSet" && { controller: true }),
});
