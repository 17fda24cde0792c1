/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { Condition, LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { JsonValue } from "../../../../apimachinery/json/value.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type AWSElasticBlockStoreVolumeSource = {
  readonly volumeID: string;
  readonly fsType?: string | undefined;
  readonly partition?: number | undefined;
  readonly readOnly?: boolean | undefined;
};

export type Affinity = {
  readonly nodeAffinity?: NodeAffinity | undefined;
  readonly podAffinity?: PodAffinity | undefined;
  readonly podAntiAffinity?: PodAntiAffinity | undefined;
};

export type AppArmorProfile = {
  readonly type: string;
  readonly localhostProfile?: string | undefined;
};

export type AttachedVolume = {
  readonly name: string;
  readonly devicePath: string;
};

export type AzureDiskVolumeSource = {
  readonly diskName: string;
  readonly diskURI: string;
  readonly cachingMode?: string | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly kind?: string | undefined;
};

export type AzureFilePersistentVolumeSource = {
  readonly secretName: string;
  readonly shareName: string;
  readonly readOnly?: boolean | undefined;
  readonly secretNamespace: string | null;
};

export type AzureFileVolumeSource = {
  readonly secretName: string;
  readonly shareName: string;
  readonly readOnly?: boolean | undefined;
};

export type Binding = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly target: ObjectReference;
};

export type CSIPersistentVolumeSource = {
  readonly driver: string;
  readonly volumeHandle: string;
  readonly readOnly?: boolean | undefined;
  readonly fsType?: string | undefined;
  readonly volumeAttributes?: Readonly<Record<string, string>> | undefined;
  readonly controllerPublishSecretRef?: SecretReference | undefined;
  readonly nodeStageSecretRef?: SecretReference | undefined;
  readonly nodePublishSecretRef?: SecretReference | undefined;
  readonly controllerExpandSecretRef?: SecretReference | undefined;
  readonly nodeExpandSecretRef?: SecretReference | undefined;
};

export type CSIVolumeSource = {
  readonly driver: string;
  readonly readOnly?: boolean | undefined;
  readonly fsType?: string | undefined;
  readonly volumeAttributes?: Readonly<Record<string, string>> | undefined;
  readonly nodePublishSecretRef?: LocalObjectReference | undefined;
};

export type Capabilities = {
  readonly add?: readonly string[] | undefined;
  readonly drop?: readonly string[] | undefined;
};

export type CephFSPersistentVolumeSource = {
  readonly monitors: readonly string[] | null;
  readonly path?: string | undefined;
  readonly user?: string | undefined;
  readonly secretFile?: string | undefined;
  readonly secretRef?: SecretReference | undefined;
  readonly readOnly?: boolean | undefined;
};

export type CephFSVolumeSource = {
  readonly monitors: readonly string[] | null;
  readonly path?: string | undefined;
  readonly user?: string | undefined;
  readonly secretFile?: string | undefined;
  readonly secretRef?: LocalObjectReference | undefined;
  readonly readOnly?: boolean | undefined;
};

export type CinderPersistentVolumeSource = {
  readonly volumeID: string;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly secretRef?: SecretReference | undefined;
};

export type CinderVolumeSource = {
  readonly volumeID: string;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly secretRef?: LocalObjectReference | undefined;
};

export type ClientIPConfig = {
  readonly timeoutSeconds?: number | undefined;
};

export type ClusterTrustBundleProjection = {
  readonly name?: string | undefined;
  readonly signerName?: string | undefined;
  readonly labelSelector?: LabelSelector | undefined;
  readonly optional?: boolean | undefined;
  readonly path: string;
};

export type ComponentCondition = {
  readonly type: string;
  readonly status: string;
  readonly message?: string | undefined;
  readonly error?: string | undefined;
};

export type ComponentStatus = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly conditions?: readonly ComponentCondition[] | undefined;
};

export type ComponentStatusList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ComponentStatus[] | null;
};

export type ConfigMap = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly immutable?: boolean | undefined;
  readonly data?: Readonly<Record<string, string>> | undefined;
  readonly binaryData?: Readonly<Record<string, string | null>> | undefined;
};

export type ConfigMapEnvSource = {
  readonly name?: string | undefined;
  readonly optional?: boolean | undefined;
};

export type ConfigMapKeySelector = {
  readonly name?: string | undefined;
  readonly key: string;
  readonly optional?: boolean | undefined;
};

export type ConfigMapList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ConfigMap[] | null;
};

export type ConfigMapNodeConfigSource = {
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly kubeletConfigKey: string;
};

export type ConfigMapProjection = {
  readonly name?: string | undefined;
  readonly items?: readonly KeyToPath[] | undefined;
  readonly optional?: boolean | undefined;
};

export type ConfigMapVolumeSource = {
  readonly name?: string | undefined;
  readonly items?: readonly KeyToPath[] | undefined;
  readonly defaultMode?: number | undefined;
  readonly optional?: boolean | undefined;
};

export type Container = {
  readonly name: string;
  readonly image?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly workingDir?: string | undefined;
  readonly ports?: readonly ContainerPort[] | undefined;
  readonly envFrom?: readonly EnvFromSource[] | undefined;
  readonly env?: readonly EnvVar[] | undefined;
  readonly resources: ResourceRequirements;
  readonly resizePolicy?: readonly ContainerResizePolicy[] | undefined;
  readonly restartPolicy?: string | undefined;
  readonly restartPolicyRules?: readonly ContainerRestartRule[] | undefined;
  readonly volumeMounts?: readonly VolumeMount[] | undefined;
  readonly volumeDevices?: readonly VolumeDevice[] | undefined;
  readonly livenessProbe?: Probe | undefined;
  readonly readinessProbe?: Probe | undefined;
  readonly startupProbe?: Probe | undefined;
  readonly lifecycle?: Lifecycle | undefined;
  readonly terminationMessagePath?: string | undefined;
  readonly terminationMessagePolicy?: string | undefined;
  readonly imagePullPolicy?: string | undefined;
  readonly securityContext?: SecurityContext | undefined;
  readonly stdin?: boolean | undefined;
  readonly stdinOnce?: boolean | undefined;
  readonly tty?: boolean | undefined;
};

export type ContainerExtendedResourceRequest = {
  readonly containerName: string;
  readonly resourceName: string;
  readonly requestName: string;
};

export type ContainerImage = {
  readonly names: readonly string[] | null;
  readonly sizeBytes?: number | undefined;
};

