import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, type ResourceRow } from "../define-resource.ts";
import {
  clusterRoleBindingStrategy,
  clusterRoleStrategy,
  defaultBinding,
  roleBindingStrategy,
  roleStrategy,
} from "./strategies.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordsAt, stringAt } from "../record.ts";
import { ageColumn, nameColumn, stringIn, text, wide } from "../table-cells.ts";

const subjects = (
  name: string,
  description: string,
  kind: string,
  print: (name: string, namespace: string) => string,
): TableColumn =>
  wide(
    text(name, description, (binding) =>
      recordsAt(binding, "subjects")
        .filter((subject) => stringAt(subject, "kind") === kind)
        .map((subject) => print(stringAt(subject, "name"), stringAt(subject, "namespace")))
        .join(", "),
    ),
  );

const roleText = (binding: KubeObject): string =>
  `${stringIn("", binding, "roleRef", "kind")}/${stringIn("", binding, "roleRef", "name")}`;

/** Table of RoleBindings and ClusterRoleBindings. */
const bindingTable: TableLayout = {
  columns: [
    nameColumn,
    text("Role", "The role that is given.", roleText),
    ageColumn,
    subjects("Users", "The users who get it.", "User", (name) => name),
    subjects("Groups", "The groups that get it.", "Group", (name) => name),
    subjects(
      "ServiceAccounts",
      "The service accounts that get it.",
      "ServiceAccount",
      (name, namespace) => `${namespace}/${name}`,
    ),
  ],
};

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
