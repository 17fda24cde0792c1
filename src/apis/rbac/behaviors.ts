import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { recordsAt, stringAt } from "../record.ts";
import { ageColumn, nameColumn, stringIn, text, wide } from "../table-cells.ts";
import {
  clusterRoleBindingStrategy,
  clusterRoleStrategy,
  defaultBinding,
  roleBindingStrategy,
  roleStrategy,
} from "./strategies.ts";

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
const bindingTable = (kind: "roleBinding" | "clusterRoleBinding"): TableLayout => ({
  columns: [
    nameColumn,
    text("Role", "The role that is given.", roleText),
    ageColumn,
    subjects("Users", `Users in the ${kind}`, "User", (name) => name),
    subjects("Groups", `Groups in the ${kind}`, "Group", (name) => name),
    subjects(
      "ServiceAccounts",
      `ServiceAccounts in the ${kind}`,
      "ServiceAccount",
      (name, namespace) => `${namespace}/${name}`,
    ),
  ],
});

/** The behaviors of rbac.authorization.k8s.io. */
export const rbacBehaviors: GroupBehaviors = {
  clusterrolebindings: {
    strategy: clusterRoleBindingStrategy,
    default: defaultBinding,
    table: bindingTable("clusterRoleBinding"),
  },
  clusterroles: { strategy: clusterRoleStrategy },
  rolebindings: { strategy: roleBindingStrategy, default: defaultBinding, table: bindingTable("roleBinding") },
  roles: { strategy: roleStrategy },
};
