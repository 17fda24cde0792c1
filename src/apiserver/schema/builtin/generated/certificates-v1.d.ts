/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type CertificateSigningRequest = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: CertificateSigningRequestSpec;
  readonly status: CertificateSigningRequestStatus;
};

export type CertificateSigningRequestCondition = {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly lastUpdateTime: string | null;
  readonly lastTransitionTime: string | null;
};

export type CertificateSigningRequestList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly CertificateSigningRequest[] | null;
};

export type CertificateSigningRequestSpec = {
  readonly request: string | null;
  readonly signerName: string;
  readonly expirationSeconds?: number | undefined;
  readonly usages?: readonly string[] | undefined;
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[] | null>> | undefined;
};

export type CertificateSigningRequestStatus = {
  readonly conditions?: readonly CertificateSigningRequestCondition[] | undefined;
  readonly certificate?: string | undefined;
};