export type ContainerPort = {
  readonly name?: string | undefined;
  readonly hostPort?: number | undefined;
  readonly containerPort: number;
  readonly protocol?: string | undefined;
  readonly hostIP?: string | undefined;
};

export type ContainerResizePolicy = {
  readonly resourceName: string;
  readonly restartPolicy: string;
};

export type ContainerRestartRule = {
  readonly action?: string | undefined;
  readonly exitCodes?: ContainerRestartRuleOnExitCodes | undefined;
};

export type ContainerRestartRuleOnExitCodes = {
  readonly operator?: string | undefined;
  readonly values?: readonly number[] | undefined;
};

export type ContainerState = {
  readonly waiting?: ContainerStateWaiting | undefined;
  readonly running?: ContainerStateRunning | undefined;
  readonly terminated?: ContainerStateTerminated | undefined;
};

export type ContainerStateRunning = {
  readonly startedAt: string | null;
};

export type ContainerStateTerminated = {
  readonly exitCode: number;
  readonly signal?: number | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly containerID?: string | undefined;
};

export type ContainerStateWaiting = {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type ContainerStatus = {
  readonly name: string;
  readonly state: ContainerState;
  readonly lastState: ContainerState;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly image: string;
  readonly imageID: string;
  readonly containerID?: string | undefined;
  readonly started?: boolean | undefined;
  readonly allocatedResources?: Readonly<Record<string, string>> | undefined;
  readonly resources?: ResourceRequirements | undefined;
  readonly volumeMounts?: readonly VolumeMountStatus[] | undefined;
  readonly user?: ContainerUser | undefined;
  readonly allocatedResourcesStatus?: readonly ResourceStatus[] | undefined;
  readonly stopSignal?: string | undefined;
};

export type ContainerUser = {
  readonly linux?: LinuxContainerUser | undefined;
};

export type DaemonEndpoint = {
  readonly Port: number;
};

export type DownwardAPIProjection = {
  readonly items?: readonly DownwardAPIVolumeFile[] | undefined;
};

export type DownwardAPIVolumeFile = {
  readonly path: string;
  readonly fieldRef?: ObjectFieldSelector | undefined;
  readonly resourceFieldRef?: ResourceFieldSelector | undefined;
  readonly mode?: number | undefined;
};

export type DownwardAPIVolumeSource = {
  readonly items?: readonly DownwardAPIVolumeFile[] | undefined;
  readonly defaultMode?: number | undefined;
};

export type EmptyDirVolumeSource = {
  readonly medium?: string | undefined;
  readonly sizeLimit?: string | undefined;
};

export type EndpointAddress = {
  readonly ip: string;
  readonly hostname?: string | undefined;
  readonly nodeName?: string | undefined;
  readonly targetRef?: ObjectReference | undefined;
};

export type EndpointPort = {
  readonly name?: string | undefined;
  readonly port: number;
  readonly protocol?: string | undefined;
  readonly appProtocol?: string | undefined;
};

export type EndpointSubset = {
  readonly addresses?: readonly EndpointAddress[] | undefined;
  readonly notReadyAddresses?: readonly EndpointAddress[] | undefined;
  readonly ports?: readonly EndpointPort[] | undefined;
};

export type Endpoints = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly subsets?: readonly EndpointSubset[] | undefined;
};

export type EndpointsList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Endpoints[] | null;
};

export type EnvFromSource = {
  readonly prefix?: string | undefined;
  readonly configMapRef?: ConfigMapEnvSource | undefined;
  readonly secretRef?: SecretEnvSource | undefined;
};

export type EnvVar = {
  readonly name: string;
  readonly value?: string | undefined;
  readonly valueFrom?: EnvVarSource | undefined;
};

export type EnvVarSource = {
  readonly fieldRef?: ObjectFieldSelector | undefined;
  readonly resourceFieldRef?: ResourceFieldSelector | undefined;
  readonly configMapKeyRef?: ConfigMapKeySelector | undefined;
  readonly secretKeyRef?: SecretKeySelector | undefined;
  readonly fileKeyRef?: FileKeySelector | undefined;
};

export type EphemeralContainer = {
  readonly name: string;
  readonly image?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly workingDir?: string | undefined;
  readonly ports?: readonly ContainerPort[] | undefined;
  readonly envFrom?: readonly EnvFromSource[] | undefined;
  readonly env?: readonly EnvVar[] | undefined;
  readonly resources: ResourceRequirements;
  readonly resizePolicy?: readonly ContainerResizePolicy[] | undefined;
  readonly restartPolicy?: string | undefined;
  readonly restartPolicyRules?: readonly ContainerRestartRule[] | undefined;
  readonly volumeMounts?: readonly VolumeMount[] | undefined;
  readonly volumeDevices?: readonly VolumeDevice[] | undefined;
  readonly livenessProbe?: Probe | undefined;
  readonly readinessProbe?: Probe | undefined;
  readonly startupProbe?: Probe | undefined;
  readonly lifecycle?: Lifecycle | undefined;
  readonly terminationMessagePath?: string | undefined;
  readonly terminationMessagePolicy?: string | undefined;
  readonly imagePullPolicy?: string | undefined;
  readonly securityContext?: SecurityContext | undefined;
  readonly stdin?: boolean | undefined;
  readonly stdinOnce?: boolean | undefined;
  readonly tty?: boolean | undefined;
  readonly targetContainerName?: string | undefined;
};

export type EphemeralContainerCommon = {
  readonly name: string;
  readonly image?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly workingDir?: string | undefined;
  readonly ports?: readonly ContainerPort[] | undefined;
  readonly envFrom?: readonly EnvFromSource[] | undefined;
  readonly env?: readonly EnvVar[] | undefined;
  readonly resources: ResourceRequirements;
  readonly resizePolicy?: readonly ContainerResizePolicy[] | undefined;
  readonly restartPolicy?: string | undefined;
  readonly restartPolicyRules?: readonly ContainerRestartRule[] | undefined;
  readonly volumeMounts?: readonly VolumeMount[] | undefined;
  readonly volumeDevices?: readonly VolumeDevice[] | undefined;
  readonly livenessProbe?: Probe | undefined;
  readonly readinessProbe?: Probe | undefined;
  readonly startupProbe?: Probe | undefined;
  readonly lifecycle?: Lifecycle | undefined;
  readonly terminationMessagePath?: string | undefined;
  readonly terminationMessagePolicy?: string | undefined;
  readonly imagePullPolicy?: string | undefined;
  readonly securityContext?: SecurityContext | undefined;
  readonly stdin?: boolean | undefined;
  readonly stdinOnce?: boolean | undefined;
  readonly tty?: boolean | undefined;
};

