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

/** Bindings of both kinds. */
export const bindingTable: TableLayout = {
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
