/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { PodTemplateSpec, TypedLocalObjectReference } from "./core-v1.d.ts";

export type DaemonSet = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: DaemonSetSpec;
  readonly status: DaemonSetStatus;
};

export type DaemonSetCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type DaemonSetList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly DaemonSet[] | null;
};

export type DaemonSetSpec = {
  readonly selector?: LabelSelector | undefined;
  readonly template: PodTemplateSpec;
  readonly updateStrategy: DaemonSetUpdateStrategy;
  readonly minReadySeconds?: number | undefined;
  readonly templateGeneration?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
};

export type DaemonSetStatus = {
  readonly currentNumberScheduled: number;
  readonly numberMisscheduled: number;
  readonly desiredNumberScheduled: number;
  readonly numberReady: number;
  readonly observedGeneration?: number | undefined;
  readonly updatedNumberScheduled?: number | undefined;
  readonly numberAvailable?: number | undefined;
  readonly numberUnavailable?: number | undefined;
  readonly collisionCount?: number | undefined;
  readonly conditions?: readonly DaemonSetCondition[] | undefined;
};

export type DaemonSetUpdateStrategy = {
  readonly type?: string | undefined;
  readonly rollingUpdate?: RollingUpdateDaemonSet | undefined;
};

export type Deployment = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: DeploymentSpec;
  readonly status: DeploymentStatus;
};

export type DeploymentCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastUpdateTime: string | null;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type DeploymentList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Deployment[] | null;
};

export type DeploymentRollback = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name: string;
  readonly updatedAnnotations?: Readonly<Record<string, string>> | undefined;
  readonly rollbackTo: RollbackConfig;
};

export type DeploymentSpec = {
  readonly replicas?: number | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly template: PodTemplateSpec;
  readonly strategy: DeploymentStrategy;
  readonly minReadySeconds?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly rollbackTo?: RollbackConfig | undefined;
  readonly progressDeadlineSeconds?: number | undefined;
};

export type DeploymentStatus = {
  readonly observedGeneration?: number | undefined;
  readonly replicas?: number | undefined;
  readonly updatedReplicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly unavailableReplicas?: number | undefined;
  readonly terminatingReplicas?: number | undefined;
  readonly conditions?: readonly DeploymentCondition[] | undefined;
  readonly collisionCount?: number | undefined;
};

export type DeploymentStrategy = {
  readonly type?: string | undefined;
  readonly rollingUpdate?: RollingUpdateDeployment | undefined;
};

export type HTTPIngressPath = {
  readonly path?: string | undefined;
  readonly pathType?: string | undefined;
  readonly backend: IngressBackend;
};

export type HTTPIngressRuleValue = {
  readonly paths: readonly HTTPIngressPath[] | null;
};

export type IPBlock = {
  readonly cidr: string;
  readonly except?: readonly string[] | undefined;
};

export type Ingress = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: IngressSpec;
  readonly status: IngressStatus;
};

export type IngressBackend = {
  readonly serviceName?: string | undefined;
  readonly servicePort: number | string;
  readonly resource?: TypedLocalObjectReference | undefined;
};

export type IngressList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Ingress[] | null;
};

export type IngressLoadBalancerIngress = {
  readonly ip?: string | undefined;
  readonly hostname?: string | undefined;
  readonly ports?: readonly IngressPortStatus[] | undefined;
};

export type IngressLoadBalancerStatus = {
  readonly ingress?: readonly IngressLoadBalancerIngress[] | undefined;
};

export type IngressPortStatus = {
  readonly port: number;
  readonly protocol: string;
  readonly error?: string | undefined;
};

export type IngressRule = {
  readonly host?: string | undefined;
  readonly http?: HTTPIngressRuleValue | undefined;
};

export type IngressRuleValue = {
  readonly http?: HTTPIngressRuleValue | undefined;
};

export type IngressSpec = {
  readonly ingressClassName?: string | undefined;
  readonly backend?: IngressBackend | undefined;
  readonly tls?: readonly IngressTLS[] | undefined;
  readonly rules?: readonly IngressRule[] | undefined;
};

export type IngressStatus = {
  readonly loadBalancer: IngressLoadBalancerStatus;
};

export type IngressTLS = {
  readonly hosts?: readonly string[] | undefined;
  readonly secretName?: string | undefined;
};

export type NetworkPolicy = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: NetworkPolicySpec;
};

export type NetworkPolicyEgressRule = {
  readonly ports?: readonly NetworkPolicyPort[] | undefined;
  readonly to?: readonly NetworkPolicyPeer[] | undefined;
};

export type NetworkPolicyIngressRule = {
  readonly ports?: readonly NetworkPolicyPort[] | undefined;
  readonly from?: readonly NetworkPolicyPeer[] | undefined;
};

export type NetworkPolicyList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly NetworkPolicy[] | null;
};

export type NetworkPolicyPeer = {
  readonly podSelector?: LabelSelector | undefined;
  readonly namespaceSelector?: LabelSelector | undefined;
  readonly ipBlock?: IPBlock | undefined;
};

export type NetworkPolicyPort = {
  readonly protocol?: string | undefined;
  readonly port?: number | string | undefined;
  readonly endPort?: number | undefined;
};

export type NetworkPolicySpec = {
  readonly podSelector: LabelSelector;
  readonly ingress?: readonly NetworkPolicyIngressRule[] | undefined;
  readonly egress?: readonly NetworkPolicyEgressRule[] | undefined;
  readonly policyTypes?: readonly string[] | undefined;
};

export type ReplicaSet = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ReplicaSetSpec;
  readonly status: ReplicaSetStatus;
};

export type ReplicaSetCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type ReplicaSetList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ReplicaSet[] | null;
};

export type ReplicaSetSpec = {
  readonly replicas?: number | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly template: PodTemplateSpec;
};

export type ReplicaSetStatus = {
  readonly replicas: number;
  readonly fullyLabeledReplicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly terminatingReplicas?: number | undefined;
  readonly observedGeneration?: number | undefined;
  readonly conditions?: readonly ReplicaSetCondition[] | undefined;
};

export type RollbackConfig = {
  readonly revision?: number | undefined;
};

export type RollingUpdateDaemonSet = {
  readonly maxUnavailable?: number | string | undefined;
  readonly maxSurge?: number | string | undefined;
};

export type RollingUpdateDeployment = {
  readonly maxUnavailable?: number | string | undefined;
  readonly maxSurge?: number | string | undefined;
};

export type Scale = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ScaleSpec;
  readonly status: ScaleStatus;
};

export type ScaleSpec = {
  readonly replicas?: number | undefined;
};

export type ScaleStatus = {
  readonly replicas: number;
  readonly selector?: Readonly<Record<string, string>> | undefined;
  readonly targetSelector?: string | undefined;
};
