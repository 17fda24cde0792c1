import { goMembers, listOf, pointerTo, structOf, type GoMember } from "../go-print.ts";
import { labelSelectorForm } from "../label-selectors.ts";

// The forms of pkg/apis/core types that messages about volumes and claims print.

const secretReference = pointerTo(goMembers("Name:s Namespace:s"));

/** The members of a reference to an object (core.ObjectReference). */
export const objectReference = pointerTo(
  goMembers("Kind:s Namespace:s Name:s UID:s APIVersion:s ResourceVersion:s FieldPath:s"),
);

const withSecret = { SecretRef: secretReference };

/** Returns the form of a source of a volume; `nested` has those of its members that are structs. */
const source = (text: string, nested: Parameters<typeof goMembers>[1] = {}): ((value: unknown) => unknown) =>
  pointerTo(goMembers(text, nested));

/** The forms of sources that pods and persistent volumes share. */
export const sharedSources = {
  GCEPersistentDisk: source("PDName:s FSType:s Partition:n ReadOnly:b"),
  AWSElasticBlockStore: source("VolumeID:s FSType:s Partition:n ReadOnly:b"),
  HostPath: source("Path:s Type"),
  NFS: source("Server:s Path:s ReadOnly:b"),
  Quobyte: source("Registry:s Volume:s ReadOnly:b User:s Group:s Tenant:s"),
  FC: source("TargetWWNs Lun FSType:s ReadOnly:b WWIDs=wwids"),
  Flocker: source("DatasetName:s DatasetUUID:s"),
  VsphereVolume: source("VolumePath:s FSType:s StoragePolicyName:s StoragePolicyID:s"),
  AzureDisk: source("DiskName:s DataDiskURI=diskURI:s CachingMode FSType ReadOnly Kind"),
  PhotonPersistentDisk: source("PdID:s FSType:s"),
  PortworxVolume: source("VolumeID:s FSType:s ReadOnly:b"),
};

const csiSecrets =
  "ControllerPublishSecretRef NodeStageSecretRef NodePublishSecretRef ControllerExpandSecretRef NodeExpandSecretRef";

// oxfmt-ignore
const volumeSource: readonly GoMember[] = goMembers(
  "GCEPersistentDisk AWSElasticBlockStore HostPath Glusterfs NFS RBD Quobyte ISCSI FlexVolume Cinder CephFS=cephfs FC Flocker AzureFile VsphereVolume AzureDisk PhotonPersistentDisk PortworxVolume ScaleIO Local StorageOS=storageos CSI",
  {
    ...sharedSources,
    Glusterfs: source("EndpointsName=endpoints:s Path:s ReadOnly:b EndpointsNamespace"),
    RBD: source("CephMonitors=monitors RBDImage=image:s FSType:s RBDPool=pool:s RadosUser=user:s Keyring:s SecretRef ReadOnly:b", withSecret),
    ISCSI: source("TargetPortal:s IQN:s Lun:n ISCSIInterface:s FSType:s ReadOnly:b Portals DiscoveryCHAPAuth=chapAuthDiscovery:b SessionCHAPAuth=chapAuthSession:b SecretRef InitiatorName", withSecret),
    FlexVolume: source("Driver:s FSType:s SecretRef ReadOnly:b Options:m", withSecret),
    Cinder: source("VolumeID:s FSType:s ReadOnly:b SecretRef", withSecret),
    CephFS: source("Monitors Path:s User:s SecretFile:s SecretRef ReadOnly:b", withSecret),
    AzureFile: source("SecretName:s ShareName:s ReadOnly:b SecretNamespace"),
    ScaleIO: source("Gateway:s System:s SecretRef SSLEnabled:b ProtectionDomain:s StoragePool:s StorageMode:s VolumeName:s FSType:s ReadOnly:b", withSecret),
    Local: source("Path:s FSType"),
    StorageOS: source("VolumeName:s VolumeNamespace:s FSType:s ReadOnly:b SecretRef", { SecretRef: objectReference }),
    CSI: source(`Driver:s VolumeHandle:s ReadOnly:b FSType:s VolumeAttributes:m ${csiSecrets}`, Object.fromEntries(csiSecrets.split(" ").map((name) => [name, secretReference]))),
  },
);

/** Returns the source of a volume, from its spec, in its internal form (core.PersistentVolumeSource). */
export const internalVolumeSource = structOf(volumeSource);

const requirements = listOf(goMembers("Key:s Operator:s Values"));

/** The members of a term of a node selector (core.NodeSelectorTerm). */
export const nodeSelectorTerm = goMembers("MatchExpressions MatchFields", {
  MatchExpressions: requirements,
  MatchFields: requirements,
});

/** Returns the form of a node selector (core.NodeSelector). */
export const internalNodeSelector = pointerTo(
  goMembers("NodeSelectorTerms", { NodeSelectorTerms: listOf(nodeSelectorTerm) }),
);

/** Returns the form of the node affinity of a volume (core.VolumeNodeAffinity). */
export const internalVolumeNodeAffinity = pointerTo(goMembers("Required", { Required: internalNodeSelector }));

const volumeSpec: readonly GoMember[] = [
  ...goMembers("Capacity:m"),
  ...volumeSource,
  ...goMembers(
    "AccessModes ClaimRef PersistentVolumeReclaimPolicy:s StorageClassName:s MountOptions VolumeMode NodeAffinity VolumeAttributesClassName",
    { ClaimRef: objectReference, NodeAffinity: internalVolumeNodeAffinity },
  ),
];

/** Returns the form of the spec of a volume that stands in another object (core.PersistentVolumeSpec). */
export const internalVolumeSpec = pointerTo(volumeSpec);

/** Returns the form of the spec of a claim (core.PersistentVolumeClaimSpec). */
export const internalClaimSpec = structOf(
  goMembers(
    "AccessModes Selector Resources VolumeName:s StorageClassName VolumeMode DataSource DataSourceRef VolumeAttributesClassName",
    {
      Selector: labelSelectorForm,
      Resources: structOf(goMembers("Limits:m Requests:m")),
      DataSource: pointerTo(goMembers("APIGroup Kind:s Name:s")),
      DataSourceRef: pointerTo(goMembers("APIGroup Kind:s Name:s Namespace")),
    },
  ),
);
