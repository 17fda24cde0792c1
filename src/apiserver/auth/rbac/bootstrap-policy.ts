import { clusterRoleBindings, clusterRoles } from "./bootstrap/cluster-roles.ts";
import { controllerRoleBindings, controllerRoles } from "./bootstrap/controller-roles.ts";
import { namespaceRoleBindings, namespaceRoles } from "./bootstrap/namespace-roles.ts";
import type { Role, RoleBinding } from "./policy.ts";

/** The default roles and bindings by resource (bootstrappolicy.Policy of v1.34 with default feature gates). */
export interface BootstrapPolicy {
  readonly clusterroles: readonly Role[];
  readonly clusterrolebindings: readonly RoleBinding[];
  readonly roles: readonly Role[];
  readonly rolebindings: readonly RoleBinding[];
}

/** Returns the bootstrap policy, which is used once at startup. */
export const bootstrapPolicy = (): BootstrapPolicy => ({
  clusterroles: [...clusterRoles(), ...controllerRoles()],
  clusterrolebindings: [...clusterRoleBindings(), ...controllerRoleBindings()],
  roles: namespaceRoles(),
  rolebindings: namespaceRoleBindings(),
});
