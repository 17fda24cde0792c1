import type { LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Container, PodResourceClaim, PodSpec, PodStatus, ResourceListText } from "./v1.ts";

/**
 * The fields of core/v1 that scheduling and nodes read by name (k8s.io/api/core/v1). They are views of decoded objects,
 * as those of v1.ts.
 */

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: string;
}

export interface NodeCondition {
  readonly type: string;
  readonly status: string;
  readonly lastHeartbeatTime?: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface Node extends KubeObject {
  readonly spec?: {
    readonly unschedulable?: boolean;
    readonly taints?: readonly Taint[];
    readonly podCIDR?: string;
    readonly podCIDRs?: readonly string[];
  };
  readonly status?: {
    readonly allocatable?: ResourceListText;
    readonly capacity?: ResourceListText;
    readonly conditions?: readonly NodeCondition[];
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly nodeInfo?: Readonly<Record<string, string>>;
  };
}

export interface NodeSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[];
  readonly matchFields?: readonly NodeSelectorRequirement[];
}

export interface NodeSelector {
  readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
}

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly weight: number;
    readonly preference?: NodeSelectorTerm;
  }[];
}

export interface AffinityTerm {
  readonly labelSelector?: LabelSelectorSpec;
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly topologyKey: string;
}

export interface AffinityTerms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly AffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly weight: number;
    readonly podAffinityTerm?: AffinityTerm;
  }[];
}

export interface TopologySpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: string;
  readonly labelSelector?: LabelSelectorSpec;
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
  readonly matchLabelKeys?: readonly string[];
}

export interface ContainerPort {
  readonly containerPort?: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

/** A pod as the scheduler reads it. */
export interface SchedulablePod extends KubeObject {
  readonly spec?: Omit<PodSpec, "affinity" | "containers" | "initContainers"> & {
    readonly containers?: readonly (Omit<Container, "ports"> & { readonly ports?: readonly ContainerPort[] })[];
    readonly initContainers?: readonly (Omit<Container, "ports"> & { readonly ports?: readonly ContainerPort[] })[];
    readonly schedulerName?: string;
    readonly resourceClaims?: readonly PodResourceClaim[];
    readonly schedulingGates?: readonly { readonly name: string }[];
    readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
    readonly affinity?: {
      readonly nodeAffinity?: NodeAffinity;
      readonly podAffinity?: AffinityTerms;
      readonly podAntiAffinity?: AffinityTerms;
    };
  };
  readonly status?: Omit<PodStatus, "conditions"> & {
    readonly nominatedNodeName?: string;
    readonly resourceClaimStatuses?: readonly { readonly name: string; readonly resourceClaimName?: string }[];
    readonly startTime?: string;
    readonly conditions?: readonly PodCondition[];
  };
}

export interface PodCondition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastProbeTime?: string;
  readonly lastTransitionTime?: string;
  readonly observedGeneration?: number | bigint;
}

export interface PersistentVolume extends KubeObject {
  readonly spec?: {
    readonly capacity?: ResourceListText;
    readonly accessModes?: readonly string[];
    readonly volumeMode?: string;
    readonly storageClassName?: string;
    readonly claimRef?: { readonly namespace?: string; readonly name?: string; readonly uid?: string };
    readonly nodeAffinity?: { readonly required?: NodeSelector };
  };
  readonly status?: { readonly phase?: string };
}

export interface PersistentVolumeClaimForPod extends KubeObject {
  readonly spec?: {
    readonly accessModes?: readonly string[];
    readonly volumeMode?: string;
    readonly volumeName?: string;
    readonly storageClassName?: string;
    readonly selector?: LabelSelectorSpec;
    readonly resources?: { readonly requests?: ResourceListText };
  };
  readonly status?: { readonly phase?: string };
}

export interface StorageClass extends KubeObject {
  readonly provisioner?: string;
  readonly volumeBindingMode?: string;
  readonly allowedTopologies?: readonly {
    readonly matchLabelExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
  }[];
}
