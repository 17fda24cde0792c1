import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, type ResourceRow } from "../define-resource.ts";
import {
  clusterRoleBindingStrategy,
  clusterRoleStrategy,
  defaultBinding,
  roleBindingStrategy,
  roleStrategy,
} from "./strategies.ts";
import { bindingTable } from "./columns.ts";

const define = (row: Omit<ResourceRow, "group" | "version">): ResourceDefinition =>
  defineResource({ group: "rbac.authorization.k8s.io", version: "v1", ...row });

/** rbac.authorization.k8s.io/v1. */
// oxfmt-ignore
export const rbacResources: readonly ResourceDefinition[] = [

  define({ resource: "clusterrolebindings", kind: "ClusterRoleBinding", table: bindingTable, namespaced: false, strategy: clusterRoleBindingStrategy, default: defaultBinding }),
  define({ resource: "clusterroles", kind: "ClusterRole", namespaced: false, strategy: clusterRoleStrategy }),
  define({ resource: "rolebindings", kind: "RoleBinding", table: bindingTable, namespaced: true, strategy: roleBindingStrategy, default: defaultBinding }),
  define({ resource: "roles", kind: "Role", namespaced: true, strategy: roleStrategy }),
];
