import type { GateName } from "../../component-base/features/gate-table.ts";

/** Fields that cannot be set while a feature gate is disabled. Paths refer to the storage version. */
export interface GatedFields {
  readonly gate: GateName;
  readonly places: readonly string[];
  /** Restricts the gate to some values of the field. */
  readonly when?: (value: unknown) => boolean;
  /** Replacement value; the field is removed if absent. */
  readonly instead?: unknown;
}

const containers = ["containers[]", "initContainers[]", "ephemeralContainers[]"];
const inContainers = (place: string): readonly string[] => containers.map((container) => `${container}.${place}`);
const inStatuses = (place: string): readonly string[] =>
  ["containerStatuses[]", "initContainerStatuses[]", "ephemeralContainerStatuses[]"].map(
    (status) => `status.${status}.${place}`,
  );

/** Gated fields of a pod spec, wherever it is embedded (api/pod dropDisabledFields). */
// oxfmt-ignore
export const podSpecFields: readonly GatedFields[] = [
  { gate: "ClusterTrustBundleProjection", places: ["volumes[].projected.sources[].clusterTrustBundle"] },
  { gate: "PodCertificateRequest", places: ["volumes[].projected.sources[].podCertificate"] },
  { gate: "ContainerRestartRules", places: [...inContainers("restartPolicyRules"), "containers[].restartPolicy", "ephemeralContainers[].restartPolicy"] },
  { gate: "ContainerRestartRules", places: ["initContainers[].restartPolicy"], when: (policy) => policy !== "Always" },
  { gate: "EnvFiles", places: inContainers("env[].valueFrom.fileKeyRef") },
  { gate: "HostnameOverride", places: ["hostnameOverride"] },
  { gate: "InPlacePodVerticalScaling", places: inContainers("resizePolicy") },
  { gate: "DynamicResourceAllocation", places: ["resourceClaims", ...inContainers("resources.claims")] },
  { gate: "MatchLabelKeysInPodTopologySpread", places: ["topologySpreadConstraints[].matchLabelKeys"] },
  { gate: "PodLevelResources", places: ["resources"] },
  { gate: "ProcMountType", places: inContainers("securityContext.procMount"), when: (mount) => mount !== "Default", instead: "Default" },
  { gate: "SELinuxChangePolicy", places: ["securityContext.seLinuxChangePolicy"] },
  { gate: "SupplementalGroupsPolicy", places: ["securityContext.supplementalGroupsPolicy"] },
  { gate: "UserNamespacesSupport", places: ["hostUsers"] },
];

/** Gated stop signals: a lifecycle with only a stop signal is removed as a whole. */
export const stopSignals = { gate: "ContainerStopSignals", lifecycles: inContainers("lifecycle") } as const;

/** Path of the pod spec by resource. */
// oxfmt-ignore
export const podSpecs: ReadonlyMap<string, string> = new Map([
  ["/pods", "spec"], ["/podtemplates", "template.spec"], ["/replicationcontrollers", "spec.template.spec"],
  ["apps/deployments", "spec.template.spec"], ["apps/replicasets", "spec.template.spec"], ["apps/daemonsets", "spec.template.spec"], ["apps/statefulsets", "spec.template.spec"],
  ["batch/jobs", "spec.template.spec"], ["batch/cronjobs", "spec.jobTemplate.spec.template.spec"],
]);

const selectors: readonly GatedFields[] = [
  {
    gate: "AuthorizeWithSelectors",
    places: ["spec.resourceAttributes.fieldSelector", "spec.resourceAttributes.labelSelector"],
  },
];
const terminating: readonly GatedFields[] = [
  { gate: "DeploymentReplicaSetTerminatingReplicas", places: ["status.terminatingReplicas"] },
];
const volumeClass: GatedFields = { gate: "VolumeAttributesClass", places: ["spec.volumeAttributesClassName"] };
const fromOtherNamespace = (source: unknown): boolean =>
  typeof source === "object" &&
  source !== null &&
  "namespace" in source &&
  source.namespace !== "" &&
  source.namespace !== undefined;

