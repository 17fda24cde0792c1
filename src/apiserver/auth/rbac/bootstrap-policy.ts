import { clusterRoleBindings, clusterRoles } from "./bootstrap/cluster-roles.ts";
import { controllerRoleBindings, controllerRoles } from "./bootstrap/controller-roles.ts";
import { namespaceRoleBindings, namespaceRoles } from "./bootstrap/namespace-roles.ts";
import type { Role, RoleBinding } from "./policy.ts";

/**
 * Roles and bindings that every server starts with, by resource (bootstrappolicy.Policy of v1.34 with default feature
 * gates).
 */
export interface BootstrapPolicy {
  readonly clusterroles: readonly Role[];
  readonly clusterrolebindings: readonly RoleBinding[];
  readonly roles: readonly Role[];
  readonly rolebindings: readonly RoleBinding[];
}

/** Makes the policy; needed once, at start. */
export const bootstrapPolicy = (): BootstrapPolicy => ({
  clusterroles: [...clusterRoles(), ...controllerRoles()],
  clusterrolebindings: [...clusterRoleBindings(), ...controllerRoleBindings()],
  roles: namespaceRoles(),
  rolebindings: namespaceRoleBindings(),
});