export type EphemeralVolumeSource = {
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate | undefined;
};

export type Event = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly involvedObject: ObjectReference;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly source: EventSource;
  readonly firstTimestamp: string | null;
  readonly lastTimestamp: string | null;
  readonly count?: number | undefined;
  readonly type?: string | undefined;
  readonly eventTime: string | null;
  readonly series?: EventSeries | undefined;
  readonly action?: string | undefined;
  readonly related?: ObjectReference | undefined;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
};

export type EventList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Event[] | null;
};

export type EventSeries = {
  readonly count?: number | undefined;
  readonly lastObservedTime: string | null;
};

export type EventSource = {
  readonly component?: string | undefined;
  readonly host?: string | undefined;
};

export type ExecAction = {
  readonly command?: readonly string[] | undefined;
};

export type FCVolumeSource = {
  readonly targetWWNs?: readonly string[] | undefined;
  readonly lun?: number | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly wwids?: readonly string[] | undefined;
};

export type FileKeySelector = {
  readonly volumeName: string;
  readonly path: string;
  readonly key: string;
  readonly optional?: boolean | undefined;
};

export type FlexPersistentVolumeSource = {
  readonly driver: string;
  readonly fsType?: string | undefined;
  readonly secretRef?: SecretReference | undefined;
  readonly readOnly?: boolean | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
};

export type FlexVolumeSource = {
  readonly driver: string;
  readonly fsType?: string | undefined;
  readonly secretRef?: LocalObjectReference | undefined;
  readonly readOnly?: boolean | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
};

export type FlockerVolumeSource = {
  readonly datasetName?: string | undefined;
  readonly datasetUUID?: string | undefined;
};

export type GCEPersistentDiskVolumeSource = {
  readonly pdName: string;
  readonly fsType?: string | undefined;
  readonly partition?: number | undefined;
  readonly readOnly?: boolean | undefined;
};

export type GRPCAction = {
  readonly port: number;
  readonly service: string | null;
};

export type GitRepoVolumeSource = {
  readonly repository: string;
  readonly revision?: string | undefined;
  readonly directory?: string | undefined;
};

export type GlusterfsPersistentVolumeSource = {
  readonly endpoints: string;
  readonly path: string;
  readonly readOnly?: boolean | undefined;
  readonly endpointsNamespace?: string | undefined;
};

export type GlusterfsVolumeSource = {
  readonly endpoints: string;
  readonly path: string;
  readonly readOnly?: boolean | undefined;
};

export type HTTPGetAction = {
  readonly path?: string | undefined;
  readonly port: number | string;
  readonly host?: string | undefined;
  readonly scheme?: string | undefined;
  readonly httpHeaders?: readonly HTTPHeader[] | undefined;
};

export type HTTPHeader = {
  readonly name: string;
  readonly value: string;
};

export type HostAlias = {
  readonly ip: string;
  readonly hostnames?: readonly string[] | undefined;
};

export type HostIP = {
  readonly ip: string;
};

export type HostPathVolumeSource = {
  readonly path: string;
  readonly type?: string | undefined;
};

export type ISCSIPersistentVolumeSource = {
  readonly targetPortal: string;
  readonly iqn: string;
  readonly lun: number;
  readonly iscsiInterface?: string | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly portals?: readonly string[] | undefined;
  readonly chapAuthDiscovery?: boolean | undefined;
  readonly chapAuthSession?: boolean | undefined;
  readonly secretRef?: SecretReference | undefined;
  readonly initiatorName?: string | undefined;
};

export type ISCSIVolumeSource = {
  readonly targetPortal: string;
  readonly iqn: string;
  readonly lun: number;
  readonly iscsiInterface?: string | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly portals?: readonly string[] | undefined;
  readonly chapAuthDiscovery?: boolean | undefined;
  readonly chapAuthSession?: boolean | undefined;
  readonly secretRef?: LocalObjectReference | undefined;
  readonly initiatorName?: string | undefined;
};

export type ImageVolumeSource = {
  readonly reference?: string | undefined;
  readonly pullPolicy?: string | undefined;
};

export type KeyToPath = {
  readonly key: string;
  readonly path: string;
  readonly mode?: number | undefined;
};

export type Lifecycle = {
  readonly postStart?: LifecycleHandler | undefined;
  readonly preStop?: LifecycleHandler | undefined;
  readonly stopSignal?: string | undefined;
};

export type LifecycleHandler = {
  readonly exec?: ExecAction | undefined;
  readonly httpGet?: HTTPGetAction | undefined;
  readonly tcpSocket?: TCPSocketAction | undefined;
  readonly sleep?: SleepAction | undefined;
};

export type LimitRange = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: LimitRangeSpec;
};

export type LimitRangeItem = {
  readonly type: string;
  readonly max?: Readonly<Record<string, string>> | undefined;
  readonly min?: Readonly<Record<string, string>> | undefined;
  readonly default?: Readonly<Record<string, string>> | undefined;
  readonly defaultRequest?: Readonly<Record<string, string>> | undefined;
  readonly maxLimitRequestRatio?: Readonly<Record<string, string>> | undefined;
};

export type LimitRangeList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly LimitRange[] | null;
};

export type LimitRangeSpec = {
  readonly limits: readonly LimitRangeItem[] | null;
};

export type LinuxContainerUser = {
  readonly uid: number;
  readonly gid: number;
  readonly supplementalGroups?: readonly number[] | undefined;
};

export type List = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly JsonValue[] | null;
};

export type LoadBalancerIngress = {
  readonly ip?: string | undefined;
  readonly hostname?: string | undefined;
  readonly ipMode?: string | undefined;
  readonly ports?: readonly PortStatus[] | undefined;
};

export type LoadBalancerStatus = {
  readonly ingress?: readonly LoadBalancerIngress[] | undefined;
};

export type LocalObjectReference = {
  readonly name?: string | undefined;
};

export type LocalVolumeSource = {
  readonly path: string;
  readonly fsType?: string | undefined;
};

export type ModifyVolumeStatus = {
  readonly targetVolumeAttributesClassName?: string | undefined;
  readonly status: string;
};

export type NFSVolumeSource = {
  readonly server: string;
  readonly path: string;
  readonly readOnly?: boolean | undefined;
};

export type Namespace = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: NamespaceSpec;
  readonly status: NamespaceStatus;
};

export type NamespaceCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type NamespaceList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Namespace[] | null;
};

export type NamespaceSpec = {
  readonly finalizers?: readonly string[] | undefined;
};

