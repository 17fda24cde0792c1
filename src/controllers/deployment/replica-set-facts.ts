import type { Deployment, PodTemplateSpec, ReplicaSet, RollingUpdate } from "../../api/apps/v1.ts";
import { type IntOrString, scaledValue } from "../../apimachinery/int-or-string.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseTime } from "../../apimachinery/time.ts";
import { equalJson } from "../framework/sorted-json.ts";

export const hashLabel = "pod-template-hash";
export const revisionAnnotation = "deployment.kubernetes.io/revision";
export const historyAnnotation = "deployment.kubernetes.io/revision-history";
export const desiredAnnotation = "deployment.kubernetes.io/desired-replicas";
export const maxAnnotation = "deployment.kubernetes.io/max-replicas";

export const replicasOf = ({ spec }: { readonly spec?: { readonly replicas?: number } }): number => spec?.replicas ?? 1;

export const isRolling = ({ spec }: Deployment): boolean => spec?.strategy?.type === "RollingUpdate";

/** The numbers of maxSurge and maxUnavailable; not both are 0 (deploymentutil.ResolveFenceposts). */
function fenceposts({ maxSurge = 0, maxUnavailable = 0 }: RollingUpdate, desired: number) {
  const count = (value: IntOrString, roundUp: boolean): number => scaledValue(value, desired, roundUp);
  const [surge, unavailable] = [count(maxSurge, true), count(maxUnavailable, false)];
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** The pods that may be there beyond the desired ones. */
export const maxSurgeOf = (deployment: Deployment): number =>
  isRolling(deployment) ? fenceposts(deployment.spec?.strategy?.rollingUpdate ?? {}, replicasOf(deployment)).surge : 0;

/** The pods of the desired ones that may be unavailable. */
export function maxUnavailableOf(deployment: Deployment): number {
  const desired = replicasOf(deployment);
  if (!isRolling(deployment) || desired === 0) return 0;
  return Math.min(fenceposts(deployment.spec?.strategy?.rollingUpdate ?? {}, desired).unavailable, desired);
}

const withoutHash = (template: PodTemplateSpec | undefined): unknown => {
  const { [hashLabel]: _hash, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels } };
};

/** Whether templates are equal but for the label of the hash (deploymentutil.EqualIgnoreHash). */
export const equalTemplates = (a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean =>
  equalJson(withoutHash(a), withoutHash(b));

const createdMs = ({ metadata }: KubeObject): number =>
  metadata.creationTimestamp === undefined ? 0 : parseTime(metadata.creationTimestamp);

const byName = (a: KubeObject, b: KubeObject): number => ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1);

/** Sorts the oldest first. */
export const byAge = (a: KubeObject, b: KubeObject): number => createdMs(a) - createdMs(b) || byName(a, b);

/** Returns the oldest ReplicaSet with the template of the deployment (deploymentutil.FindNewReplicaSet). */
export const findNewReplicaSet = (deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined =>
  sets.toSorted(byAge).find(({ spec }) => equalTemplates(spec?.template, deployment.spec?.template));

/** Returns the revision that an object is annotated with, an int64; 0 if it has none (deploymentutil.Revision). */
export const revisionOf = ({ metadata }: KubeObject): bigint => {
  const text = metadata.annotations?.[revisionAnnotation] ?? "";
  return /^-?\d+$/.test(text) ? BigInt(text) : 0n;
};

export const sum = (sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number =>
  sets.reduce((total, set) => total + count(set), 0);

export const statusReplicas = ({ status }: ReplicaSet): number => status?.replicas ?? 0;
export const availableReplicas = ({ status }: ReplicaSet): number => status?.availableReplicas ?? 0;
