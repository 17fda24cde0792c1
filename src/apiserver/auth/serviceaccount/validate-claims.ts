import { newNotFound } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { TokenReference } from "../../request/identity.ts";
import type { UserInfo } from "../../request/user.ts";
import type { Claims } from "./claims.ts";
import { accountGroups, accountUsername } from "./username.ts";

/** Looks up objects synchronously by resource name; the namespace of nodes is "". */
export type FindObject = (
  resource: "serviceaccounts" | "pods" | "secrets" | "nodes",
  namespace: string,
  name: string,
) => KubeObject | undefined;

const leewaySeconds = 60; // jwt.DefaultLeeway
const invalidated = "service account token has been invalidated";
const storageRoot = "authentication.kubernetes.io/";

/**
 * Returns the user of a token with a valid signature, or the reason why the token is no longer valid (serviceaccount
 * validator.Validate). `now` is in milliseconds.
 */
export function validateClaims(claims: Claims, find: FindObject, now: number): UserInfo | string {
  return timeProblem(claims, now / 1000) ?? objectProblem(claims, find, now) ?? userOf(claims);
}

function timeProblem({ notBefore, expiresAt, issuedAt }: Claims, now: number): string | undefined {
  if (notBefore !== 0 && now + leewaySeconds < notBefore) return "service account token is not valid yet";
  if (expiresAt !== 0 && now - leewaySeconds > expiresAt) return "service account token has expired";
  if (issuedAt !== 0 && now + leewaySeconds < issuedAt) return "service account token is issued in the future";
  return undefined;
}

function objectProblem(
  { namespace, account, secret, pod, node }: Claims,
  find: FindObject,
  now: number,
): string | undefined {
  return (
    accountProblem(find("serviceaccounts", namespace, account.name), namespace, account, now) ??
    (secret && boundProblem("secret", find("secrets", namespace, secret.name), secret, now)) ??
    (pod && boundProblem("pod", find("pods", namespace, pod.name), pod, now)) ??
    (node && pod === undefined ? boundProblem("node", find("nodes", "", node.name), node, now) : undefined)
  );
}

function accountProblem(
  account: KubeObject | undefined,
  namespace: string,
  { name, uid }: TokenReference,
  now: number,
): string | undefined {
  if (name === "") return "resource name may not be empty";
  if (account === undefined) return newNotFound({ group: "", resource: "serviceaccounts" }, name).message;
  if (wasDeleted(account, now)) return `service account ${namespace}/${name} has been deleted`;
  const { uid: actual = "" } = account.metadata;
  return actual === uid ? undefined : `service account UID (${actual}) does not match claim (${uid})`;
}

function boundProblem(
  what: string,
  object: KubeObject | undefined,
  { uid }: TokenReference,
  now: number,
): string | undefined {
  if (object === undefined || wasDeleted(object, now)) return invalidated;
  const { uid: actual = "" } = object.metadata;
  return actual === uid
    ? undefined
    : `${what} UID (${actual}) does not match service account ${what} ref claim (${uid})`;
}

const wasDeleted = ({ metadata: { deletionTimestamp } }: KubeObject, now: number): boolean =>
  deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < now - leewaySeconds * 1000;

function userOf({ namespace, account, id, pod, node }: Claims): UserInfo {
  const extra: Record<string, readonly string[]> = {};
  if (id !== "") extra[`${storageRoot}credential-id`] = [`JTI=${id}`];
  if (node !== undefined) {
    extra[`${storageRoot}node-name`] = [node.name];
    if (node.uid !== "") extra[`${storageRoot}node-uid`] = [node.uid];
  }
  if (pod !== undefined) {
    extra[`${storageRoot}pod-name`] = [pod.name];
    extra[`${storageRoot}pod-uid`] = [pod.uid];
  }
  return {
    name: accountUsername({ namespace, name: account.name }),
    uid: account.uid,
    groups: accountGroups(namespace),
    extra,
  };
}
