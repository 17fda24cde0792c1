import {
  type Claim,
  classOf,
  claimKind,
  type PersistentVolume,
  provisionedBy,
  simulatedProvisioner,
  type StorageClass,
} from "../framework/volumes/volume-types.ts";

/**
 * Returns the volume that is made for a claim, as an external provisioner would write it (sig-storage-lib
 * ProvisionController): named after the claim's uid, for this claim, with the policies of the class. Of a class that
 * waits for the first consumer, it is on that pod's node only.
 */
export function provisionedVolume(
  claim: Claim,
  storageClass: StorageClass,
  node: string | undefined,
): PersistentVolume {
  const { uid = "", name = "", namespace = "", resourceVersion = "" } = claim.metadata;
  const volumeName = `pvc-${uid}`;
  const isLocal = storageClass.volumeBindingMode === "WaitForFirstConsumer" && node !== undefined;
  const term = { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [node] }] };
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: volumeName, annotations: { [provisionedBy]: simulatedProvisioner } },
    spec: {
      capacity: { storage: claim.spec?.resources?.requests?.["storage"] ?? "0" },
      accessModes: claim.spec?.accessModes ?? [],
      claimRef: { ...claimKind, namespace, name, uid, resourceVersion },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? "Delete",
      storageClassName: classOf(claim),
      ...(claim.spec?.volumeMode !== undefined && { volumeMode: claim.spec.volumeMode }),
      ...(storageClass.mountOptions !== undefined && { mountOptions: storageClass.mountOptions }),
      csi: { driver: "simulated.kubepad.dev", volumeHandle: volumeName },
      ...(isLocal && { nodeAffinity: { required: { nodeSelectorTerms: [term] } } }),
    },
  };
}