export type NamespaceStatus = {
  readonly phase?: string | undefined;
  readonly conditions?: readonly NamespaceCondition[] | undefined;
};

export type Node = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: NodeSpec;
  readonly status: NodeStatus;
};

export type NodeAddress = {
  readonly type: string;
  readonly address: string;
};

export type NodeAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | undefined;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[] | undefined;
};

export type NodeCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastHeartbeatTime: string | null;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type NodeConfigSource = {
  readonly configMap?: ConfigMapNodeConfigSource | undefined;
};

export type NodeConfigStatus = {
  readonly assigned?: NodeConfigSource | undefined;
  readonly active?: NodeConfigSource | undefined;
  readonly lastKnownGood?: NodeConfigSource | undefined;
  readonly error?: string | undefined;
};

export type NodeDaemonEndpoints = {
  readonly kubeletEndpoint: DaemonEndpoint;
};

export type NodeFeatures = {
  readonly supplementalGroupsPolicy?: boolean | undefined;
};

export type NodeList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Node[] | null;
};

export type NodeProxyOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly path?: string | undefined;
};

export type NodeRuntimeHandler = {
  readonly name: string;
  readonly features?: NodeRuntimeHandlerFeatures | undefined;
};

export type NodeRuntimeHandlerFeatures = {
  readonly recursiveReadOnlyMounts?: boolean | undefined;
  readonly userNamespaces?: boolean | undefined;
};

export type NodeSelector = {
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[] | null;
};

export type NodeSelectorRequirement = {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
};

export type NodeSelectorTerm = {
  readonly matchExpressions?: readonly NodeSelectorRequirement[] | undefined;
  readonly matchFields?: readonly NodeSelectorRequirement[] | undefined;
};

export type NodeSpec = {
  readonly podCIDR?: string | undefined;
  readonly podCIDRs?: readonly string[] | undefined;
  readonly providerID?: string | undefined;
  readonly unschedulable?: boolean | undefined;
  readonly taints?: readonly Taint[] | undefined;
  readonly configSource?: NodeConfigSource | undefined;
  readonly externalID?: string | undefined;
};

export type NodeStatus = {
  readonly capacity?: Readonly<Record<string, string>> | undefined;
  readonly allocatable?: Readonly<Record<string, string>> | undefined;
  readonly phase?: string | undefined;
  readonly conditions?: readonly NodeCondition[] | undefined;
  readonly addresses?: readonly NodeAddress[] | undefined;
  readonly daemonEndpoints: NodeDaemonEndpoints;
  readonly nodeInfo: NodeSystemInfo;
  readonly images?: readonly ContainerImage[] | undefined;
  readonly volumesInUse?: readonly string[] | undefined;
  readonly volumesAttached?: readonly AttachedVolume[] | undefined;
  readonly config?: NodeConfigStatus | undefined;
  readonly runtimeHandlers?: readonly NodeRuntimeHandler[] | undefined;
  readonly features?: NodeFeatures | undefined;
};

export type NodeSwapStatus = {
  readonly capacity?: number | undefined;
};

export type NodeSystemInfo = {
  readonly machineID: string;
  readonly systemUUID: string;
  readonly bootID: string;
  readonly kernelVersion: string;
  readonly osImage: string;
  readonly containerRuntimeVersion: string;
  readonly kubeletVersion: string;
  readonly kubeProxyVersion: string;
  readonly operatingSystem: string;
  readonly architecture: string;
  readonly swap?: NodeSwapStatus | undefined;
};

export type ObjectFieldSelector = {
  readonly apiVersion?: string | undefined;
  readonly fieldPath: string;
};

export type ObjectReference = {
  readonly kind?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly fieldPath?: string | undefined;
};

export type PersistentVolume = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: PersistentVolumeSpec;
  readonly status: PersistentVolumeStatus;
};

export type PersistentVolumeClaim = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: PersistentVolumeClaimSpec;
  readonly status: PersistentVolumeClaimStatus;
};

export type PersistentVolumeClaimCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastProbeTime: string | null;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type PersistentVolumeClaimList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly PersistentVolumeClaim[] | null;
};

export type PersistentVolumeClaimSpec = {
  readonly accessModes?: readonly string[] | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly resources: VolumeResourceRequirements;
  readonly volumeName?: string | undefined;
  readonly storageClassName?: string | undefined;
  readonly volumeMode?: string | undefined;
  readonly dataSource?: TypedLocalObjectReference | undefined;
  readonly dataSourceRef?: TypedObjectReference | undefined;
  readonly volumeAttributesClassName?: string | undefined;
};

export type PersistentVolumeClaimStatus = {
  readonly phase?: string | undefined;
  readonly accessModes?: readonly string[] | undefined;
  readonly capacity?: Readonly<Record<string, string>> | undefined;
  readonly conditions?: readonly PersistentVolumeClaimCondition[] | undefined;
  readonly allocatedResources?: Readonly<Record<string, string>> | undefined;
  readonly allocatedResourceStatuses?: Readonly<Record<string, string>> | undefined;
  readonly currentVolumeAttributesClassName?: string | undefined;
  readonly modifyVolumeStatus?: ModifyVolumeStatus | undefined;
};

export type PersistentVolumeClaimTemplate = {
  readonly metadata: ObjectMeta;
  readonly spec: PersistentVolumeClaimSpec;
};

export type PersistentVolumeClaimVolumeSource = {
  readonly claimName: string;
  readonly readOnly?: boolean | undefined;
};

export type PersistentVolumeList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly PersistentVolume[] | null;
};

export type PersistentVolumeSource = {
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  readonly hostPath?: HostPathVolumeSource | undefined;
  readonly glusterfs?: GlusterfsPersistentVolumeSource | undefined;
  readonly nfs?: NFSVolumeSource | undefined;
  readonly rbd?: RBDPersistentVolumeSource | undefined;
  readonly iscsi?: ISCSIPersistentVolumeSource | undefined;
  readonly cinder?: CinderPersistentVolumeSource | undefined;
  readonly cephfs?: CephFSPersistentVolumeSource | undefined;
  readonly fc?: FCVolumeSource | undefined;
  readonly flocker?: FlockerVolumeSource | undefined;
  readonly flexVolume?: FlexPersistentVolumeSource | undefined;
  readonly azureFile?: AzureFilePersistentVolumeSource | undefined;
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  readonly quobyte?: QuobyteVolumeSource | undefined;
  readonly azureDisk?: AzureDiskVolumeSource | undefined;
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  readonly portworxVolume?: PortworxVolumeSource | undefined;
  readonly scaleIO?: ScaleIOPersistentVolumeSource | undefined;
  readonly local?: LocalVolumeSource | undefined;
  readonly storageos?: StorageOSPersistentVolumeSource | undefined;
  readonly csi?: CSIPersistentVolumeSource | undefined;
};

