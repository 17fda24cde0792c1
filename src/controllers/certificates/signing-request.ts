import type { KubeObject } from "../../apimachinery/meta.ts";

/** certificates/v1 CertificateSigningRequest. */
export interface SigningRequest extends KubeObject {
  readonly spec?: {
    readonly request?: string;
    readonly signerName?: string;
    readonly usages?: readonly string[];
    readonly expirationSeconds?: number;
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  readonly status?: { readonly certificate?: string; readonly conditions?: readonly RequestCondition[] };
}

/** certificates/v1 CertificateSigningRequestCondition. */
export interface RequestCondition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string;
}

export const requestsResource = { group: "certificates.k8s.io", version: "v1", resource: "certificatesigningrequests" };

export const hasCondition = ({ status }: SigningRequest, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type && (condition.status ?? "True") === "True") === true;