/** Gated fields of other kinds, by group and resource (their strategies' dropDisabledFields). */
// oxfmt-ignore
export const kindFields: ReadonlyMap<string, readonly GatedFields[]> = new Map<string, readonly GatedFields[]>([
  ["/pods", [
    { gate: "InPlacePodVerticalScaling", places: [...inStatuses("resources"), ...inStatuses("allocatedResources")] },
    { gate: "ResourceHealthStatus", places: inStatuses("allocatedResourcesStatus") },
    { gate: "SupplementalGroupsPolicy", places: inStatuses("user") },
    { gate: "DRAExtendedResource", places: ["status.extendedResourceClaimStatus"] },
    { gate: "PodObservedGenerationTracking", places: ["status.observedGeneration", "status.conditions[].observedGeneration"] },
  ]],
  ["/persistentvolumeclaims", [volumeClass, { gate: "CrossNamespaceVolumeDataSource", places: ["spec.dataSourceRef"], when: fromOtherNamespace }]],
  ["/persistentvolumes", [volumeClass]],
  ["/serviceaccounts/token", [{ gate: "TokenRequestServiceAccountUIDValidation", places: ["metadata.uid"] }]],
  ...["localsubjectaccessreviews", "selfsubjectaccessreviews", "subjectaccessreviews"].map((resource) => [`authorization.k8s.io/${resource}`, selectors] as const),
  ["/nodes", [{ gate: "SupplementalGroupsPolicy", places: ["status.features"] }]],
  ["apiextensions.k8s.io/customresourcedefinitions", [{ gate: "CustomResourceFieldSelectors", places: ["spec.versions[].selectableFields"] }]],
  ["apps/deployments", terminating],
  ["apps/replicasets", terminating],
  ["apps/statefulsets", [{ gate: "MaxUnavailableStatefulSet", places: ["spec.updateStrategy.rollingUpdate.maxUnavailable"] }]],
  ["batch/jobs", [{ gate: "JobManagedBy", places: ["spec.managedBy"] }]],
  ["autoscaling/horizontalpodautoscalers", [{ gate: "HPAConfigurableTolerance", places: ["spec.behavior.scaleUp.tolerance", "spec.behavior.scaleDown.tolerance"] }]],
  ["coordination.k8s.io/leases", [{ gate: "CoordinatedLeaderElection", places: ["spec.strategy"] }, { gate: "CoordinatedLeaderElection", places: ["spec.preferredHolder"] }]],
  ["discovery.k8s.io/endpointslices", [{ gate: "PreferSameTrafficDistribution", places: ["endpoints[].hints.forNodes"] }]],
  ["storage.k8s.io/csidrivers", [
    { gate: "SELinuxMountReadWriteOncePod", places: ["spec.seLinuxMount"] },
    { gate: "MutableCSINodeAllocatableCount", places: ["spec.nodeAllocatableUpdatePeriodSeconds"] },
  ]],
  ["storage.k8s.io/volumeattachments", [{ gate: "MutableCSINodeAllocatableCount", places: ["status.attachError.errorCode", "status.detachError.errorCode"] }]],
  ["resource.k8s.io/deviceclasses", [{ gate: "DRAExtendedResource", places: ["spec.extendedResourceName"] }]],
  ["resource.k8s.io/resourceclaims", [
    { gate: "DRAPrioritizedList", places: ["spec.devices.requests[].firstAvailable"] },
    { gate: "DRAAdminAccess", places: ["spec.devices.requests[].adminAccess", "status.allocation.devices.results[].adminAccess"] },
    { gate: "DRAResourceClaimDeviceStatus", places: ["status.devices"] },
    { gate: "DRADeviceBindingConditions", places: ["status.allocation.allocationTimestamp", "status.allocation.devices.results[].bindingConditions", "status.allocation.devices.results[].bindingFailureConditions"] },
    {
      gate: "DRAConsumableCapacity",
      places: [
        "spec.devices.requests[].capacity", "spec.devices.requests[].firstAvailable[].capacity",
        "status.allocation.devices.results[].shareID", "status.allocation.devices.results[].consumedCapacity", "status.devices[].shareID",
      ],
    },
  ]],
  ["resource.k8s.io/resourceslices", [
    { gate: "DRADeviceTaints", places: ["spec.devices[].basic.taints"] },
    { gate: "DRAPartitionableDevices", places: ["spec.sharedCounters", "spec.perDeviceNodeSelection", ...["consumesCounters", "nodeName", "nodeSelector", "allNodes"].map((name) => `spec.devices[].basic.${name}`)] },
    { gate: "DRADeviceBindingConditions", places: ["bindingConditions", "bindingFailureConditions", "bindsToNode"].map((name) => `spec.devices[].basic.${name}`) },
    { gate: "DRAConsumableCapacity", places: ["spec.devices[].basic.allowMultipleAllocations", "spec.devices[].basic.capacity{}.requestPolicy"] },
  ]],
]);
