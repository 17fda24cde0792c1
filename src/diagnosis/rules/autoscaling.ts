import { groupVersionOf } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionOf, type ConditionView, conditionWith } from "../conditions.ts";
import type { Diagnosis, Evidence, ObjectId } from "../diagnosis.ts";
import { byCondition, conclude, field, missing } from "../conclude.ts";
import { itemsAt, numberAt, textAt } from "../fields.ts";
import { knownKind } from "../known-kinds.ts";
import { objectId } from "../object-id.ts";
import type { Reading } from "../reading.ts";
import type { Rule } from "../rule.ts";
import { firstLine, listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";

const targetOf = (scaler: KubeObject) =>
  objectId(
    groupVersionOf(textAt(scaler, "spec.scaleTargetRef.apiVersion") || "v1").group,
    textAt(scaler, "spec.scaleTargetRef.kind"),
    scaler.metadata.namespace ?? "",
    textAt(scaler, "spec.scaleTargetRef.name"),
  );

/** Why the scale of a target could not be read or written. */
function unscalable(message: string, { kind, name }: ObjectId): string {
  const [, unserved = "", group = ""] = /no matches for kind "([^"]+)" in group "([^"]*)"/.exec(message) ?? [];
  if (unserved !== "") {
    const other = ["apps", ""].find((each) => knownKind(each, unserved) !== undefined);
    const meant = other === undefined ? "" : `; the ${other === "" ? "core group" : `group ${other}`} has that kind`;
    return `the kind of its target, ${unserved} of the group "${group}", is not served${meant}`;
  }
  if (message.endsWith("the server could not find the requested resource"))
    return `its target, the ${kind} ${name}, has no subresource scale`;
  return firstLine(message);
}

/** Another autoscaler that selects the same pods, so that neither scales. */
function ambiguous(scaler: KubeObject, active: ConditionView): Diagnosis {
  const all = /multiple HPAs: \[([^\]]*)\]/.exec(active.message)?.[1]?.split(" ") ?? [];
  const others = all
    .filter((one) => one !== `${scaler.metadata.namespace ?? ""}/${scaler.metadata.name ?? ""}`)
    .map((one) => one.slice(one.indexOf("/") + 1));
  const ids = others.map((name) =>
    objectId("autoscaling", "HorizontalPodAutoscaler", scaler.metadata.namespace ?? "", name),
  );
  return conclude(scaler, {
    situation: "autoscaler-ambiguous",
    state: "Conflict",
    level: "error",
    because: `${others.length === 0 ? "another autoscaler scales" : `${listed(others)} ${others.length === 1 ? "scales" : "scale"}`} the same pods, so none of them scales`,
    evidence: [...byCondition(scaler, active), ...ids.map((object) => ({ kind: "object", object }) satisfies Evidence)],
  });
}

const noTarget: Rule = async (scaler, { reading }) => {
  const id = targetOf(scaler);
  const able = conditionWith(scaler, "AbleToScale", "False");
  const isMissing = await reading.isMissing(id);
  if (!isMissing && able === undefined) return undefined;
  const other = isMissing ? await elsewhere(id, reading) : undefined;
  return conclude(scaler, {
    situation: isMissing ? "autoscaler-target-missing" : "autoscaler-cannot-scale",
    state: "Cannot scale",
    level: "error",
    because: isMissing
      ? `its target, the ${id.kind} ${id.name}, does not exist${other?.text ?? ""}`
      : unscalable(able?.message ?? "", id),
    evidence: [
      field(scaler, "spec.scaleTargetRef.name"),
      ...byCondition(scaler, able),
      ...(isMissing ? [missing(id)] : []),
      ...(other?.evidence ?? []),
    ],
  });
};

/** The addons that serve metrics, by the group of their API, with its version. */
const metricsApis: Readonly<Record<string, readonly [version: string, words: string, addon: string]>> = {
  "metrics.k8s.io": ["v1beta1", "the metrics API", "metrics-server"],
  "custom.metrics.k8s.io": ["v1beta2", "the custom metrics API", "metrics-adapter"],
  "external.metrics.k8s.io": ["v1beta1", "the external metrics API", "metrics-adapter"],
};

/** Says that nothing serves the API of a metric, and what would; undefined if its APIService is there. */
async function missingMetrics(
  resource: string,
  reading: Reading,
): Promise<{ readonly because: string; readonly service: ObjectId } | undefined> {
  const group = /\.((?:custom\.|external\.)?metrics\.k8s\.io)$/.exec(resource)?.[1] ?? "";
  const [version, words, addon] = metricsApis[group] ?? [];
  if (version === undefined || words === undefined) return undefined;
  const service = objectId("apiregistration.k8s.io", "APIService", "", `${version}.${group}`);
  if (!(await reading.isMissing(service))) return undefined;
  return { because: `${words} is not installed: install the addon ${addon}`, service };
}