export type PersistentVolumeSpec = {
  readonly capacity?: Readonly<Record<string, string>> | undefined;
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  readonly hostPath?: HostPathVolumeSource | undefined;
  readonly glusterfs?: GlusterfsPersistentVolumeSource | undefined;
  readonly nfs?: NFSVolumeSource | undefined;
  readonly rbd?: RBDPersistentVolumeSource | undefined;
  readonly iscsi?: ISCSIPersistentVolumeSource | undefined;
  readonly cinder?: CinderPersistentVolumeSource | undefined;
  readonly cephfs?: CephFSPersistentVolumeSource | undefined;
  readonly fc?: FCVolumeSource | undefined;
  readonly flocker?: FlockerVolumeSource | undefined;
  readonly flexVolume?: FlexPersistentVolumeSource | undefined;
  readonly azureFile?: AzureFilePersistentVolumeSource | undefined;
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  readonly quobyte?: QuobyteVolumeSource | undefined;
  readonly azureDisk?: AzureDiskVolumeSource | undefined;
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  readonly portworxVolume?: PortworxVolumeSource | undefined;
  readonly scaleIO?: ScaleIOPersistentVolumeSource | undefined;
  readonly local?: LocalVolumeSource | undefined;
  readonly storageos?: StorageOSPersistentVolumeSource | undefined;
  readonly csi?: CSIPersistentVolumeSource | undefined;
  readonly accessModes?: readonly string[] | undefined;
  readonly claimRef?: ObjectReference | undefined;
  readonly persistentVolumeReclaimPolicy?: string | undefined;
  readonly storageClassName?: string | undefined;
  readonly mountOptions?: readonly string[] | undefined;
  readonly volumeMode?: string | undefined;
  readonly nodeAffinity?: VolumeNodeAffinity | undefined;
  readonly volumeAttributesClassName?: string | undefined;
};

export type PersistentVolumeStatus = {
  readonly phase?: string | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly lastPhaseTransitionTime?: string | undefined;
};

export type PhotonPersistentDiskVolumeSource = {
  readonly pdID: string;
  readonly fsType?: string | undefined;
};

export type Pod = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
  readonly status: PodStatus;
};

export type PodAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[] | undefined;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[] | undefined;
};

export type PodAffinityTerm = {
  readonly labelSelector?: LabelSelector | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly topologyKey: string;
  readonly namespaceSelector?: LabelSelector | undefined;
  readonly matchLabelKeys?: readonly string[] | undefined;
  readonly mismatchLabelKeys?: readonly string[] | undefined;
};

export type PodAntiAffinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[] | undefined;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[] | undefined;
};

export type PodAttachOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly stdin?: boolean | undefined;
  readonly stdout?: boolean | undefined;
  readonly stderr?: boolean | undefined;
  readonly tty?: boolean | undefined;
  readonly container?: string | undefined;
};

export type PodCertificateProjection = {
  readonly signerName?: string | undefined;
  readonly keyType?: string | undefined;
  readonly maxExpirationSeconds?: number | undefined;
  readonly credentialBundlePath?: string | undefined;
  readonly keyPath?: string | undefined;
  readonly certificateChainPath?: string | undefined;
};

export type PodCondition = {
  readonly type: string;
  readonly observedGeneration?: number | undefined;
  readonly status: string;
  readonly lastProbeTime: string | null;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type PodDNSConfig = {
  readonly nameservers?: readonly string[] | undefined;
  readonly searches?: readonly string[] | undefined;
  readonly options?: readonly PodDNSConfigOption[] | undefined;
};

export type PodDNSConfigOption = {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
};

export type PodExecOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly stdin?: boolean | undefined;
  readonly stdout?: boolean | undefined;
  readonly stderr?: boolean | undefined;
  readonly tty?: boolean | undefined;
  readonly container?: string | undefined;
  readonly command: readonly string[] | null;
};

export type PodExtendedResourceClaimStatus = {
  readonly requestMappings: readonly ContainerExtendedResourceRequest[] | null;
  readonly resourceClaimName: string;
};

export type PodIP = {
  readonly ip: string;
};

export type PodList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Pod[] | null;
};

export type PodLogOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly container?: string | undefined;
  readonly follow?: boolean | undefined;
  readonly previous?: boolean | undefined;
  readonly sinceSeconds?: number | undefined;
  readonly sinceTime?: string | undefined;
  readonly timestamps?: boolean | undefined;
  readonly tailLines?: number | undefined;
  readonly limitBytes?: number | undefined;
  readonly insecureSkipTLSVerifyBackend?: boolean | undefined;
  readonly stream?: string | undefined;
};

export type PodOS = {
  readonly name: string;
};

export type PodPortForwardOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly ports?: readonly number[] | undefined;
};

export type PodProxyOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly path?: string | undefined;
};

export type PodReadinessGate = {
  readonly conditionType: string;
};

export type PodResourceClaim = {
  readonly name: string;
  readonly resourceClaimName?: string | undefined;
  readonly resourceClaimTemplateName?: string | undefined;
};

export type PodResourceClaimStatus = {
  readonly name: string;
  readonly resourceClaimName?: string | undefined;
};

export type PodSchedulingGate = {
  readonly name: string;
};

export type PodSecurityContext = {
  readonly seLinuxOptions?: SELinuxOptions | undefined;
  readonly windowsOptions?: WindowsSecurityContextOptions | undefined;
  readonly runAsUser?: number | undefined;
  readonly runAsGroup?: number | undefined;
  readonly runAsNonRoot?: boolean | undefined;
  readonly supplementalGroups?: readonly number[] | undefined;
  readonly supplementalGroupsPolicy?: string | undefined;
  readonly fsGroup?: number | undefined;
  readonly sysctls?: readonly Sysctl[] | undefined;
  readonly fsGroupChangePolicy?: string | undefined;
  readonly seccompProfile?: SeccompProfile | undefined;
  readonly appArmorProfile?: AppArmorProfile | undefined;
  readonly seLinuxChangePolicy?: string | undefined;
};

