/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { Condition, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type ClusterTrustBundle = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ClusterTrustBundleSpec;
};

export type ClusterTrustBundleList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ClusterTrustBundle[] | null;
};

export type ClusterTrustBundleSpec = {
  readonly signerName?: string | undefined;
  readonly trustBundle: string;
};

export type PodCertificateRequest = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: PodCertificateRequestSpec;
  readonly status: PodCertificateRequestStatus;
};

export type PodCertificateRequestList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly PodCertificateRequest[] | null;
};

export type PodCertificateRequestSpec = {
  readonly signerName: string;
  readonly podName: string;
  readonly podUID: string;
  readonly serviceAccountName: string;
  readonly serviceAccountUID: string;
  readonly nodeName: string;
  readonly nodeUID: string;
  readonly maxExpirationSeconds?: number | undefined;
  readonly pkixPublicKey: string | null;
  readonly proofOfPossession: string | null;
};

export type PodCertificateRequestStatus = {
  readonly conditions?: readonly Condition[] | undefined;
  readonly certificateChain?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly beginRefreshAt?: string | undefined;
  readonly notAfter?: string | undefined;
};
