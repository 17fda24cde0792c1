import { messageOf } from "../../../apimachinery/message-of.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { PendingAnswer, type AuthorizationAnswer, type Authorize } from "../../../cel/library/authorizer.ts";
import { accountGroups, accountUsername, type AccountName } from "../../auth/serviceaccount/username.ts";
import type { Authorizer, Decision } from "../../request/authorizer.ts";
import type { UserInfo } from "../../request/user.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import type { VersionedAttributes } from "../cel/activation.ts";
import type { BoundPolicy, PolicyHook } from "./hooks.ts";
import { matches, type FindNamespace, type Match } from "./matching.ts";
import type { PolicySpec } from "./types.ts";

/** A policy that matches a request, or whose constraints could not be decided. */
export interface MatchedHook<S extends PolicySpec, E> {
  readonly hook: PolicyHook<S, E>;
  readonly match: Match | { readonly problem: string };
}

/** Returns the policies that match a request. */
export function matchedHooks<S extends PolicySpec, E>(
  hooks: readonly PolicyHook<S, E>[],
  attributes: AdmissionAttributes,
  findNamespace: FindNamespace,
): readonly MatchedHook<S, E>[] {
  const found: MatchedHook<S, E>[] = [];
  for (const hook of hooks) {
    const match = decide(() =>
      "problem" in hook.criteria ? hook.criteria : matches(hook.criteria, attributes, findNamespace),
    );
    if (match !== undefined) found.push({ hook, match });
  }
  return found;
}

/** Whether a binding matches a request that its policy matches; an error message if that cannot be decided. */
export function bindingMatches(
  { criteria }: BoundPolicy,
  attributes: AdmissionAttributes,
  findNamespace: FindNamespace,
): boolean | string {
  if (criteria === undefined) return true;
  const match = decide(() => ("problem" in criteria ? criteria : matches(criteria, attributes, findNamespace)));
  return match !== undefined && "problem" in match ? match.problem : match !== undefined;
}

function decide<T>(match: () => T): T | { readonly problem: string } {
  try {
    return match();
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** Returns a function that converts the objects of a request to a kind, once for each kind. */
export function versionedAccessor(attributes: AdmissionAttributes): (match: Match) => Promise<VersionedAttributes> {
  const known = new Map<string, Promise<readonly (KubeObject | undefined)[]>>();
  const convert = async (kind: GroupVersionKind): Promise<readonly (KubeObject | undefined)[]> => {
    const { object, oldObject, objects, pace } = attributes;
    const converted = async (one: KubeObject | undefined): Promise<KubeObject | undefined> =>
      one && objects.toVersion(one, kind, pace);
    return [await converted(object), await converted(oldObject)];
  };
  return async ({ kind, resource }) => {
    const key = `${formatGroupVersion(kind)} ${kind.kind}`;
    const converting = known.get(key) ?? convert(kind);
    known.set(key, converting);
    const [object, oldObject] = await converting;
    return { attributes, kind, resource, object, oldObject };
  };
}

/** Returns the namespace of a request; undefined for cluster-scoped objects and for a namespace itself. */
export const requestNamespace = ({ kind, namespace }: AdmissionAttributes): string =>
  kind.kind === "Namespace" && kind.version === "v1" && kind.group === "" ? "" : namespace;

/** Returns what expressions ask the authorizer with; the same question is answered once for a request. */
export function authorizeFor(authorizer: Authorizer, { user }: Pick<AdmissionAttributes, "user">): Authorize {
  const known = new Map<string, ReturnType<Authorize>>();
  return (query) => {
    const key = JSON.stringify(query);
    const before = known.get(key);
    if (before !== undefined) return before;
    const subject: UserInfo = query.subject.kind === "requester" ? user : serviceAccount(query.subject);
    const blank = { namespace: "", apiGroup: "", apiVersion: "", resource: "", subresource: "", name: "", path: "" };
    const found = authorizer.authorize(
      query.kind === "path"
        ? { ...blank, user: subject, verb: query.verb, resourceRequest: false, path: query.path }
        : {
            ...blank,
            user: subject,
            verb: query.verb,
            resourceRequest: true,
            namespace: query.namespace,
            apiGroup: query.group,
            apiVersion: "*",
            resource: query.resource,
            subresource: query.subresource,
            name: query.name,
          },
    );
    const keep = ({ decision, reason, error }: Decision): AuthorizationAnswer => {
      const answer = { allowed: decision === "allow", reason, error };
      known.set(key, answer);
      return answer;
    };
    if (found instanceof Promise) throw new PendingAnswer(found.then(keep));
    return keep(found);
  };
}

const serviceAccount = (account: AccountName): UserInfo => ({
  name: accountUsername(account),
  uid: "",
  groups: accountGroups(account.namespace),
  extra: {},
});
