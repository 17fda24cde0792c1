import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, type ResourceRow } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).rbacBehaviors;

const define = (row: Omit<ResourceRow, "group" | "version">): BuiltinResource =>
  defineResource({ group: "rbac.authorization.k8s.io", version: "v1", ...row }, load);

/** rbac.authorization.k8s.io/v1. */
// oxfmt-ignore
export const rbacResources: readonly BuiltinResource[] = [

  define({ resource: "clusterrolebindings", kind: "ClusterRoleBinding", namespaced: false }),
  define({ resource: "clusterroles", kind: "ClusterRole", namespaced: false }),
  define({ resource: "rolebindings", kind: "RoleBinding", namespaced: true }),
  define({ resource: "roles", kind: "Role", namespaced: true }),
];
