import type { LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/**
 * The fields of core/v1 that server code reads by name (k8s.io/api/core/v1). They are views of decoded objects: the
 * schema of the kind has checked types, and members that Go would omit are absent.
 */

/** Quantities by resource name, as printed. */
export type ResourceListText = Readonly<Record<string, string>>;

export interface ResourceRequirements {
  readonly requests?: ResourceListText;
  readonly limits?: ResourceListText;
}

export interface SeLinuxOptions {
  readonly user?: string;
  readonly role?: string;
  readonly type?: string;
}

/** The security fields that pods and containers share. */
interface SharedSecurityContext {
  readonly seLinuxOptions?: SeLinuxOptions;
  readonly windowsOptions?: { readonly hostProcess?: boolean };
  readonly runAsUser?: number | bigint;
  readonly runAsNonRoot?: boolean;
  readonly seccompProfile?: { readonly type: string };
  readonly appArmorProfile?: { readonly type: string };
}

export interface PodSecurityContext extends SharedSecurityContext {
  readonly sysctls?: readonly { readonly name: string; readonly value: string }[];
}

export interface SecurityContext extends SharedSecurityContext {
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly procMount?: string;
}

/** The members of Probe and LifecycleHandler that name a host. */
export interface HostHandler {
  readonly httpGet?: { readonly host?: string };
  readonly tcpSocket?: { readonly host?: string };
}

/** core/v1 ContainerPort. */
export interface ContainerPort {
  readonly name?: string;
  readonly containerPort?: number;
  readonly protocol?: string;
  readonly hostPort?: number;
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly ports?: readonly ContainerPort[];
  readonly resources?: ResourceRequirements;
  readonly restartPolicy?: string;
  readonly livenessProbe?: HostHandler;
  readonly readinessProbe?: HostHandler;
  readonly startupProbe?: HostHandler;
  readonly lifecycle?: { readonly postStart?: HostHandler; readonly preStop?: HostHandler };
  readonly securityContext?: SecurityContext;
}

/** A volume has a name and one more member, named after the type of its source. */
export interface Volume {
  readonly name: string;
  readonly [source: string]: unknown;
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

export interface PodAffinityTerm {
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelectorSpec;
}

export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm?: PodAffinityTerm }[];
}

/** A claim of a pod: by name, or by the name of the template that it is made of. */
export interface PodResourceClaim {
  readonly name: string;
  readonly resourceClaimName?: string;
  readonly resourceClaimTemplateName?: string;
}

export interface PodSpec {
  readonly volumes?: readonly Volume[];
  readonly initContainers?: readonly Container[];
  readonly containers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly activeDeadlineSeconds?: number;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly nodeName?: string;
  readonly restartPolicy?: string;
  readonly hostname?: string;
  readonly subdomain?: string;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly hostUsers?: boolean;
  readonly securityContext?: PodSecurityContext;
  readonly affinity?: { readonly podAffinity?: PodAffinity; readonly podAntiAffinity?: PodAffinity };
  readonly tolerations?: readonly Toleration[];
  readonly priorityClassName?: string;
  readonly priority?: number;
  readonly preemptionPolicy?: string;
  readonly runtimeClassName?: string;
  readonly overhead?: ResourceListText;
  readonly os?: { readonly name: string };
  readonly resources?: ResourceRequirements;
}

/** core/v1 ContainerState of a container that has ended. */
export interface ContainerStateTerminated {
  readonly exitCode: number;
  readonly finishedAt?: string;
}

export interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean;
  readonly restartCount?: number;
  readonly state?: { readonly terminated?: ContainerStateTerminated };
  readonly allocatedResources?: ResourceListText;
  readonly resources?: ResourceRequirements;
}

export interface PodStatus {
  readonly phase?: string;
  readonly qosClass?: string;
  readonly startTime?: string;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly lastTransitionTime?: string;
  }[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
}

export interface Pod extends KubeObject {
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

export interface Service extends KubeObject {
  readonly spec?: {
    readonly type?: string;
    readonly ports?: readonly { readonly nodePort?: number }[];
    readonly allocateLoadBalancerNodePorts?: boolean;
  };
}

export interface PersistentVolumeClaim extends KubeObject {
  readonly spec?: {
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string;
    readonly resources?: ResourceRequirements;
  };
  readonly status?: {
    readonly phase?: string;
    readonly allocatedResources?: ResourceListText;
    readonly currentVolumeAttributesClassName?: string;
    readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string };
  };
}

export interface LimitRangeItem {
  readonly type: string;
  readonly max?: ResourceListText;
  readonly min?: ResourceListText;
  readonly default?: ResourceListText;
  readonly defaultRequest?: ResourceListText;
  readonly maxLimitRequestRatio?: ResourceListText;
}

export interface LimitRange extends KubeObject {
  readonly spec?: { readonly limits?: readonly LimitRangeItem[] };
}

export interface ScopedResourceSelectorRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface ResourceQuotaSpec {
  readonly hard?: ResourceListText;
  readonly scopes?: readonly string[];
  readonly scopeSelector?: { readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[] };
}

export interface ResourceQuota extends KubeObject {
  readonly spec?: ResourceQuotaSpec;
  readonly status?: { readonly hard?: ResourceListText; readonly used?: ResourceListText };
}
