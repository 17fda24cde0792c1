import type { Authorizer } from "../../apiserver/request/authorizer.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";

/**
 * Reports whether a user may do something for a signer, or for all signers of its domain
 * (certauthorization.IsAuthorizedForSignerName).
 */
export function isAuthorizedForSigner(
  authorizer: Authorizer,
  user: UserInfo,
  verb: "approve" | "sign" | "attest",
  signerName: string,
): boolean {
  const [domain] = signerName.split("/");
  return [signerName, `${domain}/*`].some((name) => {
    const { decision } = authorizer.authorize({
      user,
      verb,
      name,
      apiGroup: "certificates.k8s.io",
      apiVersion: "*",
      resource: "signers",
      resourceRequest: true,
      namespace: "",
      subresource: "",
      path: "",
    });
    return decision === "allow";
  });
}
