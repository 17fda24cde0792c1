import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { fieldPath, forbidden, type FieldError } from "../../../apimachinery/field-error.ts";
import { groupVersionOf } from "../../../apimachinery/gvk.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import {
  withSpec,
  type BindingSpec,
  type ParamKind,
  type ParamRef,
  type PolicySpec,
} from "../../../apiserver/admission/policy/types.ts";
import type { StrategyContext } from "../../../apiserver/registry/strategy.ts";
import { groupSystemMasters, type UserInfo } from "../../../apiserver/request/user.ts";

/**
 * What may be read through parameters: a policy sees all objects of its paramKind, and a binding those of its paramRef,
 * so whoever writes one must be able to read them (pkg/registry/admissionregistration/*\/authz.go).
 */

const spec = fieldPath("spec");

/** Requires that the user may get all objects of the paramKind of a policy, unless it had the same one before. */
export async function authorizeParamKind(
  policy: KubeObject,
  old: KubeObject | undefined,
  ctx: StrategyContext,
): Promise<readonly FieldError[]> {
  const { paramKind } = withSpec<PolicySpec>(policy).spec;
  if (paramKind === undefined || (old !== undefined && isSameKind(withSpec<PolicySpec>(old).spec.paramKind, paramKind)))
    return [];
  const { apiVersion = "", kind = "" } = paramKind;
  if (await mayRead(ctx, "get", resourceOfKind(paramKind, ctx), { name: "*", namespace: "*" })) return [];
  const needs = `must have "get" permission on all objects of the referenced paramKind`;
  const message = `user ${printedUser(ctx.user)} ${needs} (kind=${kind}, apiVersion=${apiVersion})`;
  return [forbidden(spec.child("paramKind"), message)];
}

const isSameKind = (a: ParamKind | undefined, b: ParamKind): boolean =>
  a !== undefined && a.apiVersion === b.apiVersion && a.kind === b.kind;

/** A paramRef that the user may not read. */
interface Refusal {
  readonly policy: KubeObject | undefined;
  readonly policyName: string;
  readonly paramKind: ParamKind | undefined;
  readonly resolved: boolean;
  readonly user: string;
  readonly verb: "get" | "list";
}

/** Requires that the user may read what the paramRef of a ValidatingAdmissionPolicyBinding refers to. */
export const authorizeValidatingParamRef = (
  binding: KubeObject,
  ctx: StrategyContext,
): Promise<readonly FieldError[]> => authorizeParamRef(binding, "validatingadmissionpolicies", ctx, validatingMessage);

/** Requires that the user may read what the paramRef of a MutatingAdmissionPolicyBinding refers to. */
export const authorizeMutatingParamRef = (binding: KubeObject, ctx: StrategyContext): Promise<readonly FieldError[]> =>
  authorizeParamRef(binding, "mutatingadmissionpolicies", ctx, mutatingMessage);

/**
 * Checks the paramRef on every write. Upstream lets an identical paramRef pass, but compares the pointers in it, of
 * which the required parameterNotFoundAction is one: no two are identical.
 */
async function authorizeParamRef(
  binding: KubeObject,
  policies: string,
  ctx: StrategyContext,
  messageOf: (refusal: Refusal) => string,
): Promise<readonly FieldError[]> {
  const { policyName = "", paramRef } = withSpec<BindingSpec>(binding).spec;
  if (paramRef === undefined) return [];
  const policy = ctx.find?.(policies, "", policyName);
  const paramKind = policy && withSpec<PolicySpec>(policy).spec.paramKind;
  const resource = paramKind === undefined ? anyResource : resourceOfKind(paramKind, ctx);
  const verb = (paramRef.name ?? "") === "" ? "list" : "get";
  if (await mayRead(ctx, verb, resource, paramRef)) return [];
  const resolved = resource.resource !== "*";
  const refusal = { policy, policyName, paramKind, resolved, user: printedUser(ctx.user), verb } as const;
  return [forbidden(spec.child("paramRef"), messageOf(refusal))];
}

function validatingMessage({ policy, policyName, paramKind, resolved, user, verb }: Refusal): string {
  const needs = `to determine minimum required permissions and user ${user} does not have "${verb}" permission for all groups, versions and resources`;
  if (policy === undefined) return `unable to get policy ${policyName} ${needs}`;
  if (paramKind !== undefined && !resolved)
    return `unable to resolve paramKind &{${paramKind.apiVersion ?? ""} ${paramKind.kind ?? ""}} ${needs}`;
  return `user ${user} does not have "${verb}" permission on the object referenced by paramRef`;
}

/** Upstream has the verb and the user in each other's place. */
const mutatingMessage = ({ user, verb }: Refusal): string =>
  `user ${verb} does not have "${user}" permission on the object referenced by paramRef`;

interface ReadResource {
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly resource: string;
}

const anyResource: ReadResource = { apiGroup: "*", apiVersion: "*", resource: "*" };

/** Returns the resource of a kind; all resources of its version if none is served. */
function resourceOfKind({ apiVersion = "", kind = "" }: ParamKind, { resourceOf }: StrategyContext): ReadResource {
  const { group, version } = groupVersionOf(apiVersion);
  return { apiGroup: group, apiVersion: version, resource: resourceOf?.({ group, version, kind }) ?? "*" };
}

/** Members of system:masters may read everything (rbac.EscalationAllowed), whatever the authorizer says. */
async function mayRead(
  { user, authorizer }: StrategyContext,
  verb: "get" | "list",
  resource: ReadResource,
  { name = "", namespace = "" }: Pick<ParamRef, "name" | "namespace">,
): Promise<boolean> {
  if (authorizer === undefined || user.groups.includes(groupSystemMasters)) return true;
  const attributes = { ...resource, user, verb, name, namespace, subresource: "", path: "", resourceRequest: true };
  return (await authorizer.authorize(attributes)).decision === "allow";
}

/** Prints a user as Go's `%v` prints a pointer to a user.DefaultInfo. */
function printedUser({ name, uid, groups, extra }: UserInfo): string {
  const entries = Object.keys(extra)
    .toSorted(compareUtf8)
    .map((key) => `${key}:[${extra[key]?.join(" ") ?? ""}]`);
  return `&{${name} ${uid} [${groups.join(" ")}] map[${entries.join(" ")}]}`;
}
