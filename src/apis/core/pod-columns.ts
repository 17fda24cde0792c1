import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout, TableRowCondition } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, at, labelText, nameColumn, stringIn, text, timeSince, wide } from "../table-cells.ts";
import { summarizePod, type PodSummary } from "./pod-summary.ts";

const summaries = new WeakMap<KubeObject, PodSummary>();

/** Several columns look at the same sums. */
function summaryOf(pod: KubeObject): PodSummary {
  const summary = summaries.get(pod) ?? summarizePod(pod);
  summaries.set(pod, summary);
  return summary;
}

function restarts(pod: KubeObject, now: number): string {
  const { restarts: count, lastRestart } = summaryOf(pod);
  return count === 0 || lastRestart === undefined ? String(count) : `${count} (${timeSince(lastRestart, now)} ago)`;
}

/** How many of the conditions that a pod waits for hold. */
function readinessGates(pod: KubeObject): string {
  const gates = recordsAt(recordAt(pod, "spec"), "readinessGates");
  if (gates.length === 0) return "<none>";
  const conditions = recordsAt(recordAt(pod, "status"), "conditions");
  const holds = (type: string): boolean =>
    conditions.find((condition) => stringAt(condition, "type") === type)?.["status"] === "True";
  return `${gates.filter((gate) => holds(stringAt(gate, "conditionType"))).length}/${gates.length}`;
}

const completed = (reason: string, message: string): readonly TableRowCondition[] => [
  { type: "Completed", status: "True", reason, message },
];

function conditions(pod: KubeObject): readonly TableRowCondition[] {
  const phase = at(pod, "status", "phase");
  if (phase === "Succeeded") return completed("Succeeded", "The pod has completed successfully.");
  return phase === "Failed" ? completed("Failed", "The pod failed.") : [];
}

const addressOf = (pod: KubeObject): string => {
  const [first] = recordsAt(recordAt(pod, "status"), "podIPs");
  return stringIn(first === undefined ? "<none>" : stringIn("<none>", first, "ip"), pod, "status", "podIP");
};

export const podTable: TableLayout = {
  columns: [
    nameColumn,
    text("Ready", "How many of the containers are ready.", (pod) => `${summaryOf(pod).ready}/${summaryOf(pod).total}`),
    text("Status", "What the pod does, in one word.", (pod) => summaryOf(pod).reason),
    text("Restarts", "How often containers were restarted, and when last.", restarts),
    ageColumn,
    wide(text("IP", "The pod's address.", addressOf)),
    wide(text("Node", "Where the pod runs.", (pod) => stringIn("<none>", pod, "spec", "nodeName"))),
    wide(
      text("Nominated Node", "Where the pod is to run once others have made room.", (pod) =>
        stringIn("<none>", pod, "status", "nominatedNodeName"),
      ),
    ),
    wide(text("Readiness Gates", "How many of the further conditions of its readiness hold.", readinessGates)),
  ],
  conditions,
};

/** A pod template is shown by what it holds. */
export const podTemplateTable: TableLayout = {
  columns: [
    nameColumn,
    text("Containers", "The names of the containers.", (template) => containersOf(template, "name")),
    text("Images", "The images of the containers.", (template) => containersOf(template, "image")),
    text("Pod Labels", "The labels of its pods.", (template) =>
      labelText(at(template, "template", "metadata", "labels")),
    ),
  ],
};

const containersOf = (template: KubeObject, member: "name" | "image"): string =>
  recordsAt(recordAt(recordAt(template, "template"), "spec"), "containers")
    .map((container) => stringAt(container, member))
    .join(",");