export type PodSpec = {
  readonly volumes?: readonly Volume[] | undefined;
  readonly initContainers?: readonly Container[] | undefined;
  readonly containers: readonly Container[] | null;
  readonly ephemeralContainers?: readonly EphemeralContainer[] | undefined;
  readonly restartPolicy?: string | undefined;
  readonly terminationGracePeriodSeconds?: number | undefined;
  readonly activeDeadlineSeconds?: number | undefined;
  readonly dnsPolicy?: string | undefined;
  readonly nodeSelector?: Readonly<Record<string, string>> | undefined;
  readonly serviceAccountName?: string | undefined;
  readonly serviceAccount?: string | undefined;
  readonly automountServiceAccountToken?: boolean | undefined;
  readonly nodeName?: string | undefined;
  readonly hostNetwork?: boolean | undefined;
  readonly hostPID?: boolean | undefined;
  readonly hostIPC?: boolean | undefined;
  readonly shareProcessNamespace?: boolean | undefined;
  readonly securityContext?: PodSecurityContext | undefined;
  readonly imagePullSecrets?: readonly LocalObjectReference[] | undefined;
  readonly hostname?: string | undefined;
  readonly subdomain?: string | undefined;
  readonly affinity?: Affinity | undefined;
  readonly schedulerName?: string | undefined;
  readonly tolerations?: readonly Toleration[] | undefined;
  readonly hostAliases?: readonly HostAlias[] | undefined;
  readonly priorityClassName?: string | undefined;
  readonly priority?: number | undefined;
  readonly dnsConfig?: PodDNSConfig | undefined;
  readonly readinessGates?: readonly PodReadinessGate[] | undefined;
  readonly runtimeClassName?: string | undefined;
  readonly enableServiceLinks?: boolean | undefined;
  readonly preemptionPolicy?: string | undefined;
  readonly overhead?: Readonly<Record<string, string>> | undefined;
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[] | undefined;
  readonly setHostnameAsFQDN?: boolean | undefined;
  readonly os?: PodOS | undefined;
  readonly hostUsers?: boolean | undefined;
  readonly schedulingGates?: readonly PodSchedulingGate[] | undefined;
  readonly resourceClaims?: readonly PodResourceClaim[] | undefined;
  readonly resources?: ResourceRequirements | undefined;
  readonly hostnameOverride?: string | undefined;
};

export type PodStatus = {
  readonly observedGeneration?: number | undefined;
  readonly phase?: string | undefined;
  readonly conditions?: readonly PodCondition[] | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly nominatedNodeName?: string | undefined;
  readonly hostIP?: string | undefined;
  readonly hostIPs?: readonly HostIP[] | undefined;
  readonly podIP?: string | undefined;
  readonly podIPs?: readonly PodIP[] | undefined;
  readonly startTime?: string | undefined;
  readonly initContainerStatuses?: readonly ContainerStatus[] | undefined;
  readonly containerStatuses?: readonly ContainerStatus[] | undefined;
  readonly qosClass?: string | undefined;
  readonly ephemeralContainerStatuses?: readonly ContainerStatus[] | undefined;
  readonly resize?: string | undefined;
  readonly resourceClaimStatuses?: readonly PodResourceClaimStatus[] | undefined;
  readonly extendedResourceClaimStatus?: PodExtendedResourceClaimStatus | undefined;
};

export type PodStatusResult = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly status: PodStatus;
};

export type PodTemplate = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly template: PodTemplateSpec;
};

export type PodTemplateList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly PodTemplate[] | null;
};

export type PodTemplateSpec = {
  readonly metadata: ObjectMeta;
  readonly spec: PodSpec;
};

export type PortStatus = {
  readonly port: number;
  readonly protocol: string;
  readonly error?: string | undefined;
};

export type PortworxVolumeSource = {
  readonly volumeID: string;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
};

export type PreferredSchedulingTerm = {
  readonly weight: number;
  readonly preference: NodeSelectorTerm;
};

export type Probe = {
  readonly exec?: ExecAction | undefined;
  readonly httpGet?: HTTPGetAction | undefined;
  readonly tcpSocket?: TCPSocketAction | undefined;
  readonly grpc?: GRPCAction | undefined;
  readonly initialDelaySeconds?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly periodSeconds?: number | undefined;
  readonly successThreshold?: number | undefined;
  readonly failureThreshold?: number | undefined;
  readonly terminationGracePeriodSeconds?: number | undefined;
};

export type ProbeHandler = {
  readonly exec?: ExecAction | undefined;
  readonly httpGet?: HTTPGetAction | undefined;
  readonly tcpSocket?: TCPSocketAction | undefined;
  readonly grpc?: GRPCAction | undefined;
};

export type ProjectedVolumeSource = {
  readonly sources: readonly VolumeProjection[] | null;
  readonly defaultMode?: number | undefined;
};

export type QuobyteVolumeSource = {
  readonly registry: string;
  readonly volume: string;
  readonly readOnly?: boolean | undefined;
  readonly user?: string | undefined;
  readonly group?: string | undefined;
  readonly tenant?: string | undefined;
};

export type RBDPersistentVolumeSource = {
  readonly monitors: readonly string[] | null;
  readonly image: string;
  readonly fsType?: string | undefined;
  readonly pool?: string | undefined;
  readonly user?: string | undefined;
  readonly keyring?: string | undefined;
  readonly secretRef?: SecretReference | undefined;
  readonly readOnly?: boolean | undefined;
};

export type RBDVolumeSource = {
  readonly monitors: readonly string[] | null;
  readonly image: string;
  readonly fsType?: string | undefined;
  readonly pool?: string | undefined;
  readonly user?: string | undefined;
  readonly keyring?: string | undefined;
  readonly secretRef?: LocalObjectReference | undefined;
  readonly readOnly?: boolean | undefined;
};

export type RangeAllocation = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly range: string;
  readonly data: string | null;
};

export type ReplicationController = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ReplicationControllerSpec;
  readonly status: ReplicationControllerStatus;
};

export type ReplicationControllerCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type ReplicationControllerList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ReplicationController[] | null;
};

export type ReplicationControllerSpec = {
  readonly replicas?: number | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly selector?: Readonly<Record<string, string>> | undefined;
  readonly template?: PodTemplateSpec | undefined;
};

export type ReplicationControllerStatus = {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly observedGeneration?: number | undefined;
  readonly conditions?: readonly ReplicationControllerCondition[] | undefined;
};

export type ResourceClaim = {
  readonly name: string;
  readonly request?: string | undefined;
};

export type ResourceFieldSelector = {
  readonly containerName?: string | undefined;
  readonly resource: string;
  readonly divisor: string;
};

export type ResourceHealth = {
  readonly resourceID: string;
  readonly health?: string | undefined;
};

