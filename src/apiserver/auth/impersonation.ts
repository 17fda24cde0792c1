import { groupBy } from "../../apimachinery/group-by.ts";
import { setMember } from "../../apimachinery/json/members.ts";
import { unescapeUrl } from "../../apimachinery/unescape-url.ts";
import { type HeaderReader, isListed } from "../../component-base/exchange.ts";
import type { AuthorizationAttributes } from "../request/authorizer.ts";
import { anonymousUser, groupAuthenticated, groupUnauthenticated, type UserInfo } from "../request/user.ts";
import { accountGroups, accountUsername, splitAccountUsername } from "./serviceaccount/username.ts";

/** One impersonated attribute, which is authorized separately. */
interface Wish {
  readonly kind: "ServiceAccount" | "User" | "Group" | "UserExtra" | "UID";
  readonly namespace: string;
  readonly name: string;
  /** The key of an extra attribute. */
  readonly key: string;
}

/** An impersonation request: the authorization checks in order, and the resulting user. */
export interface Impersonation {
  checks(requester: UserInfo): readonly AuthorizationAttributes[];
  readonly user: UserInfo;
}

const prefix = "impersonate-";
const extraPrefix = "impersonate-extra-";
const authenticationGroup = { apiGroup: "authentication.k8s.io", apiVersion: "v1" };
const coreGroup = { apiGroup: "", apiVersion: "" };

interface ImpersonationHeaders {
  user: string | undefined;
  uid: string | undefined;
  readonly groups: string[];
  readonly extras: (readonly [key: string, value: string])[];
}

/**
 * Parses the impersonation headers of a request. Returns undefined if there are none, or the message of the 500 error
 * if the user is missing (filters.WithImpersonation).
 */
export function readImpersonation(headers: HeaderReader): Impersonation | string | undefined {
  const found = impersonationHeaders(headers);
  if (found === undefined) return undefined;
  const wishes = wishesOf(found);
  if (wishes.length === 0) return undefined;
  if ((found.user ?? "") === "") return `requested [${wishes.map(printWish).join(" ")}] without impersonating a user`;
  return { checks: (requester) => wishes.map((wish) => checkOf(requester, wish)), user: userOf(found) };
}

function impersonationHeaders(headers: HeaderReader): ImpersonationHeaders | undefined {
  if (!isListed(headers)) return undefined;
  let found: ImpersonationHeaders | undefined;
  for (const [name, value] of headers) {
    if (name.length < prefix.length || (name.charCodeAt(0) | 32) !== 105) continue; // "i" or "I"
    const lower = name.toLowerCase();
    if (lower.startsWith(prefix))
      note((found ??= { user: undefined, uid: undefined, groups: [], extras: [] }), lower, value);
  }
  return found;
}

/** Adds a header. Only the first user and uid are used, but all groups and extras. */
function note(found: ImpersonationHeaders, name: string, value: string): void {
  if (name === "impersonate-user") found.user ??= value;
  else if (name === "impersonate-uid") found.uid ??= value;
  else if (name === "impersonate-group") found.groups.push(value);
  else if (name.startsWith(extraPrefix)) found.extras.push([extraKey(name.slice(extraPrefix.length)), value]);
}

const extraKey = (escaped: string): string => unescapeUrl(escaped, false) ?? escaped;

function wishesOf({ user = "", uid = "", groups, extras }: ImpersonationHeaders): readonly Wish[] {
  const wishes: Wish[] = [];
  const account = splitAccountUsername(user);
  if (account !== undefined) wishes.push({ kind: "ServiceAccount", ...account, key: "" });
  else if (user !== "") wishes.push({ kind: "User", namespace: "", name: user, key: "" });
  for (const name of groups) wishes.push({ kind: "Group", namespace: "", name, key: "" });
  for (const [key, name] of extras) wishes.push({ kind: "UserExtra", namespace: "", name, key });
  if (uid !== "") wishes.push({ kind: "UID", namespace: "", name: uid, key: "" });
  return wishes;
}

/** Formats a core/v1 ObjectReference as Go does: kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath. */
function printWish({ kind, namespace, name, key }: Wish): string {
  const apiVersion = kind === "UserExtra" || kind === "UID" ? "authentication.k8s.io/v1" : "";
  return `{${kind} ${namespace} ${name}  ${apiVersion}  ${key}}`;
}

const resources: Readonly<Record<Wish["kind"], string>> = {
  ServiceAccount: "serviceaccounts",
  User: "users",
  Group: "groups",
  UserExtra: "userextras",
  UID: "uids",
};

function checkOf(user: UserInfo, { kind, namespace, name, key }: Wish): AuthorizationAttributes {
  const group = kind === "UserExtra" || kind === "UID" ? authenticationGroup : coreGroup;
  return {
    user,
    verb: "impersonate",
    resourceRequest: true,
    namespace,
    ...group,
    resource: resources[kind],
    subresource: key,
    name,
    path: "",
  };
}

function userOf({ user = "", uid = "", groups, extras }: ImpersonationHeaders): UserInfo {
  const account = splitAccountUsername(user);
  const name = account === undefined ? user : accountUsername(account);
  const given = groups.length === 0 && account !== undefined ? accountGroups(account.namespace) : groups;
  return { name, uid, groups: completeGroups(name, given), extra: extraOf(extras) };
}

/** Groups values by key; a key may equal the name of a property of Object.prototype. */
function extraOf(pairs: ImpersonationHeaders["extras"]): UserInfo["extra"] {
  const extra: Record<string, readonly string[]> = {};
  for (const [key, values] of groupBy(pairs, ([name]) => name))
    setMember(
      extra,
      key,
      values.map(([, value]) => value),
    );
  return extra;
}

/**
 * Adds system:unauthenticated to the groups of the anonymous user, and system:authenticated to those of other users
 * unless they include one of the two.
 */
function completeGroups(name: string, groups: readonly string[]): readonly string[] {
  if (name === anonymousUser.name)
    return groups.includes(groupUnauthenticated) ? groups : [...groups, groupUnauthenticated];
  return groups.includes(groupAuthenticated) || groups.includes(groupUnauthenticated)
    ? groups
    : [...groups, groupAuthenticated];
}
