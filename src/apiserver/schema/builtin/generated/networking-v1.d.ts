/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { Condition, LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { TypedLocalObjectReference } from "./core-v1.d.ts";

export type HTTPIngressPath = {
  readonly path?: string | undefined;
  readonly pathType: string | null;
  readonly backend: IngressBackend;
};

export type HTTPIngressRuleValue = {
  readonly paths: readonly HTTPIngressPath[] | null;
};

export type IPAddress = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: IPAddressSpec;
};

export type IPAddressList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly IPAddress[] | null;
};

export type IPAddressSpec = {
  readonly parentRef?: ParentReference | undefined;
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
  readonly service?: IngressServiceBackend | undefined;
  readonly resource?: TypedLocalObjectReference | undefined;
};

export type IngressClass = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: IngressClassSpec;
};

export type IngressClassList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly IngressClass[] | null;
};

export type IngressClassParametersReference = {
  readonly apiGroup?: string | undefined;
  readonly kind: string;
  readonly name: string;
  readonly scope: string | null;
  readonly namespace?: string | undefined;
};

export type IngressClassSpec = {
  readonly controller?: string | undefined;
  readonly parameters?: IngressClassParametersReference | undefined;
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

export type IngressServiceBackend = {
  readonly name: string;
  readonly port: ServiceBackendPort;
};

export type IngressSpec = {
  readonly ingressClassName?: string | undefined;
  readonly defaultBackend?: IngressBackend | undefined;
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

export type ParentReference = {
  readonly group?: string | undefined;
  readonly resource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
};

export type ServiceBackendPort = {
  readonly name?: string | undefined;
  readonly number?: number | undefined;
};

export type ServiceCIDR = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ServiceCIDRSpec;
  readonly status: ServiceCIDRStatus;
};

export type ServiceCIDRList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ServiceCIDR[] | null;
};

export type ServiceCIDRSpec = {
  readonly cidrs?: readonly string[] | undefined;
};

export type ServiceCIDRStatus = {
  readonly conditions?: readonly Condition[] | undefined;
};
