import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { ageColumn, at, firstOf, nameColumn, numberIn, printed, stringIn, text } from "../table-cells.ts";

/** The member that holds the metric of each type. */
const members: Readonly<Record<string, string>> = {
  External: "external",
  Pods: "pods",
  Object: "object",
  Resource: "resource",
  ContainerResource: "containerResource",
};

const unknown = "<unknown>";

const percent = (value: unknown, none: string): string => (typeof value === "number" ? `${value}%` : none);

/** Formats a metric as `42%/80%`, `10/20 (avg)` or `5/7` (printers formatHPAMetrics). */
function metricText(metric: JsonRecord, status: JsonRecord | undefined): string {
  const type = stringAt(metric, "type");
  const member = members[type];
  if (member === undefined) return "<unknown type>";
  const target = recordAt(recordAt(metric, member), "target");
  const current = recordAt(recordAt(status ?? {}, member), "current");
  const average = stringIn("", target, "averageValue");
  const byShare = type === "Resource" || type === "ContainerResource";
  const label =
    type === "Resource"
      ? `${stringIn("", metric, member, "name")}: `
      : type === "ContainerResource"
        ? `${stringIn("", metric, member, "name")}: `
        : "";
  if (average !== "")
    return `${label}${stringIn(unknown, current, "averageValue")}/${average}${type === "Pods" || byShare ? "" : " (avg)"}`;
  if (byShare)
    return `${label}${percent(current["averageUtilization"], unknown)}/${percent(target["averageUtilization"], "<auto>")}`;
  return `${stringIn(unknown, current, "value")}/${stringIn("0", target, "value")}`;
}

function metricsText(scaler: KubeObject): string {
  const metrics = recordsAt(recordAt(scaler, "spec"), "metrics");
  if (metrics.length === 0) return "<none>";
  const current = recordsAt(recordAt(scaler, "status"), "currentMetrics");
  return firstOf(
    metrics.map((metric, i) => metricText(metric, current[i])),
    2,
    ", ",
  );
}

/** Formats the targets; autoscaling/v1 has only the CPU utilization. */
function targetsText(scaler: KubeObject): string {
  const wanted = at(scaler, "spec", "targetCPUUtilizationPercentage");
  if (wanted === undefined) return metricsText(scaler);
  return `cpu: ${percent(at(scaler, "status", "currentCPUUtilizationPercentage"), unknown)}/${percent(wanted, "<auto>")}`;
}

export const horizontalPodAutoscalerTable: TableLayout = {
  columns: [
    nameColumn,
    text(
      "Reference",
      "What it scales.",
      (object) =>
        `${stringIn("", object, "spec", "scaleTargetRef", "kind")}/${stringIn("", object, "spec", "scaleTargetRef", "name")}`,
    ),
    text("Targets", "What it looks at: present and wanted values.", targetsText),
    text("MinPods", "How few pods it goes down to.", (object) => printed("<unset>", at(object, "spec", "minReplicas"))),
    text("MaxPods", "How many pods it goes up to.", (object) => numberIn(object, "spec", "maxReplicas")),
    text("Replicas", "How many pods there are.", (object) => numberIn(object, "status", "currentReplicas")),
    ageColumn,
  ],
};
