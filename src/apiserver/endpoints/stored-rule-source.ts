import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Role, RoleBinding, RuleSource } from "../auth/rbac/policy.ts";
import type { Storage } from "../storage/interface.ts";

/** The storages that RBAC reads. */
export interface RbacStorages {
  readonly roles: Storage<KubeObject>;
  readonly roleBindings: Storage<KubeObject>;
  readonly clusterRoles: Storage<KubeObject>;
  readonly clusterRoleBindings: Storage<KubeObject>;
}

/** Roles and bindings as they are stored now: decoded by the schema, so they have the shape that RBAC expects. */
export function createStoredRuleSource({ roles, roleBindings, clusterRoles, clusterRoleBindings }: RbacStorages): RuleSource {
  return {
    clusterRoleBindings: () => clusterRoleBindings.newest("/registry/clusterrolebindings/").map((stored) => stored.object as unknown as RoleBinding),
    roleBindings: (namespace) => roleBindings.newest(`/registry/rolebindings/${namespace}/`).map((stored) => stored.object as unknown as RoleBinding),
    clusterRole: (name) => clusterRoles.peek(`/registry/clusterroles/${name}`)?.object as unknown as Role | undefined,
    role: (namespace, name) => roles.peek(`/registry/roles/${namespace}/${name}`)?.object as unknown as Role | undefined,
  };
}
