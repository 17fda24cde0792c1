import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Role, RoleBinding, RuleSource } from "../../apiserver/auth/rbac/policy.ts";
import { storageRoot, namespacePrefix, objectKey } from "../../apiserver/registry/keys.ts";
import type { Storage } from "../../apiserver/storage/interface.ts";

/** The storage of roles or bindings, with the revision of their last change. */
export type RbacStorage = Pick<Storage<KubeObject>, "newest" | "peek"> & { readonly changedRevision: number };

/** Returns the storage of an RBAC resource by its plural name. */
export type FindRbacStorage = (
  resource: "roles" | "rolebindings" | "clusterroles" | "clusterrolebindings",
) => RbacStorage;

const roleKeys = { resource: "roles", namespaced: true };
const roleBindingKeys = { resource: "rolebindings", namespaced: true };
const clusterRoleKeys = { resource: "clusterroles", namespaced: false };
const clusterRoleBindingKeys = { resource: "clusterrolebindings", namespaced: false };

/**
 * Provides the currently stored roles and bindings. They are decoded by the schema and thus have the expected shape.
 */
export function createStoredRuleSource(find: FindRbacStorage): RuleSource {
  const [roles, roleBindings, clusterRoles, clusterRoleBindings] = [
    find("roles"),
    find("rolebindings"),
    find("clusterroles"),
    find("clusterrolebindings"),
  ];
  return {
    get revision() {
      return Math.max(
        roles.changedRevision,
        roleBindings.changedRevision,
        clusterRoles.changedRevision,
        clusterRoleBindings.changedRevision,
      );
    },
    clusterRoleBindings: () =>
      clusterRoleBindings
        .newest(storageRoot(clusterRoleBindingKeys))
        .map((stored) => stored.object as unknown as RoleBinding),
    roleBindings: (namespace) =>
      roleBindings
        .newest(namespacePrefix(roleBindingKeys, namespace))
        .map((stored) => stored.object as unknown as RoleBinding),
    clusterRole: (name) =>
      clusterRoles.peek(objectKey(clusterRoleKeys, "", name))?.object as unknown as Role | undefined,
    role: (namespace, name) => roles.peek(objectKey(roleKeys, namespace, name))?.object as unknown as Role | undefined,
  };
}
