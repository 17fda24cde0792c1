import { binaryRelease, type Release } from "../versions/release.ts";
import { createFeatureGates, type FeatureSettings } from "./feature-gates.ts";
import type { GateSpec, GateStage } from "./gate-spec.ts";
import { gateTable, type GateName } from "./gate-table.ts";

/** The gates that something in this server asks for. */
// oxfmt-ignore
const effective: ReadonlySet<string> = new Set<GateName>([
  // Answers
  "APIResponseCompression", "AggregatedDiscoveryRemoveBetaType", "AllowUnsafeMalformedObjectDeletion", "CBORServingAndStorage", "ComponentStatusz", "OpenAPIEnums", "StorageVersionHash", "WatchList",
  // Health checks
  "APIServerIdentity", "MultiCIDRServiceAllocator", "StorageVersionAPI", "WatchCacheInitializationPostStartHook",
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

/** A feature of a server, and what is known of its gate. */
export interface GateFacts {
  readonly name: string;
  readonly stage: GateStage;
  readonly enabled: boolean;
  /** What it is where nobody says anything. */
  readonly byDefault: boolean;
  /** The release with which it came, 0 for what was there before gates were told of. */
  readonly since: Release;
  /** The release from which on it is in its stage. */
  readonly inStageSince: Release;
  /** It can be set to nothing but its default. */
  readonly locked: boolean;
  /** Something in this server asks for it; all others are only told of. */
  readonly hasEffect: boolean;
}

/**
 * Everything about the gates that a release knows, by name; throws a ConfigurationError for settings that cannot be.
 */
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
