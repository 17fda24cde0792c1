import { copyEmptied } from "../../../apimachinery/json/emptied-members.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { goMap, goMembers, goRecord, listOf, pointerTo, structOf, type GoMember } from "../../go-print.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import { isZero } from "../../validation/fields.ts";
import { internalClaimSpec, internalNodeSelector, nodeSelectorTerm, sharedSources } from "../internal-volumes.ts";
import { labelSelectorForm } from "../../label-selectors.ts";

// The forms of the pkg/apis/core types of a pod's spec, which messages about updates print.

type Forms = Readonly<Record<string, (value: unknown) => unknown>>;

/** Returns the form of a pointer to a struct with some members; `nested` has the forms of those that are structs. */
const pointer = (text: string, nested: Forms = {}): ((value: unknown) => unknown) => pointerTo(goMembers(text, nested));
const list = (text: string, nested: Forms = {}): ((value: unknown) => unknown) => listOf(goMembers(text, nested));
const quantity = (value: unknown): unknown => value ?? "0";

const local = pointer("Name:s");
const withSecret: Forms = { SecretRef: local };
const keys = list("Key:s Path:s Mode");
const fieldRef = pointer("APIVersion:s FieldPath:s");
const resourceFieldRef = pointer("ContainerName:s Resource:s Divisor", { Divisor: quantity });
const downwardFiles = list("Path:s FieldRef ResourceFieldRef Mode", {
  FieldRef: fieldRef,
  ResourceFieldRef: resourceFieldRef,
});
const keysOfObject: Forms = { Items: keys };

