import type { GroupBehaviors } from "../define-resource.ts";
import { approvalStrategy, certificateStatusStrategy, certificateStrategy } from "./certificate-signing-request.ts";
import { clusterTrustBundleStrategy } from "./cluster-trust-bundle.ts";
import { certificateSigningRequestTable, clusterTrustBundleTable, podCertificateRequestTable } from "./columns.ts";
import {
  defaultPodCertificateRequest,
  podCertificateRequestStatusStrategy,
  podCertificateRequestStrategy,
} from "./pod-certificate-request.ts";

/** The behaviors of certificates.k8s.io. */
export const certificatesBehaviors: GroupBehaviors = {
  certificatesigningrequests: {
    strategy: certificateStrategy,
    table: certificateSigningRequestTable,
    subresourceBehaviors: {
      approval: { strategy: approvalStrategy },
      status: { strategy: certificateStatusStrategy },
    },
  },
  clustertrustbundles: { strategy: clusterTrustBundleStrategy, table: clusterTrustBundleTable },
  podcertificaterequests: {
    strategy: podCertificateRequestStrategy,
    default: defaultPodCertificateRequest,
    table: podCertificateRequestTable,
    subresourceBehaviors: { status: { strategy: podCertificateRequestStatusStrategy } },
  },
};
