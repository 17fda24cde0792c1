import type { Rule } from "../rule.ts";
import { cronJobRules } from "./cron-jobs.ts";
import { deploymentRules, replicaSetRules } from "./deployments.ts";
import { heldByFinalizers } from "./generic.ts";
import { jobRules } from "./jobs.ts";
import { leaseRules } from "./leases.ts";
import { namespaceActive, namespaceDeletion } from "./namespaces.ts";
import { nodeRules } from "./nodes.ts";
import { podRules } from "./pods.ts";
import { deviceClaimRules } from "./resource-claims.ts";
import { secretRules } from "./secrets.ts";
import { serviceRules } from "./services.ts";
import { daemonSetRules, statefulSetRules } from "./stateful-and-daemon-sets.ts";
import { claimDeletion, claimRules } from "./storage.ts";
import { attachmentRules, ingressClassRules, storageClassRules, volumeDeletion, volumeRules } from "./volumes.ts";

/** The rules of a kind in their order. */
export interface KindRules {
  readonly rules: readonly Rule[];
  /** What is concluded of an object that is deleted, in place of the rule of all kinds. */
  readonly deletion?: readonly Rule[];
}

/**
 * The rules of built-in kinds by `GROUP/KIND`, but those of the API itself, of Ingresses, and of what limits others,
 * which are loaded when one of their kinds is diagnosed. Rules of all kinds follow them.
 */
export const rulesByKind: Readonly<Record<string, KindRules>> = {
  "/Pod": { deletion: [], rules: podRules },
  "/ReplicationController": { rules: replicaSetRules },
  "/Service": { rules: serviceRules },
  "/PersistentVolumeClaim": { deletion: [claimDeletion, heldByFinalizers], rules: claimRules },
  "/PersistentVolume": { deletion: [volumeDeletion, heldByFinalizers], rules: volumeRules },
  "/Namespace": { deletion: [namespaceDeletion], rules: [namespaceActive] },
  "/Node": { rules: nodeRules },
  "/Secret": { rules: secretRules },
  "apps/Deployment": { rules: deploymentRules },
  "apps/ReplicaSet": { rules: replicaSetRules },
  "apps/StatefulSet": { rules: statefulSetRules },
  "apps/DaemonSet": { rules: daemonSetRules },
  "batch/Job": { rules: jobRules },
  "batch/CronJob": { rules: cronJobRules },
  "networking.k8s.io/IngressClass": { rules: ingressClassRules },
  "storage.k8s.io/StorageClass": { rules: storageClassRules },
  "storage.k8s.io/VolumeAttachment": { rules: attachmentRules },
  "coordination.k8s.io/Lease": { rules: leaseRules },
  "resource.k8s.io/ResourceClaim": { rules: deviceClaimRules },
};
