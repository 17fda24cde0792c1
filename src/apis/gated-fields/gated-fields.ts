import type { GateName } from "../../component-base/features/gate-table.ts";

/** Fields that cannot be set while a feature gate is disabled. Paths refer to the storage version. */
export interface GatedFields {
  readonly gate: GateName;
  readonly places: readonly string[];
  /** Further fields whose use in the live object keeps the fields; they are not dropped themselves. */
  readonly users?: readonly string[];
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

const claimFields = (spec: string): readonly GatedFields[] => [
  { gate: "DRAPrioritizedList", places: [`${spec}.devices.requests[].firstAvailable`] },
];
const adminAccess = (spec: string): readonly string[] => [`${spec}.devices.requests[].exactly.adminAccess`];
const capacityRequests = (spec: string): readonly string[] =>
  ["exactly", "firstAvailable[]"].map((request) => `${spec}.devices.requests[].${request}.capacity`);
/** Upstream means to drop it, but changes only a copy. */
const distinctAttribute = (spec: string): readonly string[] => [`${spec}.devices.constraints[].distinctAttribute`];
/** Binding conditions want both gates. */
const bindingGates = ["DRADeviceBindingConditions", "DRAResourceClaimDeviceStatus"] as const;
const bindingConditions = (owner: string): readonly string[] =>
  ["bindingConditions", "bindingFailureConditions"].map((name) => `${owner}.${name}`);

/** Gated fields of other kinds, by group and resource (their strategies' dropDisabledFields). */
// oxfmt-ignore
export const kindFields: ReadonlyMap<string, readonly GatedFields[]> = new Map<string, readonly GatedFields[]>([
  ["/pods", [
    { gate: "InPlacePodVerticalScaling", places: [...inStatuses("resources"), ...inStatuses("allocatedResources")] },
    { gate: "ResourceHealthStatus", places: inStatuses("allocatedResourcesStatus") },
    { gate: "SupplementalGroupsPolicy", places: inStatuses("user") },
    { gate: "DRAExtendedResource", places: ["status.extendedResourceClaimStatus"] },
    { gate: "DynamicResourceAllocation", places: ["status.resourceClaimStatuses"], users: ["spec.resourceClaims"] },
    { gate: "PodObservedGenerationTracking", places: ["status.observedGeneration", "status.conditions[].observedGeneration"] },
  ]],
  ["/persistentvolumeclaims", [
    volumeClass,
    { gate: "VolumeAttributesClass", places: ["status.currentVolumeAttributesClassName"] },
    { gate: "VolumeAttributesClass", places: ["status.modifyVolumeStatus"] },
    { gate: "CrossNamespaceVolumeDataSource", places: ["spec.dataSourceRef"], when: fromOtherNamespace, users: ["spec.dataSourceRef"] },
  ]],
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
    ...claimFields("spec"),
    { gate: "DRAAdminAccess", places: [...adminAccess("spec"), "status.allocation.devices.results[].adminAccess"] },
    { gate: "DRAResourceClaimDeviceStatus", places: ["status.devices"] },
    ...bindingGates.map((gate) => ({ gate, places: ["status.allocation.allocationTimestamp", ...bindingConditions("status.allocation.devices.results[]")] })),
    {
      gate: "DRAConsumableCapacity",
      places: [...capacityRequests("spec"), "status.allocation.devices.results[].shareID", "status.allocation.devices.results[].consumedCapacity", "status.devices[].shareID"],
      users: distinctAttribute("spec"),
    },
  ]],
  ["resource.k8s.io/resourceclaimtemplates", [
    ...claimFields("spec.spec"),
    { gate: "DRAAdminAccess", places: adminAccess("spec.spec") },
    { gate: "DRAConsumableCapacity", places: capacityRequests("spec.spec"), users: distinctAttribute("spec.spec") },
  ]],
  ["resource.k8s.io/resourceslices", [
    { gate: "DRADeviceTaints", places: ["spec.devices[].taints"] },
    { gate: "DRAPartitionableDevices", places: ["spec.sharedCounters", "spec.perDeviceNodeSelection", ...["consumesCounters", "nodeName", "nodeSelector", "allNodes"].map((name) => `spec.devices[].${name}`)] },
    ...bindingGates.map((gate) => ({ gate, places: [...bindingConditions("spec.devices[]"), "spec.devices[].bindsToNode"] })),
    { gate: "DRAConsumableCapacity", places: ["spec.devices[].allowMultipleAllocations", "spec.devices[].capacity{}.requestPolicy"] },
  ]],
]);