export type ResourceQuota = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ResourceQuotaSpec;
  readonly status: ResourceQuotaStatus;
};

export type ResourceQuotaList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ResourceQuota[] | null;
};

export type ResourceQuotaSpec = {
  readonly hard?: Readonly<Record<string, string>> | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly scopeSelector?: ScopeSelector | undefined;
};

export type ResourceQuotaStatus = {
  readonly hard?: Readonly<Record<string, string>> | undefined;
  readonly used?: Readonly<Record<string, string>> | undefined;
};

export type ResourceRequirements = {
  readonly limits?: Readonly<Record<string, string>> | undefined;
  readonly requests?: Readonly<Record<string, string>> | undefined;
  readonly claims?: readonly ResourceClaim[] | undefined;
};

export type ResourceStatus = {
  readonly name: string;
  readonly resources?: readonly ResourceHealth[] | undefined;
};

export type SELinuxOptions = {
  readonly user?: string | undefined;
  readonly role?: string | undefined;
  readonly type?: string | undefined;
  readonly level?: string | undefined;
};

export type ScaleIOPersistentVolumeSource = {
  readonly gateway: string;
  readonly system: string;
  readonly secretRef: SecretReference | null;
  readonly sslEnabled?: boolean | undefined;
  readonly protectionDomain?: string | undefined;
  readonly storagePool?: string | undefined;
  readonly storageMode?: string | undefined;
  readonly volumeName?: string | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
};

export type ScaleIOVolumeSource = {
  readonly gateway: string;
  readonly system: string;
  readonly secretRef: LocalObjectReference | null;
  readonly sslEnabled?: boolean | undefined;
  readonly protectionDomain?: string | undefined;
  readonly storagePool?: string | undefined;
  readonly storageMode?: string | undefined;
  readonly volumeName?: string | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
};

export type ScopeSelector = {
  readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[] | undefined;
};

export type ScopedResourceSelectorRequirement = {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
};

export type SeccompProfile = {
  readonly type: string;
  readonly localhostProfile?: string | undefined;
};

export type Secret = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly immutable?: boolean | undefined;
  readonly data?: Readonly<Record<string, string | null>> | undefined;
  readonly stringData?: Readonly<Record<string, string>> | undefined;
  readonly type?: string | undefined;
};

export type SecretEnvSource = {
  readonly name?: string | undefined;
  readonly optional?: boolean | undefined;
};

export type SecretKeySelector = {
  readonly name?: string | undefined;
  readonly key: string;
  readonly optional?: boolean | undefined;
};

export type SecretList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Secret[] | null;
};

export type SecretProjection = {
  readonly name?: string | undefined;
  readonly items?: readonly KeyToPath[] | undefined;
  readonly optional?: boolean | undefined;
};

export type SecretReference = {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
};

export type SecretVolumeSource = {
  readonly secretName?: string | undefined;
  readonly items?: readonly KeyToPath[] | undefined;
  readonly defaultMode?: number | undefined;
  readonly optional?: boolean | undefined;
};

export type SecurityContext = {
  readonly capabilities?: Capabilities | undefined;
  readonly privileged?: boolean | undefined;
  readonly seLinuxOptions?: SELinuxOptions | undefined;
  readonly windowsOptions?: WindowsSecurityContextOptions | undefined;
  readonly runAsUser?: number | undefined;
  readonly runAsGroup?: number | undefined;
  readonly runAsNonRoot?: boolean | undefined;
  readonly readOnlyRootFilesystem?: boolean | undefined;
  readonly allowPrivilegeEscalation?: boolean | undefined;
  readonly procMount?: string | undefined;
  readonly seccompProfile?: SeccompProfile | undefined;
  readonly appArmorProfile?: AppArmorProfile | undefined;
};

export type SerializedReference = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly reference: ObjectReference;
};

export type Service = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ServiceSpec;
  readonly status: ServiceStatus;
};

export type ServiceAccount = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly secrets?: readonly ObjectReference[] | undefined;
  readonly imagePullSecrets?: readonly LocalObjectReference[] | undefined;
  readonly automountServiceAccountToken?: boolean | undefined;
};

export type ServiceAccountList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ServiceAccount[] | null;
};

export type ServiceAccountTokenProjection = {
  readonly audience?: string | undefined;
  readonly expirationSeconds?: number | undefined;
  readonly path: string;
};

export type ServiceList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Service[] | null;
};

export type ServicePort = {
  readonly name?: string | undefined;
  readonly protocol?: string | undefined;
  readonly appProtocol?: string | undefined;
  readonly port: number;
  readonly targetPort: number | string;
  readonly nodePort?: number | undefined;
};

export type ServiceProxyOptions = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly path?: string | undefined;
};

export type ServiceSpec = {
  readonly ports?: readonly ServicePort[] | undefined;
  readonly selector?: Readonly<Record<string, string>> | undefined;
  readonly clusterIP?: string | undefined;
  readonly clusterIPs?: readonly string[] | undefined;
  readonly type?: string | undefined;
  readonly externalIPs?: readonly string[] | undefined;
  readonly sessionAffinity?: string | undefined;
  readonly loadBalancerIP?: string | undefined;
  readonly loadBalancerSourceRanges?: readonly string[] | undefined;
  readonly externalName?: string | undefined;
  readonly externalTrafficPolicy?: string | undefined;
  readonly healthCheckNodePort?: number | undefined;
  readonly publishNotReadyAddresses?: boolean | undefined;
  readonly sessionAffinityConfig?: SessionAffinityConfig | undefined;
  readonly ipFamilies?: readonly string[] | undefined;
  readonly ipFamilyPolicy?: string | undefined;
  readonly allocateLoadBalancerNodePorts?: boolean | undefined;
  readonly loadBalancerClass?: string | undefined;
  readonly internalTrafficPolicy?: string | undefined;
  readonly trafficDistribution?: string | undefined;
};

export type ServiceStatus = {
  readonly loadBalancer: LoadBalancerStatus;
  readonly conditions?: readonly Condition[] | undefined;
};

export type SessionAffinityConfig = {
  readonly clientIP?: ClientIPConfig | undefined;
};

export type SleepAction = {
  readonly seconds: number;
};

export type StorageOSPersistentVolumeSource = {
  readonly volumeName?: string | undefined;
  readonly volumeNamespace?: string | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly secretRef?: ObjectReference | undefined;
};

export type StorageOSVolumeSource = {
  readonly volumeName?: string | undefined;
  readonly volumeNamespace?: string | undefined;
  readonly fsType?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly secretRef?: LocalObjectReference | undefined;
};

