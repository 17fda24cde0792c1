import { binaryRelease, type Release } from "../versions/release.ts";
import { createFeatureGates, type FeatureSettings } from "./feature-gates.ts";
import type { GateSpec, GateStage } from "./gate-spec.ts";
import { gateTable, type GateName } from "./gate-table.ts";

/** The gates that affect this server. */
// oxfmt-ignore
const effective: ReadonlySet<string> = new Set<GateName>([
  // Answers
  "APIResponseCompression", "AggregatedDiscoveryRemoveBetaType", "AllowUnsafeMalformedObjectDeletion", "CBORServingAndStorage", "ComponentStatusz", "OpenAPIEnums", "StorageVersionHash", "WatchList",
  // Health checks
  "APIServerIdentity", "MultiCIDRServiceAllocator", "StorageVersionAPI", "WatchCacheInitializationPostStartHook", "DetectCacheInconsistency",
  // Resources
  "ClusterTrustBundle", "InPlacePodVerticalScaling", "PodCertificateRequest", "StorageVersionMigrator",
  // Fields of reviews and requests
  "AuthorizeWithSelectors", "TokenRequestServiceAccountUIDValidation",
  // Fields of objects
  "ClusterTrustBundleProjection", "ContainerRestartRules", "ContainerStopSignals", "CRDValidationRatcheting", "CoordinatedLeaderElection", "CrossNamespaceVolumeDataSource", "CustomResourceFieldSelectors", "DRAAdminAccess", "DRAConsumableCapacity",
  "DRADeviceBindingConditions", "DRADeviceTaints", "DRAExtendedResource", "DRAPartitionableDevices", "DRAPrioritizedList", "DRAResourceClaimDeviceStatus", "DeploymentReplicaSetTerminatingReplicas",
  "DynamicResourceAllocation", "EnvFiles", "HPAConfigurableTolerance", "HostnameOverride", "ImageVolume", "JobManagedBy", "MatchLabelKeysInPodTopologySpread", "MaxUnavailableStatefulSet",
  "MutableCSINodeAllocatableCount", "PodLevelResources", "PodObservedGenerationTracking", "PreferSameTrafficDistribution", "ProcMountType", "ResourceHealthStatus", "SELinuxChangePolicy",
  "SELinuxMountReadWriteOncePod", "SupplementalGroupsPolicy", "UserNamespacesSupport", "VolumeAttributesClass",
  // Validation, defaults and updates of pods and services
  "AllowServiceLBStatusOnNonLB", "ClearingNominatedNodeNameAfterBinding", "LoadBalancerIPMode", "MatchLabelKeysInPodAffinity", "MatchLabelKeysInPodTopologySpreadSelectorMerge", "PodLifecycleSleepActionAllowZero", "PodLogsQuerySplitStreams", "RelaxedDNSSearchValidation",
  "DeclarativeValidation", "DeclarativeValidationTakeover", "HPAScaleToZero", "RelaxedEnvironmentVariableValidation", "RelaxedServiceNameValidation", "SELinuxMount", "StrictIPCIDRValidation",
  // Admission
  "PodTopologyLabelsAdmission", "ProbeHostPodSecurityStandards", "RecoverVolumeExpansionFailure", "UserNamespacesPodSecurityStandards",
]);

/**
 * Reports whether a gate changes the behavior of this server; the others only appear in the list and metrics, as
 * upstream.
 */
export const hasEffect = (name: string): boolean => effective.has(name);

/** A feature with the details of its gate. */
export interface GateFacts {
  readonly name: string;
  readonly stage: GateStage;
  readonly enabled: boolean;
  /** The default. */
  readonly byDefault: boolean;
  /** The release that introduced it; 0 if it predates versioned feature gates. */
  readonly since: Release;
  /** The release in which it entered its current stage. */
  readonly inStageSince: Release;
  /** True if it is locked to its default (LockToDefault). */
  readonly locked: boolean;
  /** True if it changes the behavior of this server; all others are only listed. */
  readonly hasEffect: boolean;
}

/** Returns the details of all gates known in a release, by name; throws a ConfigurationError for invalid settings. */
export function gateFacts(settings: FeatureSettings, release: Release = binaryRelease): readonly GateFacts[] {
  const facts = createFeatureGates(settings, release).all.flatMap(({ name, stage, enabled }): readonly GateFacts[] => {
    const specs: readonly GateSpec[] = gateTable[name];
    const spec = specs.findLast(([since]) => since <= release);
    if (spec === undefined) return [];
    return [
      {
        name,
        stage,
        enabled,
        byDefault: spec[2],
        since: specs[0]?.[0] ?? 0,
        inStageSince: spec[0],
        locked: spec[3] === "locked",
        hasEffect: hasEffect(name),
      },
    ];
  });
  return facts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
