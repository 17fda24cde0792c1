import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { TableLayout, TableRowCondition } from "../../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../record.ts";
import { ageColumn, at, labelText, nameColumn, stringIn, text, timeSince, wide, numberIn } from "../../table-cells.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";

/** The values that the columns of a pod show. */
interface PodSummary {
  readonly reason: string;
  readonly ready: number;
  readonly total: number;
  readonly restarts: number;
  /** When the last restarted container terminated. */
  readonly lastRestart: string | undefined;
}

interface Progress {
  reason: string;
  ready: number;
  restarts: number;
  lastRestart: string | undefined;
}

const isSidecar = (container: JsonRecord): boolean => stringAt(container, "restartPolicy") === "Always";

/** Summarizes the status of a pod (printers printPod). */
function summarizePod(pod: KubeObject): PodSummary {
  const [spec, status] = [recordAt(pod, "spec"), recordAt(pod, "status")];
  const initContainers = recordsAt(spec, "initContainers");
  const sidecars = new Set(initContainers.filter(isSidecar).map((container) => stringAt(container, "name")));
  const total = recordsAt(spec, "containers").length + sidecars.size;
  const progress: Progress = { reason: firstReason(status), ready: 0, restarts: 0, lastRestart: undefined };
  const sidecarProgress: Progress = { ...progress };
  const initializing = addInitContainers(progress, sidecarProgress, status, sidecars, initContainers.length);
  if (!initializing || isInitialized(status)) {
    progress.restarts = sidecarProgress.restarts;
    progress.lastRestart = sidecarProgress.lastRestart;
    addContainers(progress, status);
  }
  return { ...progress, total, reason: deletionReason(pod, status) ?? progress.reason };
}

function firstReason(status: JsonRecord): string {
  const gated = recordsAt(status, "conditions").some(
    (condition) =>
      stringAt(condition, "type") === "PodScheduled" && stringAt(condition, "reason") === "SchedulingGated",
  );
  return gated ? "SchedulingGated" : stringAt(status, "reason") || stringAt(status, "phase");
}

const conditionStatus = (status: JsonRecord, type: string): unknown =>
  recordsAt(status, "conditions").find((condition) => stringAt(condition, "type") === type)?.["status"];

const isInitialized = (status: JsonRecord): boolean => conditionStatus(status, "Initialized") === "True";

function deletionReason({ metadata }: KubeObject, status: JsonRecord): string | undefined {
  if (metadata.deletionTimestamp === undefined) return undefined;
  if (stringAt(status, "reason") === "NodeLost") return "Unknown";
  const phase = stringAt(status, "phase");
  return phase === "Succeeded" || phase === "Failed" ? undefined : "Terminating";
}

function noteRestarts(progress: Progress, container: JsonRecord): void {
  progress.restarts += numberIn(container, "restartCount");
  const finished = at(container, "lastState", "terminated", "finishedAt");
  if (
    typeof finished === "string" &&
    (progress.lastRestart === undefined || Date.parse(finished) > Date.parse(progress.lastRestart))
  )
    progress.lastRestart = finished;
}

/** Adds the init containers to the summary; returns true if the pod is still initializing. */
function addInitContainers(
  progress: Progress,
  ofSidecars: Progress,
  status: JsonRecord,
  sidecars: ReadonlySet<string>,
  count: number,
): boolean {
  for (const [i, container] of recordsAt(status, "initContainerStatuses").entries()) {
    noteRestarts(progress, container);
    const sidecar = sidecars.has(stringAt(container, "name"));
    if (sidecar) noteRestarts(ofSidecars, container);
    const reason = initReason(container, sidecar, `Init:${i}/${count}`);
    if (reason === undefined) {
      if (sidecar && container["started"] === true && container["ready"] === true) progress.ready++;
      continue;
    }
    progress.reason = reason;
    return true;
  }
  return false;
}

/**
 * Returns the reason for which an init container holds the pod in initialization; undefined if it has finished or is a
 * started sidecar.
 */
function initReason(container: JsonRecord, sidecar: boolean, otherwise: string): string | undefined {
  const terminated = at(container, "state", "terminated");
  if (isRecord(terminated) && numberIn(terminated, "exitCode") === 0) return undefined;
  if (sidecar && container["started"] === true) return undefined;
  if (isRecord(terminated)) return `Init:${endReason(terminated)}`;
  const waiting = at(container, "state", "waiting", "reason");
  return typeof waiting === "string" && waiting !== "" && waiting !== "PodInitializing" ? `Init:${waiting}` : otherwise;
}

function endReason(terminated: JsonRecord): string {
  const reason = stringAt(terminated, "reason");
  if (reason !== "") return reason;
  const signal = numberIn(terminated, "signal");
  return signal === 0 ? `ExitCode:${numberIn(terminated, "exitCode")}` : `Signal:${signal}`;
}

/** Adds the containers to the summary; the first waiting or terminated container determines the reason. */
function addContainers(progress: Progress, status: JsonRecord): void {
  let running = false;
  for (const container of [...recordsAt(status, "containerStatuses")].reverse()) {
    noteRestarts(progress, container);
    const waiting = at(container, "state", "waiting", "reason");
    const terminated = at(container, "state", "terminated");
    if (typeof waiting === "string" && waiting !== "") progress.reason = waiting;
    else if (isRecord(terminated)) progress.reason = endReason(terminated);
    else if (container["ready"] === true && isRecord(at(container, "state", "running"))) {
      running = true;
      progress.ready++;
    }
  }
  if (progress.reason === "Completed" && running)
    progress.reason = conditionStatus(status, "Ready") === "True" ? "Running" : "NotReady";
}

/** Summaries by pod, shared by all columns. */
const summaries = new WeakMap<KubeObject, PodSummary>();

/** Returns the summary of a pod; cached. */
function summaryOf(pod: KubeObject): PodSummary {
  const summary = summaries.get(pod) ?? summarizePod(pod);
  summaries.set(pod, summary);
  return summary;
}

function restarts(pod: KubeObject, now: number): string {
  const { restarts: count, lastRestart } = summaryOf(pod);
  return count === 0 || lastRestart === undefined ? String(count) : `${count} (${timeSince(lastRestart, now)} ago)`;
}

/** Formats how many readiness gates of a pod are satisfied. */
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
    text(
      "Ready",
      "The aggregate readiness state of this pod for accepting traffic.",
      (pod) => `${summaryOf(pod).ready}/${summaryOf(pod).total}`,
    ),
    text("Status", "The aggregate status of the containers in this pod.", (pod) => summaryOf(pod).reason),
    text(
      "Restarts",
      "The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.",
      restarts,
    ),
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

/** Table of PodTemplates. */
export const podTemplateTable: TableLayout = {
  columns: [
    nameColumn,
    text("Containers", "Names of each container in the template.", (template) => containersOf(template, "name")),
    text("Images", "Images referenced by each container in the template.", (template) =>
      containersOf(template, "image"),
    ),
    text("Pod Labels", "The labels for the pod template.", (template) =>
      labelText(at(template, "template", "metadata", "labels")),
    ),
  ],
};

const containersOf = (template: KubeObject, member: "name" | "image"): string =>
  recordsAt(recordAt(recordAt(template, "template"), "spec"), "containers")
    .map((container) => stringAt(container, member))
    .join(",");