export type Sysctl = {
  readonly name: string;
  readonly value: string;
};

export type TCPSocketAction = {
  readonly port: number | string;
  readonly host?: string | undefined;
};

export type Taint = {
  readonly key: string;
  readonly value?: string | undefined;
  readonly effect: string;
  readonly timeAdded?: string | undefined;
};

export type Toleration = {
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly value?: string | undefined;
  readonly effect?: string | undefined;
  readonly tolerationSeconds?: number | undefined;
};

export type TopologySelectorLabelRequirement = {
  readonly key: string;
  readonly values: readonly string[] | null;
};

export type TopologySelectorTerm = {
  readonly matchLabelExpressions?: readonly TopologySelectorLabelRequirement[] | undefined;
};

export type TopologySpreadConstraint = {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: string;
  readonly labelSelector?: LabelSelector | undefined;
  readonly minDomains?: number | undefined;
  readonly nodeAffinityPolicy?: string | undefined;
  readonly nodeTaintsPolicy?: string | undefined;
  readonly matchLabelKeys?: readonly string[] | undefined;
};

export type TypedLocalObjectReference = {
  readonly apiGroup: string | null;
  readonly kind: string;
  readonly name: string;
};

export type TypedObjectReference = {
  readonly apiGroup: string | null;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
};

export type Volume = {
  readonly name: string;
  readonly hostPath?: HostPathVolumeSource | undefined;
  readonly emptyDir?: EmptyDirVolumeSource | undefined;
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  readonly gitRepo?: GitRepoVolumeSource | undefined;
  readonly secret?: SecretVolumeSource | undefined;
  readonly nfs?: NFSVolumeSource | undefined;
  readonly iscsi?: ISCSIVolumeSource | undefined;
  readonly glusterfs?: GlusterfsVolumeSource | undefined;
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined;
  readonly rbd?: RBDVolumeSource | undefined;
  readonly flexVolume?: FlexVolumeSource | undefined;
  readonly cinder?: CinderVolumeSource | undefined;
  readonly cephfs?: CephFSVolumeSource | undefined;
  readonly flocker?: FlockerVolumeSource | undefined;
  readonly downwardAPI?: DownwardAPIVolumeSource | undefined;
  readonly fc?: FCVolumeSource | undefined;
  readonly azureFile?: AzureFileVolumeSource | undefined;
  readonly configMap?: ConfigMapVolumeSource | undefined;
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  readonly quobyte?: QuobyteVolumeSource | undefined;
  readonly azureDisk?: AzureDiskVolumeSource | undefined;
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  readonly projected?: ProjectedVolumeSource | undefined;
  readonly portworxVolume?: PortworxVolumeSource | undefined;
  readonly scaleIO?: ScaleIOVolumeSource | undefined;
  readonly storageos?: StorageOSVolumeSource | undefined;
  readonly csi?: CSIVolumeSource | undefined;
  readonly ephemeral?: EphemeralVolumeSource | undefined;
  readonly image?: ImageVolumeSource | undefined;
};

export type VolumeDevice = {
  readonly name: string;
  readonly devicePath: string;
};

export type VolumeMount = {
  readonly name: string;
  readonly readOnly?: boolean | undefined;
  readonly recursiveReadOnly?: string | undefined;
  readonly mountPath: string;
  readonly subPath?: string | undefined;
  readonly mountPropagation?: string | undefined;
  readonly subPathExpr?: string | undefined;
};

export type VolumeMountStatus = {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean | undefined;
  readonly recursiveReadOnly?: string | undefined;
};

export type VolumeNodeAffinity = {
  readonly required?: NodeSelector | undefined;
};

export type VolumeProjection = {
  readonly secret?: SecretProjection | undefined;
  readonly downwardAPI?: DownwardAPIProjection | undefined;
  readonly configMap?: ConfigMapProjection | undefined;
  readonly serviceAccountToken?: ServiceAccountTokenProjection | undefined;
  readonly clusterTrustBundle?: ClusterTrustBundleProjection | undefined;
  readonly podCertificate?: PodCertificateProjection | undefined;
};

export type VolumeResourceRequirements = {
  readonly limits?: Readonly<Record<string, string>> | undefined;
  readonly requests?: Readonly<Record<string, string>> | undefined;
};

export type VolumeSource = {
  readonly hostPath?: HostPathVolumeSource | undefined;
  readonly emptyDir?: EmptyDirVolumeSource | undefined;
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  readonly gitRepo?: GitRepoVolumeSource | undefined;
  readonly secret?: SecretVolumeSource | undefined;
  readonly nfs?: NFSVolumeSource | undefined;
  readonly iscsi?: ISCSIVolumeSource | undefined;
  readonly glusterfs?: GlusterfsVolumeSource | undefined;
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined;
  readonly rbd?: RBDVolumeSource | undefined;
  readonly flexVolume?: FlexVolumeSource | undefined;
  readonly cinder?: CinderVolumeSource | undefined;
  readonly cephfs?: CephFSVolumeSource | undefined;
  readonly flocker?: FlockerVolumeSource | undefined;
  readonly downwardAPI?: DownwardAPIVolumeSource | undefined;
  readonly fc?: FCVolumeSource | undefined;
  readonly azureFile?: AzureFileVolumeSource | undefined;
  readonly configMap?: ConfigMapVolumeSource | undefined;
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
  readonly quobyte?: QuobyteVolumeSource | undefined;
  readonly azureDisk?: AzureDiskVolumeSource | undefined;
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  readonly projected?: ProjectedVolumeSource | undefined;
  readonly portworxVolume?: PortworxVolumeSource | undefined;
  readonly scaleIO?: ScaleIOVolumeSource | undefined;
  readonly storageos?: StorageOSVolumeSource | undefined;
  readonly csi?: CSIVolumeSource | undefined;
  readonly ephemeral?: EphemeralVolumeSource | undefined;
  readonly image?: ImageVolumeSource | undefined;
};

export type VsphereVirtualDiskVolumeSource = {
  readonly volumePath: string;
  readonly fsType?: string | undefined;
  readonly storagePolicyName?: string | undefined;
  readonly storagePolicyID?: string | undefined;
};

export type WeightedPodAffinityTerm = {
  readonly weight: number;
  readonly podAffinityTerm: PodAffinityTerm;
};

export type WindowsSecurityContextOptions = {
  readonly gmsaCredentialSpecName?: string | undefined;
  readonly gmsaCredentialSpec?: string | undefined;
  readonly runAsUserName?: string | undefined;
  readonly hostProcess?: boolean | undefined;
};
