/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { Condition, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { TypedLocalObjectReference } from "./core-v1.d.ts";

export type HTTPIngressPath = {
  readonly path?: string | undefined;
  readonly pathType?: string | undefined;
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

export type ParentReference = {
  readonly group?: string | undefined;
  readonly resource?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
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
