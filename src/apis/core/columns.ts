import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import {
  ageColumn,
  at,
  containerColumns,
  firstOf,
  integer,
  labelText,
  nameColumn,
  numberIn,
  sizeOf,
  stringIn,
  text,
  wide,
} from "../table-cells.ts";

export const configMapTable: TableLayout = {
  columns: [
    nameColumn,
    text("Data", "How many entries it has.", (object) => sizeOf(object["data"]) + sizeOf(object["binaryData"])),
    ageColumn,
  ],
};

export const secretTable: TableLayout = {
  columns: [
    nameColumn,
    text("Type", "What its data are meant for.", (object) => stringIn("", object, "type")),
    text("Data", "How many entries it has.", (object) => sizeOf(object["data"])),
    ageColumn,
  ],
};

export const serviceAccountTable: TableLayout = {
  columns: [
    nameColumn,
    text("Secrets", "How many secrets belong to it.", (object) => sizeOf(object["secrets"])),
    ageColumn,
  ],
};

export const replicationControllerTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Desired", "How many pods are wanted.", (object) => numberIn(object, "spec", "replicas")),
    integer("Current", "How many pods there are.", (object) => numberIn(object, "status", "replicas")),
    integer("Ready", "How many pods are ready.", (object) => numberIn(object, "status", "readyReplicas")),
    ageColumn,
    ...containerColumns("spec", "template"),
    wide(text("Selector", "Which pods belong to it.", (object) => labelText(at(object, "spec", "selector")))),
  ],
};

/** Formats an address and port: `10.0.0.1:80` or `[::1]:80`. */
const hostPort = (host: string, port: number): string => (host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`);

function endpointsText(object: KubeObject): string {
  const subsets = recordsAt(object, "subsets");
  if (subsets.length === 0) return "<none>";
  const all = subsets.flatMap((subset) => {
    const hosts = recordsAt(subset, "addresses").map((address) => stringAt(address, "ip"));
    const ports = recordsAt(subset, "ports");
    return ports.length === 0
      ? hosts
      : ports.flatMap((port) => hosts.map((host) => hostPort(host, numberIn(port, "port"))));
  });
  return firstOf(all, 3, ",");
}

export const endpointsTable: TableLayout = {
  columns: [nameColumn, text("Endpoints", "Addresses and ports.", endpointsText), ageColumn],
};

function health(object: KubeObject): JsonRecord | undefined {
  return recordsAt(object, "conditions").find((condition) => stringAt(condition, "type") === "Healthy");
}

function healthText(object: KubeObject): string {
  const condition = health(object);
  if (condition === undefined) return "Unknown";
  return condition["status"] === "True" ? "Healthy" : "Unhealthy";
}

export const componentStatusTable: TableLayout = {
  columns: [
    nameColumn,
    text("Status", "Status of the component conditions", healthText),
    text("Message", "Message of the component conditions", (object) => stringIn("", health(object) ?? {}, "message")),
    text("Error", "Error of the component conditions", (object) => stringIn("", health(object) ?? {}, "error")),
  ],
};

/** Formats the requests or the limits of a quota: `cpu: 1/2, memory: 1Gi/4Gi`. */
function quotaText(object: KubeObject, limits: boolean): string {
  const status = recordAt(object, "status");
  const [hard, used] = [recordAt(status, "hard"), recordAt(status, "used")];
  const names = Object.keys(hard)
    .sort()
    .filter((name) => name.startsWith("limits.") === limits);
  return names.map((name) => `${name}: ${stringIn("0", used, name)}/${stringIn("0", hard, name)}`).join(", ");
}

export const resourceQuotaTable: TableLayout = {
  columns: [
    nameColumn,
    text("Request", "Request represents a minimum amount of cpu/memory that a container may consume.", (object) =>
      quotaText(object, false),
    ),
    text(
      "Limit",
      "Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.",
      (object) => quotaText(object, true),
    ),
    ageColumn,
  ],
};
