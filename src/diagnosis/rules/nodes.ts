import { conditionOf, conditionsOf } from "../conditions.ts";
import { byCondition, conclude, field } from "../conclude.ts";
import { textAt } from "../fields.ts";
import type { Rule } from "../rule.ts";
import { taintsOf } from "../views.ts";
import { ago, firstLine, listed } from "../words.ts";
import { taintText } from "./node-reasons.ts";

const pressures: Readonly<Record<string, string>> = {
  MemoryPressure: "it is short of memory, so pods may be evicted and none without memory requests come",
  DiskPressure: "it is short of disk space, so pods may be evicted and none come",
  PIDPressure: "it is short of process ids, so none come",
  NetworkUnavailable: "its network is not set up",
};

const notReady: Rule = (node, { reading }) => {
  const ready = conditionOf(node, "Ready");
  if (ready?.status === "True") return undefined;
  if (ready === undefined)
    return conclude(node, {
      situation: "node-never-reported",
      state: "Not ready",
      level: "error",
      because: "no kubelet has reported for it yet",
      evidence: [field(node, "status.conditions", "")],
    });
  const isUnknown = ready.status === "Unknown";
  return conclude(node, {
    situation: isUnknown ? "node-unreachable" : "node-not-ready",
    state: isUnknown ? "Unreachable" : "Not ready",
    level: "error",
    because: isUnknown
      ? `its kubelet has not reported for ${ago(ready.since, reading.now())}`
      : firstLine(ready.message) || ready.reason,
    evidence: [
      ...byCondition(node, ready),
      ...taintsOf(node).map((taint) => field(node, "spec.taints", taintText(taint))),
    ],
  });
};

const pressure: Rule = (node) => {
  const found = conditionsOf(node).find(({ type, status }) => pressures[type] !== undefined && status === "True");
  if (found === undefined) return undefined;
  return conclude(node, {
    situation: "node-under-pressure",
    state: found.type,
    level: "warning",
    because: pressures[found.type] ?? "",
    evidence: byCondition(node, found),
  });
};

const cordoned: Rule = (node) =>
  textAt(node, "spec.unschedulable") === "true"
    ? conclude(node, {
        situation: "node-cordoned",
        state: "Cordoned",
        level: "warning",
        because: "spec.unschedulable is true, so no new pods are put on it",
        evidence: [field(node, "spec.unschedulable")],
      })
    : undefined;

const schedulable: Rule = (node) => {
  const taints = taintsOf(node)
    .filter(({ effect }) => effect !== "PreferNoSchedule")
    .map(taintText);
  const evicts = taints.some((taint) => taint.endsWith(":NoExecute")) ? ", and others are evicted" : "";
  const because = taints.length === 0 ? "" : `only pods that tolerate ${listed(taints)} are put on it${evicts}`;
  return conclude(node, {
    situation: taints.length === 0 ? "node-ready" : "node-tainted",
    state: "Ready",
    level: "ok",
    because,
    evidence: byCondition(node, conditionOf(node, "Ready")),
  });
};

/** The rules of Nodes. */
export const nodeRules: readonly Rule[] = [notReady, pressure, cordoned, schedulable];
