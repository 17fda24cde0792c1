import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { TableLayout } from "../../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { ageColumn, at, labelText, nameColumn, numberIn, stringIn, text, wide } from "../../table-cells.ts";

/** Formats the addresses of a load balancer; only kubectl truncates them (printers loadBalancerStatusStringer). */
export function loadBalancerText(status: JsonRecord): string {
  const points = recordsAt(recordAt(status, "loadBalancer"), "ingress").map(
    (point) => stringAt(point, "ip") || stringAt(point, "hostname"),
  );
  return [...new Set(points.filter((point) => point !== ""))].sort().join(",");
}

const externalIps = (service: KubeObject): readonly string[] => {
  const ips = at(service, "spec", "externalIPs");
  return Array.isArray(ips) ? ips.filter((ip) => typeof ip === "string") : [];
};

function externalText(service: KubeObject): string {
  const ips = externalIps(service);
  switch (at(service, "spec", "type")) {
    case "ClusterIP":
    case "NodePort":
      return ips.join(",") || "<none>";
    case "LoadBalancer":
      return (
        [loadBalancerText(recordAt(service, "status")), ...ips].filter((address) => address !== "").join(",") ||
        "<pending>"
      );
    case "ExternalName":
      return stringIn("", service, "spec", "externalName");
    default:
      return "<unknown>";
  }
}

function portText(port: JsonRecord): string {
  const nodePort = numberIn(port, "nodePort");
  return `${numberIn(port, "port")}${nodePort > 0 ? `:${nodePort}` : ""}/${stringAt(port, "protocol")}`;
}

function clusterIp(service: KubeObject): string {
  const ips = at(service, "spec", "clusterIPs");
  return Array.isArray(ips) && typeof ips[0] === "string" ? ips[0] : "<none>";
}

export const serviceTable: TableLayout = {
  columns: [
    nameColumn,
    text("Type", "How the service is reached.", (service) => stringIn("", service, "spec", "type")),
    text("Cluster-IP", "Its address within the cluster.", (service) =>
      stringIn(clusterIp(service), service, "spec", "clusterIP"),
    ),
    text("External-IP", "Its addresses for the outside.", externalText),
    text(
      "Port(s)",
      "Its ports.",
      (service) => recordsAt(recordAt(service, "spec"), "ports").map(portText).join(",") || "<none>",
    ),
    ageColumn,
    wide(text("Selector", "Which pods it leads to.", (service) => labelText(at(service, "spec", "selector")))),
  ],
};
