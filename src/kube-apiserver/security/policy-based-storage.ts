import { newForbidden, newNotFound, newUnknownError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { changesOnlyForCollector } from "../../apis/rbac/changes-only-for-collector.ts";
import { escalationProblem, fullAuthority } from "../../apiserver/auth/rbac/escalation.ts";
import type { PolicyRule, Role, RoleBinding, RuleSource } from "../../apiserver/auth/rbac/policy.ts";
import type { RuleCache } from "../../apiserver/auth/rbac/rule-cache.ts";
import { createKeys } from "../../apiserver/registry/keys.ts";
import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { Authorizer } from "../../apiserver/request/authorizer.ts";
import { groupSystemMasters } from "../../apiserver/request/user.ts";

const rbacGroup = "rbac.authorization.k8s.io";

/** The dependencies of the checks. */
export interface RbacGuardParts {
  readonly source: RuleSource;
  readonly rules: RuleCache;
  readonly authorizer: Authorizer;
}

/** Throws if a write is forbidden; `live` is the existing object on update. */
type Check = (object: KubeObject, live: KubeObject | undefined, name: string, ctx: StrategyContext) => Promise<void>;

/**
 * Prevents privilege escalation: users cannot grant permissions through roles and bindings that they do not have
 * themselves (registry/rbac policybased storages). The stores of other resources are returned unchanged.
 */
export function createRbacGuard(parts: RbacGuardParts): (store: ResourceStore) => ResourceStore {
  return (store) => {
    const { group, resource } = store.definition;
    if (group !== rbacGroup) return store;
    const check = resource.endsWith("bindings") ? checkBinding : checkRole;
    return withCheck(store, (object, live, name, ctx) => check(parts, store.definition, { object, live, name, ctx }));
  };
}

function withCheck(store: ResourceStore, check: Check): ResourceStore {
  const refuse: Check = async (object, live, name, ctx) => {
    if (!ctx.user.groups.includes(groupSystemMasters)) await check(object, live, name, ctx);
  };
  return {
    ...store,
    create: async (ctx, object, validate) => {
      await refuse(object, undefined, "", ctx);
      return store.create(ctx, object, validate);
    },
    update: (ctx, name, request) => {
      const updatedObject = async (live: KubeObject | undefined): Promise<KubeObject> => {
        const object = await request.info.updatedObject(live);
        if (live === undefined || !changesOnlyForCollector(object, live)) await refuse(object, live, name, ctx);
        return object;
      };
      return store.update(ctx, name, {
        ...request,
        info: { preconditions: request.info.preconditions, updatedObject },
      });
    },
  };
}

interface Write {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  readonly name: string;
  readonly ctx: StrategyContext;
}

async function checkRole(
  { rules, authorizer }: RbacGuardParts,
  definition: ResourceDefinition,
  { object, live, name, ctx }: Write,
): Promise<void> {
  if (await isAllowed(authorizer, ctx, "escalate", definition.resource, ctx.namespace, name)) return;
  const role = object as unknown as Role; // decoded by the schema
  refuseEscalation(rules, definition, object, ctx, role.rules ?? []);
  if (!isAggregated(object) && !isAggregated(live)) return;
  if (escalationProblem(rules, ctx.user, ctx.namespace, fullAuthority) === undefined) return;
  throw newForbidden(
    definition,
    role.metadata.name ?? "",
    "must have cluster-admin privileges to use the aggregationRule",
  );
}

const isAggregated = (role: KubeObject | undefined): boolean =>
  role?.["aggregationRule"] !== undefined && role["aggregationRule"] !== null;

async function checkBinding(
  parts: RbacGuardParts,
  definition: ResourceDefinition,
  { object, ctx }: Write,
): Promise<void> {
  const { roleRef } = object as unknown as RoleBinding; // decoded by the schema
  const resource = roleRef.kind === "ClusterRole" ? "clusterroles" : roleRef.kind === "Role" ? "roles" : undefined;
  if (
    resource !== undefined &&
    (await isAllowed(parts.authorizer, ctx, "bind", resource, ctx.namespace, roleRef.name, roleRef.apiGroup))
  )
    return;
  refuseEscalation(parts.rules, definition, object, ctx, rulesOf(parts.source, definition, roleRef, ctx.namespace));
}

/**
 * Returns the rules of a role. The error for a missing one names the resource of the request, where upstream's stores
 * take it from.
 */
function rulesOf(
  source: RuleSource,
  binding: ResourceDefinition,
  { kind, name }: RoleBinding["roleRef"],
  namespace: string,
): readonly PolicyRule[] {
  if (kind !== "ClusterRole" && kind !== "Role")
    throw newUnknownError(`unsupported role reference kind: ${quoteGo(kind)}`);
  const isRole = kind === "Role";
  createKeys({ resource: isRole ? "roles" : "clusterroles", namespaced: isRole }).key(namespace, name);
  const role = isRole ? source.role(namespace, name) : source.clusterRole(name);
  if (role === undefined) throw newNotFound(binding, name);
  return role.rules ?? [];
}

function refuseEscalation(
  rules: RuleCache,
  definition: ResourceDefinition,
  object: KubeObject,
  { user, namespace }: StrategyContext,
  wanted: readonly PolicyRule[],
): void {
  const problem = escalationProblem(rules, user, namespace, wanted);
  if (problem !== undefined) throw newForbidden(definition, object.metadata.name ?? "", problem);
}

async function isAllowed(
  authorizer: Authorizer,
  { user }: StrategyContext,
  verb: string,
  resource: string,
  namespace: string,
  name: string,
  apiGroup: string = rbacGroup,
): Promise<boolean> {
  const asked = {
    user,
    verb,
    resourceRequest: true,
    namespace,
    apiGroup,
    apiVersion: verb === "bind" ? "" : "v1",
    resource,
    subresource: "",
    name,
    path: "",
  };
  return (await authorizer.authorize(asked)).decision === "allow";
}