const noMetrics: Rule = async (scaler, { reading }) => {
  const active = conditionWith(scaler, "ScalingActive", "False");
  if (active === undefined) return undefined;
  const evidence = byCondition(scaler, active);
  if (active.reason === "ScalingDisabled")
    return conclude(scaler, {
      situation: "autoscaler-disabled",
      state: "Disabled",
      level: "warning",
      because: "its target is scaled to zero, which switches it off",
      evidence,
    });
  if (active.reason === "AmbiguousSelector") return ambiguous(scaler, active);
  const target = await reading.get(targetOf(scaler));
  const lacks = /missing request for (\S+)(?: in container (\S+) of Pod (\S+))?/.exec(active.message);
  if (lacks !== null) {
    const [, resource = "", container = "", pod = ""] = lacks;
    const where = container === "" ? "its pods" : `the container ${container} of ${pod}`;
    return conclude(scaler, {
      situation: "autoscaler-without-requests",
      state: "No metrics",
      level: "error",
      because: `it scales by the use of ${resource}, which needs a request, and ${where} requests none`,
      evidence,
    });
  }
  const unregistered = /no \w+ metrics API \((\S+)\) registered/.exec(active.message)?.[1];
  const unserved =
    unregistered === undefined
      ? /could not find the requested resource \(get ([^)\s]+)/.exec(active.message)?.[1]
      : `its metric.${unregistered}`;
  const uninstalled = await missingMetrics(unserved ?? "", reading);
  if (uninstalled !== undefined)
    return conclude(scaler, {
      situation: "autoscaler-metrics-not-installed",
      state: "No metrics",
      level: "error",
      because: uninstalled.because,
      evidence: [...evidence, missing(uninstalled.service)],
    });
  const of = target === undefined ? "" : ` of ${targetOf(scaler).name}`;
  const isNone = /no metrics returned|unable to fetch metrics|did not receive metrics/.test(active.message);
  return conclude(scaler, {
    situation: active.reason === "InvalidSelector" ? "autoscaler-selector-invalid" : "autoscaler-without-metrics",
    state: "No metrics",
    level: "error",
    because:
      unserved !== undefined
        ? unserved.startsWith("pods.")
          ? `no metrics of the pods${of} are served: there is no ${unserved}`
          : `its metric is not served: there is no ${unserved}`
        : isNone
          ? `there are no metrics of the pods${of}: ${firstLine(active.message)}`
          : firstLine(active.message),
    evidence,
  });
};

const limited: Rule = (scaler) => {
  const condition = conditionWith(scaler, "ScalingLimited", "True");
  if (condition === undefined) return undefined;
  const [isMost, isLeast] = [condition.reason === "TooManyReplicas", condition.reason === "TooFewReplicas"];
  const now = numberAt(scaler, "status.desiredReplicas") ?? 0;
  return conclude(scaler, {
    situation: isMost ? "autoscaler-at-maximum" : isLeast ? "autoscaler-at-minimum" : "autoscaler-limited",
    state: isMost ? "At its maximum" : isLeast ? "At its minimum" : "Limited",
    level: isMost ? "warning" : "ok",
    because: isMost
      ? `it would scale beyond its maxReplicas of ${now}`
      : isLeast
        ? `it would scale below its minReplicas of ${now}`
        : firstLine(condition.message),
    evidence: [...byCondition(scaler, condition), field(scaler, isMost ? "spec.maxReplicas" : "spec.minReplicas")],
  });
};

const scaling: Rule = (scaler) => {
  const [current, desired] = [
    numberAt(scaler, "status.currentReplicas") ?? 0,
    numberAt(scaler, "status.desiredReplicas") ?? 0,
  ];
  const active = conditionOf(scaler, "ScalingActive");
  if (active === undefined)
    return conclude(scaler, {
      situation: "autoscaler-not-observed",
      state: "Waiting",
      level: "progressing",
      because: "its controller has not looked at it yet",
      evidence: [field(scaler, "status.conditions", "")],
    });
  const because =
    current === desired
      ? `${current} replicas are enough for its ${itemsAt(scaler, "spec.metrics").length === 1 ? "metric" : "metrics"}`
      : `from ${current} to ${desired} replicas`;
  return conclude(scaler, {
    situation: current === desired ? "autoscaler-active" : "autoscaler-scaling",
    state: current === desired ? "Active" : "Scaling",
    level: current === desired ? "ok" : "progressing",
    because,
    evidence: byCondition(scaler, active),
  });
};

/** The rules of HorizontalPodAutoscalers. */
export const autoscalerRules: readonly Rule[] = [noTarget, noMetrics, limited, scaling];
