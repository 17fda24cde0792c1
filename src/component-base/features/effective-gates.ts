import type { GateName } from "./gate-table.ts";

/** The gates that something in this server asks for. */
// oxfmt-ignore
const effective: ReadonlySet<string> = new Set<GateName>([
  // Answers
  "APIResponseCompression", "AggregatedDiscoveryRemoveBetaType", "AllowUnsafeMalformedObjectDeletion", "CBORServingAndStorage", "ComponentStatusz", "OpenAPIEnums", "StorageVersionHash", "WatchList",
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
]);

/** True for a gate that changes what this server does; the others only tell, as upstream's list and metrics do. */
export const hasEffect = (name: string): boolean => effective.has(name);
