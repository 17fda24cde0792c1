import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isAuthorizedForSigner } from "../../../apis/certificates/signer-authorization.ts";
import { attributeIds, parseCertificateRequest } from "../../../apis/certificates/x509/certificate-request.ts";
import { changesOnlyForCollector } from "../../../apis/rbac/changes-only-for-collector.ts";
import { semanticEqual } from "../../../apis/strategies/semantic-equal.ts";
import type { PluginSteps } from "../../../apiserver/admission/lazy-plugin.ts";
import { newAdmissionForbidden } from "../../../apiserver/admission/errors.ts";
import type { Authorizer } from "../../../apiserver/request/authorizer.ts";

const clientSigner = "kubernetes.io/kube-apiserver-client";

/** Returns a text of the spec; the schema has checked its type. */
function specText(object: KubeObject | undefined, member: string): string {
  const spec = object?.["spec"];
  const value = isRecord(spec) ? spec[member] : undefined;
  return typeof value === "string" ? value : "";
}

const statusOf = (object: KubeObject | undefined): Readonly<Record<string, unknown>> => {
  const status = object?.["status"];
  return isRecord(status) ? status : {};
};

/** Lets only those approve a request who may approve for its signer (plugin CertificateApproval). */
export const createCertificateApproval = (authorizer: Authorizer): PluginSteps => ({
  async validate(attributes) {
    const signer = specText(attributes.oldObject, "signerName");
    if (!(await isAuthorizedForSigner(authorizer, attributes.user, "approve", signer)))
      throw newAdmissionForbidden(
        attributes,
        `user not permitted to approve requests with signerName ${quoteGo(signer)}`,
      );
  },
});

/** Lets only those issue a certificate who may sign for the signer (plugin CertificateSigning). */
export const createCertificateSigning = (authorizer: Authorizer): PluginSteps => ({
  async validate(attributes) {
    const { object, oldObject, user } = attributes;
    const [status, old] = [statusOf(object), statusOf(oldObject)];
    const isSame = (member: string): boolean => semanticEqual(status[member], old[member]);
    if (isSame("certificate") && isSame("conditions")) return;
    const signer = specText(oldObject, "signerName");
    if (!(await isAuthorizedForSigner(authorizer, user, "sign", signer)))
      throw newAdmissionForbidden(attributes, `user not permitted to sign requests with signerName ${quoteGo(signer)}`);
  },
});

/** Keeps client certificates from the group system:masters (plugin CertificateSubjectRestriction). */
export const createCertificateSubjectRestriction = (): PluginSteps => ({
  validate(attributes) {
    const { object } = attributes;
    if (specText(object, "signerName") !== clientSigner) return;
    const parsed = parseCertificateRequest(specText(object, "request"));
    if ("problem" in parsed) throw newAdmissionForbidden(attributes, `failed to parse CSR: ${parsed.problem}`);
    if (parsed.request.attributes.get(attributeIds.organization)?.includes("system:masters") === true)
      throw newAdmissionForbidden(attributes, `use of ${clientSigner} signer with system:masters group is not allowed`);
  },
});

/** Lets only those vouch for certificates who may attest for the signer (plugin ClusterTrustBundleAttest). */
export const createClusterTrustBundleAttest = (authorizer: Authorizer): PluginSteps => ({
  async validate(attributes) {
    const { object, oldObject, user } = attributes;
    const signer = specText(object, "signerName");
    if (object === undefined || signer === "") return;
    if (oldObject !== undefined && changesOnlyForCollector(object, oldObject)) return;
    if (!(await isAuthorizedForSigner(authorizer, user, "attest", signer)))
      throw newAdmissionForbidden(attributes, `user not permitted to attest for signerName ${quoteGo(signer)}`);
  },
});
