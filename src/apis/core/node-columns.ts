import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, at, nameColumn, stringIn, text, wide } from "../table-cells.ts";

function statusText(node: KubeObject): string {
  const ready = recordsAt(recordAt(node, "status"), "conditions")
    .filter((condition) => stringAt(condition, "type") === "Ready")
    .at(-1);
  const state = ready === undefined ? "Unknown" : ready["status"] === "True" ? "Ready" : "NotReady";
  return at(node, "spec", "unschedulable") === true ? `${state},SchedulingDisabled` : state;
}

const rolePrefix = "node-role.kubernetes.io/";

/** Formats the roles of a node, from the labels `node-role.kubernetes.io/<role>` and `kubernetes.io/role: <role>`. */
function rolesText({ metadata: { labels = {} } }: KubeObject): string {
  const roles = Object.entries(labels).map(([key, value]) =>
    key.startsWith(rolePrefix) ? key.slice(rolePrefix.length) : key === "kubernetes.io/role" ? value : "",
  );
  return [...new Set(roles.filter((role) => role !== ""))].sort().join(",") || "<none>";
}

const address = (name: string, type: string): TableColumn =>
  wide(
    text(name, "An address of the node.", (node) => {
      const found = recordsAt(recordAt(node, "status"), "addresses").find(
        (candidate) => stringAt(candidate, "type") === type,
      );
      return found === undefined ? "<none>" : stringAt(found, "address");
    }),
  );

const info = (name: string, description: string, member: string): TableColumn =>
  wide(text(name, description, (node) => stringIn("<unknown>", node, "status", "nodeInfo", member)));

export const nodeTable: TableLayout = {
  columns: [
    nameColumn,
    text("Status", "The status of the node", statusText),
    text("Roles", "The roles of the node", rolesText),
    ageColumn,
    text("Version", "The version of its kubelet.", (node) =>
      stringIn("", node, "status", "nodeInfo", "kubeletVersion"),
    ),
    address("Internal-IP", "InternalIP"),
    address("External-IP", "ExternalIP"),
    info("OS-Image", "Its operating system.", "osImage"),
    info("Kernel-Version", "Its kernel.", "kernelVersion"),
    info("Container-Runtime", "What runs its containers.", "containerRuntimeVersion"),
  ],
};
