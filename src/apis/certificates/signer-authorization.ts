import type { Authorizer } from "../../apiserver/request/authorizer.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";

/**
 * Reports whether a user may do something for a signer, or for all signers of its domain
 * (certauthorization.IsAuthorizedForSignerName).
 */
export async function isAuthorizedForSigner(
  authorizer: Authorizer,
  user: UserInfo,
  verb: "approve" | "sign" | "attest",
  signerName: string,
): Promise<boolean> {
  const [domain] = signerName.split("/");
  for (const name of [signerName, `${domain}/*`]) {
    const { decision } = await authorizer.authorize({
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
    if (decision === "allow") return true;
  }
  return false;
}
