import type { StatefulSet } from "../../api/apps/v1.ts";
import type { PersistentVolumeClaim, Pod, Volume } from "../../api/core/v1.ts";
import type { PodTemplateSpec } from "../../api/apps/v1.ts";
import { revisionHashLabel } from "../framework/controller-revisions.ts";
import { controllerRef, type ControllerKind } from "../framework/owners.ts";
import { podFromTemplate } from "../framework/pod-control.ts";

export const statefulSetKind: ControllerKind = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  target: { group: "apps", version: "v1", resource: "statefulsets" },
};

const podNameLabel = "statefulset.kubernetes.io/pod-name";
const podIndexLabel = "apps.kubernetes.io/pod-index";

export const startOf = ({ spec }: StatefulSet): number => spec?.ordinals?.start ?? 0;

/** Returns the ordinal of a pod of a set, or -1 (getOrdinal). */
export function ordinalOf(set: StatefulSet, { metadata }: Pod): number {
  const prefix = `${set.metadata.name ?? ""}-`;
  const name = metadata.name ?? "";
  const rest = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return /^\d+$/.test(rest) ? Number(rest) : -1;
}

/** Whether the ordinal of a pod is one of those that the set has now (podInOrdinalRange). */
export function isInRange(set: StatefulSet, pod: Pod): boolean {
  const ordinal = ordinalOf(set, pod);
  return ordinal >= startOf(set) && ordinal < startOf(set) + (set.spec?.replicas ?? 1);
}

export const podName = (set: StatefulSet, ordinal: number): string => `${set.metadata.name ?? ""}-${ordinal}`;

/** The name of the claim of a template for a pod. */
const claimName = (set: StatefulSet, template: PersistentVolumeClaim, ordinal: number): string =>
  `${template.metadata.name ?? ""}-${set.metadata.name ?? ""}-${ordinal}`;

/** Returns the claims of a pod, with the labels of the set's selector (getPersistentVolumeClaims). */
export const claimsOf = (set: StatefulSet, ordinal: number): readonly PersistentVolumeClaim[] =>
  (set.spec?.volumeClaimTemplates ?? []).map((template) => ({
    ...template,
    metadata: {
      ...template.metadata,
      name: claimName(set, template, ordinal),
      namespace: set.metadata.namespace ?? "",
      labels: { ...template.metadata.labels, ...set.spec?.selector?.matchLabels },
    },
  }));

/** The volumes of a pod: the claims of its ordinal take the place of volumes of the same name. */
function volumesOf(set: StatefulSet, ordinal: number, volumes: readonly Volume[]): readonly Volume[] {
  const templates = set.spec?.volumeClaimTemplates ?? [];
  const own = templates.map((template) => ({
    name: template.metadata.name ?? "",
    persistentVolumeClaim: { claimName: claimName(set, template, ordinal), readOnly: false },
  }));
  return [...own, ...volumes.filter(({ name }) => !own.some((one) => one.name === name))];
}

/** Returns the pod of an ordinal by the template of a revision (newVersionedStatefulSetPod). */
export function newStatefulPod(set: StatefulSet, template: PodTemplateSpec, ordinal: number, revision: string): Pod {
  const name = podName(set, ordinal);
  const { metadata, spec } = podFromTemplate(template, set, controllerRef(statefulSetKind, set));
  const { generateName: _generate, ...rest } = metadata;
  const volumes = volumesOf(set, ordinal, spec?.volumes ?? []);
  return {
    metadata: {
      ...rest,
      name,
      labels: {
        ...metadata.labels,
        [podNameLabel]: name,
        [podIndexLabel]: String(ordinal),
        [revisionHashLabel]: revision,
      },
    },
    spec: {
      ...spec,
      hostname: name,
      ...(set.spec?.serviceName && { subdomain: set.spec.serviceName }),
      ...(volumes.length > 0 && { volumes }),
    },
  };
}

/** Whether a pod has the name, labels and volumes of its ordinal. */
export const hasIdentity = (set: StatefulSet, pod: Pod): boolean =>
  pod.metadata.labels?.[podNameLabel] === pod.metadata.name &&
  pod.metadata.labels?.[podIndexLabel] === String(ordinalOf(set, pod));

/** The labels that a pod of the set must have. */
export const identityLabels = (set: StatefulSet, pod: Pod): Readonly<Record<string, string>> => ({
  [podNameLabel]: pod.metadata.name ?? "",
  [podIndexLabel]: String(ordinalOf(set, pod)),
});

export const revisionOfPod = ({ metadata }: Pod): string => metadata.labels?.[revisionHashLabel] ?? "";
