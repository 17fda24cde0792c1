import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { autoscalerToV2 } from "./conversion.ts";
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

/** How Go prints a quantity that is not set. */
const noQuantity = "<nil>";

/** Formats a metric as `cpu: 42%/80%`, `10/20 (avg)` or `5/7` (printers formatHPAMetrics). */
function metricText(metric: JsonRecord, status: JsonRecord | undefined): string {
  const type = stringAt(metric, "type");
  const member = members[type];
  if (member === undefined) return "<unknown type>";
  const target = recordAt(recordAt(metric, member), "target");
  const reported = status?.[member];
  const current = recordAt(isRecord(reported) ? reported : {}, "current");
  const averageNow = printed(isRecord(reported) ? noQuantity : unknown, current["averageValue"]);
  const average = printed(noQuantity, target["averageValue"]);
  if (type === "Pods") return `${averageNow}/${average}`;
  if (type === "Resource" || type === "ContainerResource") {
    const name = stringIn("", metric, member, "name");
    return average === noQuantity
      ? `${name}: ${percent(current["averageUtilization"], unknown)}/${percent(target["averageUtilization"], "<auto>")}`
      : `${name}: ${averageNow}/${average}`;
  }
  if (average !== noQuantity) return `${printed(unknown, current["averageValue"])}/${average} (avg)`;
  const now = printed(isRecord(reported) ? noQuantity : unknown, current["value"]);
  return `${now}/${printed(noQuantity, target["value"])}`;
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

/** Returns the table of a version; autoscaling/v1 has most metrics in an annotation. */
export const horizontalPodAutoscalerTable = (version: string): TableLayout => ({
  columns: [
    nameColumn,
    text(
      "Reference",
      "What it scales.",
      (object) =>
        `${stringIn("", object, "spec", "scaleTargetRef", "kind")}/${stringIn("", object, "spec", "scaleTargetRef", "name")}`,
    ),
    text("Targets", "What it looks at: present and wanted values.", (object) =>
      metricsText(version === "v1" ? autoscalerToV2(object) : object),
    ),
    text("MinPods", "How few pods it goes down to.", (object) => printed("<unset>", at(object, "spec", "minReplicas"))),
    text("MaxPods", "How many pods it goes up to.", (object) => numberIn(object, "spec", "maxReplicas")),
    text("Replicas", "How many pods there are.", (object) => numberIn(object, "status", "currentReplicas")),
    ageColumn,
  ],
});
