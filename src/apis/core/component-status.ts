import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordsAt, stringAt } from "../record.ts";
import type { JsonRecord } from "../record.ts";
import { nameColumn, stringIn, text } from "../table-cells.ts";

const unhealthy = (name: string, port: number): KubeObject => ({
  metadata: { name },
  conditions: [
    {
      type: "Healthy",
      status: "False",
      message: `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    },
  ],
});

/**
 * Returns component statuses: unhealthy for components that do not exist here, as upstream reports them, and healthy
 * for the store, which is part of this server.
 */
export async function listComponentStatuses(): Promise<readonly KubeObject[]> {
  return [
    unhealthy("controller-manager", 10257),
    unhealthy("scheduler", 10259),
    { metadata: { name: "etcd-0" }, conditions: [{ type: "Healthy", status: "True", message: "ok" }] },
  ];
}

function health(object: KubeObject): JsonRecord | undefined {
  return recordsAt(object, "conditions").find((condition) => stringAt(condition, "type") === "Healthy");
}

function healthText(object: KubeObject): string {
  const condition = health(object);
  if (condition === undefined) return "Unknown";
  return condition["status"] === "True" ? "Healthy" : "Unhealthy";
}

/** The columns of ComponentStatuses. */
export const componentStatusTable: TableLayout = {
  columns: [
    nameColumn,
    text("Status", "Status of the component conditions", healthText),
    text("Message", "Message of the component conditions", (object) => stringIn("", health(object) ?? {}, "message")),
    text("Error", "Error of the component conditions", (object) => stringIn("", health(object) ?? {}, "error")),
  ],
};
