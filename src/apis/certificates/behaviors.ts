import { declaratively, declarativelyUpdated, LazyDeclarativeEngine } from "../declarative/declaratively.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { approvalStrategy, certificateStatusStrategy, certificateStrategy } from "./certificate-signing-request.ts";
import { clusterTrustBundleStrategy } from "./cluster-trust-bundle.ts";
import { certificateSigningRequestTable, clusterTrustBundleTable, podCertificateRequestTable } from "./columns.ts";
import {
  defaultPodCertificateRequest,
  podCertificateRequestStatusStrategy,
  podCertificateRequestStrategy,
} from "./pod-certificate-request.ts";

/** The tags of CertificateSigningRequest, loaded with the first one. */
const declarative = new LazyDeclarativeEngine();
const kind = "CertificateSigningRequest";

/** The behaviors of certificates.k8s.io. */
export const certificatesBehaviors: GroupBehaviors = {
  certificatesigningrequests: {
    strategy: declaratively(kind, certificateStrategy, declarative),
    table: certificateSigningRequestTable,
    subresourceBehaviors: {
      approval: { strategy: declarativelyUpdated(kind, approvalStrategy, declarative) },
      status: { strategy: declarativelyUpdated(kind, certificateStatusStrategy, declarative) },
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