// oxfmt-ignore
const metadataMembers = ["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "labels", "annotations", "ownerReferences", "finalizers", "managedFields"];

/** Returns the metadata of a template, whose members have JSON names and stand beside those of the template itself. */
function inlineMetadata(template: JsonRecord): JsonRecord {
  const metadata = recordAt(template, "metadata");
  return Object.fromEntries(
    metadataMembers
      .filter((member) =>
        member === "deletionGracePeriodSeconds"
          ? metadata[member] !== undefined // a pointer, which may be to 0
          : !isZero({ record: metadata }, member),
      )
      .map((member) => [member, isRecord(metadata[member]) ? goMap(metadata[member]) : metadata[member]]),
  );
}

/** The form of a template of claims (core.PersistentVolumeClaimTemplate). */
const claimTemplate = (value: unknown): unknown =>
  isRecord(value) ? { ...inlineMetadata(value), Spec: internalClaimSpec(value["spec"]) } : null;

// oxfmt-ignore
const projection = list("Secret DownwardAPI ConfigMap ServiceAccountToken ClusterTrustBundle PodCertificate", {
  Secret: pointer("Name:s Items Optional", keysOfObject),
  DownwardAPI: pointer("Items", { Items: downwardFiles }),
  ConfigMap: pointer("Name:s Items Optional", keysOfObject),
  ServiceAccountToken: pointer("Audience:s ExpirationSeconds:n Path:s"),
  ClusterTrustBundle: pointer("Name SignerName LabelSelector Path:s Optional", { LabelSelector: labelSelectorForm }),
  PodCertificate: pointer("SignerName:s KeyType:s MaxExpirationSeconds CredentialBundlePath:s KeyPath:s CertificateChainPath:s"),
});

// oxfmt-ignore
const filledVolumes = list(
  "Name:s HostPath EmptyDir GCEPersistentDisk AWSElasticBlockStore GitRepo Secret NFS ISCSI Glusterfs PersistentVolumeClaim RBD Quobyte FlexVolume Cinder CephFS=cephfs Flocker DownwardAPI FC AzureFile ConfigMap VsphereVolume AzureDisk PhotonPersistentDisk Projected PortworxVolume ScaleIO StorageOS=storageos CSI Ephemeral Image",
  {
    ...sharedSources,
    EmptyDir: pointer("Medium:s SizeLimit"),
    GitRepo: pointer("Repository:s Revision:s Directory:s"),
    Secret: pointer("SecretName:s Items DefaultMode Optional", keysOfObject),
    ISCSI: pointer("TargetPortal:s IQN:s Lun:n ISCSIInterface:s FSType:s ReadOnly:b Portals DiscoveryCHAPAuth=chapAuthDiscovery:b SessionCHAPAuth=chapAuthSession:b SecretRef InitiatorName", withSecret),
    Glusterfs: pointer("EndpointsName=endpoints:s Path:s ReadOnly:b"),
    PersistentVolumeClaim: pointer("ClaimName:s ReadOnly:b"),
    RBD: pointer("CephMonitors=monitors RBDImage=image:s FSType:s RBDPool=pool:s RadosUser=user:s Keyring:s SecretRef ReadOnly:b", withSecret),
    FlexVolume: pointer("Driver:s FSType:s SecretRef ReadOnly:b Options:m", withSecret),
    Cinder: pointer("VolumeID:s FSType:s ReadOnly:b SecretRef", withSecret),
    CephFS: pointer("Monitors Path:s User:s SecretFile:s SecretRef ReadOnly:b", withSecret),
    DownwardAPI: pointer("Items DefaultMode", { Items: downwardFiles }),
    AzureFile: pointer("SecretName:s ShareName:s ReadOnly:b"),
    ConfigMap: pointer("Name:s Items DefaultMode Optional", keysOfObject),
    Projected: pointer("Sources DefaultMode", { Sources: projection }),
    ScaleIO: pointer("Gateway:s System:s SecretRef SSLEnabled:b ProtectionDomain:s StoragePool:s StorageMode:s VolumeName:s FSType:s ReadOnly:b", withSecret),
    StorageOS: pointer("VolumeName:s VolumeNamespace:s FSType:s ReadOnly:b SecretRef", withSecret),
    CSI: pointer("Driver:s ReadOnly FSType VolumeAttributes:m NodePublishSecretRef", { NodePublishSecretRef: local }),
    Ephemeral: pointer("VolumeClaimTemplate", { VolumeClaimTemplate: claimTemplate }),
    Image: pointer("Reference:s PullPolicy:s"),
  },
);

/** Returns the form of a list that the server builds anew, without what the feature ImageVolume lets through. */
const rebuilt =
  (form: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) && value.length === 0 ? null : form(value);
const volumes = rebuilt(filledVolumes);

// oxfmt-ignore
const handlers: Forms = {
  Exec: pointer("Command"),
  HTTPGet: pointer("Path:s Port:n Host:s Scheme:s HTTPHeaders", { HTTPHeaders: list("Name:s Value:s") }),
  TCPSocket: pointer("Port:n Host:s"),
  GRPC: pointer("Port:n Service"),
  Sleep: pointer("Seconds:n"),
};
// oxfmt-ignore
const probe = pointer("Exec HTTPGet TCPSocket GRPC InitialDelaySeconds:n TimeoutSeconds:n PeriodSeconds:n SuccessThreshold:n FailureThreshold:n TerminationGracePeriodSeconds", handlers);
const hook = pointer("Exec HTTPGet TCPSocket Sleep", handlers);
const requirements = goMembers("Limits:m Requests:m Claims", { Claims: list("Name:s Request:s") });
const keyOfObject = pointer("Name:s Key:s Optional");
const envFromObject = pointer("Name:s Optional");

const security: Forms = {
  Capabilities: pointer("Add Drop"),
  SELinuxOptions: pointer("User:s Role:s Type:s Level:s"),
  WindowsOptions: pointer("GMSACredentialSpecName GMSACredentialSpec RunAsUserName HostProcess"),
  SeccompProfile: pointer("Type:s LocalhostProfile"),
  AppArmorProfile: pointer("Type:s LocalhostProfile"),
  Sysctls: list("Name:s Value:s"),
};

// oxfmt-ignore
const containerMembers: readonly GoMember[] = goMembers(
  "Name:s Image:s Command Args WorkingDir:s Ports EnvFrom Env Resources ResizePolicy RestartPolicy RestartPolicyRules VolumeMounts VolumeDevices LivenessProbe ReadinessProbe StartupProbe Lifecycle TerminationMessagePath:s TerminationMessagePolicy:s ImagePullPolicy:s SecurityContext Stdin:b StdinOnce:b TTY:b",
  {
    Ports: list("Name:s HostPort:n ContainerPort:n Protocol:s HostIP:s"),
    EnvFrom: list("Prefix:s ConfigMapRef SecretRef", { ConfigMapRef: envFromObject, SecretRef: envFromObject }),
    Env: list("Name:s Value:s ValueFrom", {
      ValueFrom: pointer("FieldRef ResourceFieldRef ConfigMapKeyRef SecretKeyRef FileKeyRef", {
        FieldRef: fieldRef,
        ResourceFieldRef: resourceFieldRef,
        ConfigMapKeyRef: keyOfObject,
        SecretKeyRef: keyOfObject,
        FileKeyRef: pointer("VolumeName:s Path:s Key:s Optional"),
      }),
    }),
    Resources: structOf(requirements),
    ResizePolicy: list("ResourceName:s RestartPolicy:s"),
    RestartPolicyRules: list("Action:s ExitCodes", { ExitCodes: pointer("Operator:s Values") }),
    VolumeMounts: rebuilt(list("Name:s ReadOnly:b RecursiveReadOnly MountPath:s SubPath:s MountPropagation SubPathExpr:s")),
    VolumeDevices: list("Name:s DevicePath:s"),
    LivenessProbe: probe,
    ReadinessProbe: probe,
    StartupProbe: probe,
    Lifecycle: pointer("PostStart PreStop StopSignal", { PostStart: hook, PreStop: hook }),
    SecurityContext: pointer("Capabilities Privileged SELinuxOptions WindowsOptions RunAsUser RunAsGroup RunAsNonRoot ReadOnlyRootFilesystem AllowPrivilegeEscalation ProcMount SeccompProfile AppArmorProfile", security),
  },
);
const containers = listOf(containerMembers);
const ephemeralContainer: readonly GoMember[] = [...containerMembers, ...goMembers("TargetContainerName:s")];

const required = "RequiredDuringSchedulingIgnoredDuringExecution";
const preferred = "PreferredDuringSchedulingIgnoredDuringExecution";
const podAffinityTerm = goMembers(
  "LabelSelector Namespaces TopologyKey:s NamespaceSelector MatchLabelKeys MismatchLabelKeys",
  { LabelSelector: labelSelectorForm, NamespaceSelector: labelSelectorForm },
);
const podAffinity = pointer(`${required} ${preferred}`, {
  [required]: listOf(podAffinityTerm),
  [preferred]: list("Weight:n PodAffinityTerm", { PodAffinityTerm: structOf(podAffinityTerm) }),
});
const affinity = pointer("NodeAffinity PodAffinity PodAntiAffinity", {
  NodeAffinity: pointer(`${required} ${preferred}`, {
    [required]: internalNodeSelector,
    [preferred]: list("Weight:n Preference", { Preference: structOf(nodeSelectorTerm) }),
  }),
  PodAffinity: podAffinity,
  PodAntiAffinity: podAffinity,
});

// oxfmt-ignore
const podSpec: readonly GoMember[] = goMembers(
  "Volumes InitContainers Containers EphemeralContainers RestartPolicy:s TerminationGracePeriodSeconds ActiveDeadlineSeconds DNSPolicy:s NodeSelector:m ServiceAccountName:s AutomountServiceAccountToken NodeName:s SecurityContext ImagePullSecrets Hostname:s Subdomain:s SetHostnameAsFQDN Affinity SchedulerName:s Tolerations HostAliases PriorityClassName:s Priority PreemptionPolicy DNSConfig ReadinessGates RuntimeClassName Overhead:m EnableServiceLinks TopologySpreadConstraints OS SchedulingGates ResourceClaims Resources HostnameOverride",
  {
    Volumes: volumes,
    InitContainers: containers,
    Containers: containers,
    EphemeralContainers: listOf(ephemeralContainer),
    SecurityContext: pointer("HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace HostUsers SELinuxOptions WindowsOptions RunAsUser RunAsGroup RunAsNonRoot SupplementalGroups SupplementalGroupsPolicy FSGroup FSGroupChangePolicy Sysctls SeccompProfile AppArmorProfile SELinuxChangePolicy", security),
    ImagePullSecrets: list("Name:s"),
    Affinity: affinity,
    Tolerations: list("Key:s Operator:s Value:s Effect:s TolerationSeconds"),
    HostAliases: list("IP:s Hostnames"),
    DNSConfig: pointer("Nameservers Searches Options", { Options: list("Name:s Value") }),
    ReadinessGates: list("ConditionType:s"),
    TopologySpreadConstraints: list("MaxSkew:n TopologyKey:s WhenUnsatisfiable:s LabelSelector MinDomains NodeAffinityPolicy NodeTaintsPolicy MatchLabelKeys", { LabelSelector: labelSelectorForm }),
    OS: local,
    SchedulingGates: list("Name:s"),
    ResourceClaims: list("Name:s ResourceClaimName ResourceClaimTemplateName"),
    Resources: pointerTo(requirements),
  },
);

const ofHost = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers"];

/** Returns the form of the spec of a pod (core.PodSpec), whose security context has what it shares with its host. */
export function internalPodSpec(spec: JsonRecord): object {
  const shared = Object.fromEntries(ofHost.map((member) => [member, spec[member]]));
  const own = recordAt(spec, "securityContext");
  const securityContext = copyEmptied(own, { ...own, ...shared });
  return goRecord(copyEmptied(spec, { ...spec, securityContext }), podSpec);
}

/** Returns the form of a template of pods (core.PodTemplateSpec). */
export const internalPodTemplate = (template: JsonRecord): object => ({
  ...inlineMetadata(template),
  Spec: internalPodSpec(recordAt(template, "spec")),
});

/** Returns the form of an ephemeral container (core.EphemeralContainer). */
export const internalEphemeralContainer = (container: JsonRecord): object => goRecord(container, ephemeralContainer);
