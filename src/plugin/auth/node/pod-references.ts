import type { KubeObject } from "../../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../../apis/record.ts";

/** The names of the objects of its namespace that a pod uses, and so its node may read. */
export interface PodReferences {
  readonly secrets: ReadonlySet<string>;
  readonly configMaps: ReadonlySet<string>;
  readonly claims: ReadonlySet<string>;
  readonly resourceClaims: ReadonlySet<string>;
  readonly serviceAccount: string;
}

const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;

const nameIn = (record: JsonRecord, member: string): string => stringAt(recordAt(record, member), "name");

/** Returns the names that containers have in their environment. */
const environmentNames = (spec: JsonRecord, ofVariable: string, ofAll: string): readonly string[] =>
  containerLists
    .flatMap((list) => recordsAt(spec, list))
    .flatMap((container) => [
      ...recordsAt(container, "envFrom").map((from) => nameIn(from, ofAll)),
      ...recordsAt(container, "env").map((variable) => nameIn(recordAt(variable, "valueFrom"), ofVariable)),
    ]);

const projectedNames = (volume: JsonRecord, source: string): readonly string[] =>
  recordsAt(recordAt(volume, "projected"), "sources").map((projected) => nameIn(projected, source));

/** Volumes whose `secretRef` names a secret of the pod's namespace. */
const withSecretRef = ["cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"] as const;

const secretsOfVolume = (volume: JsonRecord): readonly string[] => [
  stringAt(recordAt(volume, "secret"), "secretName"),
  stringAt(recordAt(volume, "azureFile"), "secretName"),
  nameIn(recordAt(volume, "csi"), "nodePublishSecretRef"),
  ...withSecretRef.map((source) => nameIn(recordAt(volume, source), "secretRef")),
  ...projectedNames(volume, "secret"),
];

const setOf = (names: readonly string[]): ReadonlySet<string> => new Set(names.filter((name) => name !== ""));

/** Returns what a pod refers to (node authorizer Graph.AddPod). */
export function podReferences(pod: KubeObject): PodReferences {
  const [spec, status] = [recordAt(pod, "spec"), recordAt(pod, "status")];
  const volumes = recordsAt(spec, "volumes");
  const { name = "" } = pod.metadata;
  return {
    serviceAccount: stringAt(spec, "serviceAccountName"),
    secrets: setOf([
      ...recordsAt(spec, "imagePullSecrets").map((reference) => stringAt(reference, "name")),
      ...environmentNames(spec, "secretKeyRef", "secretRef"),
      ...volumes.flatMap(secretsOfVolume),
    ]),
    configMaps: setOf([
      ...environmentNames(spec, "configMapKeyRef", "configMapRef"),
      ...volumes.flatMap((volume) => [nameIn(volume, "configMap"), ...projectedNames(volume, "configMap")]),
    ]),
    claims: setOf(
      volumes.map((volume) =>
        "ephemeral" in volume
          ? `${name}-${stringAt(volume, "name")}`
          : stringAt(recordAt(volume, "persistentVolumeClaim"), "claimName"),
      ),
    ),
    resourceClaims: setOf([
      ...recordsAt(spec, "resourceClaims").map((claim) => stringAt(claim, "resourceClaimName")),
      ...recordsAt(status, "resourceClaimStatuses").map((claim) => stringAt(claim, "resourceClaimName")),
      stringAt(recordAt(status, "extendedResourceClaimStatus"), "resourceClaimName"),
    ]),
  };
}
