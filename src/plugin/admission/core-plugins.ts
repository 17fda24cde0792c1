import type { LimitRange } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import type { Authorizer } from "../../apiserver/request/authorizer.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import {
  createCertificateApproval,
  createCertificateSigning,
  createCertificateSubjectRestriction,
  createClusterTrustBundleAttest,
} from "./certificates/certificate-plugins.ts";
import { createDefaultIngressClass } from "./default-ingress-class.ts";
import { createDefaultStorageClass } from "./default-storage-class.ts";
import { createDefaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { createLimitRanger } from "./limit-ranger/limit-ranger.ts";
import type { Listers } from "./listers.ts";
import { createPersistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";
import { createPodTopologyLabels } from "./pod-topology-labels.ts";
import { createPriority } from "./priority.ts";
import { createRuntimeClass } from "./runtime-class.ts";
import { createServiceAccount } from "./service-account.ts";
import { createStorageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import { createTaintNodesByCondition } from "./taint-nodes-by-condition.ts";

/** The dependencies of the small plugins. */
export interface CorePluginServices {
  readonly objects: Listers;
  readonly gates: Pick<FeatureGates, "enabled">;
  readonly authorizer: Authorizer;
  readonly random: Random;
  readonly clock: Clock;
}

/** Creates the plugins of single kinds. They are small and are loaded together. */
export function createCorePlugins({ objects, gates, authorizer, random, clock }: CorePluginServices) {
  // Decoded by the schema of the kind.
  const limitRanges = (namespace: string) => objects.list("limitranges", namespace) as readonly LimitRange[];
  return {
    LimitRanger: createLimitRanger(limitRanges, gates.enabled("PodLevelResources")),
    ServiceAccount: createServiceAccount({ objects, random, clock }),
    TaintNodesByCondition: createTaintNodesByCondition(),
    Priority: createPriority(objects),
    DefaultTolerationSeconds: createDefaultTolerationSeconds(),
    DefaultStorageClass: createDefaultStorageClass(objects),
    StorageObjectInUseProtection: createStorageObjectInUseProtection(gates),
    PersistentVolumeClaimResize: createPersistentVolumeClaimResize(objects),
    RuntimeClass: createRuntimeClass(objects),
    CertificateApproval: createCertificateApproval(authorizer),
    CertificateSigning: createCertificateSigning(authorizer),
    ClusterTrustBundleAttest: createClusterTrustBundleAttest(authorizer),
    CertificateSubjectRestriction: createCertificateSubjectRestriction(),
    DefaultIngressClass: createDefaultIngressClass(objects),
    PodTopologyLabels: createPodTopologyLabels(objects),
  } satisfies Readonly<Record<string, PluginSteps>>;
}
