import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { formatLabelSelector } from "../../../apimachinery/labels/label-selector.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { labelsText } from "../../output/print-table.ts";
import { annotations, events, labels, longTime, numberAt } from "./describe-parts.ts";
import { has } from "./describe-quotas.ts";

/** A horizontal pod autoscaler (describe.HorizontalPodAutoscalerDescriber, autoscaling/v2). */
export async function describeAutoscaler(invocation: Invocation, object: JsonObject): Promise<string> {
  const spec = objectAt(object, "spec");
  const status = objectAt(object, "status");
  const target = objectAt(spec, "scaleTargetRef");
  const current = itemsAt(status, "currentMetrics");
  const metrics = itemsAt(spec, "metrics").map((metric, i) => metricText(metric, current[i] ?? null));
  const rows = itemsAt(status, "conditions").map((each) => {
    const cells = ["type", "status", "reason", "message"].map((member) => textAt(each, member));
    return `  ${cells.join("\t")}\n`;
  });
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n`,
    labels(object),
    annotations(object),
    `CreationTimestamp:\t${longTime(textAt(object, "metadata", "creationTimestamp"))}\n`,
    `Reference:\t${textAt(target, "kind")}/${textAt(target, "name")}\nMetrics:\t( current / target )\n`,
    metrics.join(""),
    `Min replicas:\t${textAt(spec, "minReplicas") || "<unset>"}\nMax replicas:\t${textAt(spec, "maxReplicas")}\n`,
    has(spec, "behavior")
      ? `Behavior:\n${behavior("Scale Up", objectAt(spec, "behavior", "scaleUp"))}${behavior("Scale Down", objectAt(spec, "behavior", "scaleDown"))}`
      : "",
    `${textAt(target, "kind")} pods:\t${numberAt(status, "currentReplicas")} current / ${numberAt(status, "desiredReplicas")} desired\n`,
    rows.length === 0
      ? ""
      : `Conditions:\n  Type\tStatus\tReason\tMessage\n  ----\t------\t------\t-------\n${rows.join("")}`,
    await events(invocation, object),
  ].join("");
}

const members: Readonly<Record<string, string>> = {
  External: "external",
  Pods: "pods",
  Object: "object",
  Resource: "resource",
  ContainerResource: "containerResource",
};

function metricText(metric: JsonValue, status: JsonValue): string {
  const type = textAt(metric, "type");
  const member = members[type];
  if (member === undefined) return `  <unknown metric type ${quoteGo(type)}>\n`;
  const source = objectAt(metric, member);
  const current = objectAt(status, member, "current");
  const target = objectAt(source, "target");
  const name = textAt(source, "metric", "name");
  const known = has(status, member);
  const pair = (value: "value" | "averageValue"): string =>
    `${known && (type !== "External" || value === "value" || has(current, value)) ? textAt(current, value) || "<nil>" : "<unknown>"} / ${textAt(target, value) || "<nil>"}\n`;
  const isAverage = has(target, "averageValue");
  switch (type) {
    case "External":
      return isAverage
        ? `  ${quoteGo(name)} (target average value):\t${pair("averageValue")}`
        : `  ${quoteGo(name)} (target value):\t${pair("value")}`;
    case "Pods":
      return `  ${quoteGo(name)} on pods:\t${pair("averageValue")}`;
    case "Object": {
      const object = objectAt(source, "describedObject");
      const title = `  "${name}" on ${textAt(object, "kind")}/${textAt(object, "name")} `;
      return textAt(target, "type") === "AverageValue"
        ? `${title}(target average value):\t${pair("averageValue")}`
        : `${title}(target value):\t${pair("value")}`;
    }
    default: {
      const container = textAt(source, "container");
      const title = `  resource ${textAt(source, "name")}${container === "" ? "" : ` of container "${container}"`} on pods`;
      return isAverage ? `${title}:\t${pair("averageValue")}` : `${title}  ${utilization(current, target)}`;
    }
  }
}

function utilization(current: JsonObject, target: JsonObject): string {
  const used = textAt(current, "averageUtilization");
  const wanted = textAt(target, "averageUtilization");
  const now = used === "" ? "<unknown>" : `${used}% (${textAt(current, "averageValue") || "<nil>"})`;
  return `(as a percentage of request):\t${now} / ${wanted === "" ? "<auto>" : `${wanted}%`}\n`;
}

function behavior(title: string, rules: JsonObject): string {
  if (Object.keys(rules).length === 0) return "";
  const policies = itemsAt(rules, "policies").map(
    (each) =>
      `      - Type: ${textAt(each, "type")}\tValue: ${textAt(each, "value")}\tPeriod: ${textAt(each, "periodSeconds")} seconds\n`,
  );
  return [
    `  ${title}:\n`,
    has(rules, "stabilizationWindowSeconds")
      ? `    Stabilization Window: ${textAt(rules, "stabilizationWindowSeconds")} seconds\n`
      : "",
    policies.length === 0
      ? ""
      : `    Select Policy: ${textAt(rules, "selectPolicy") || "Max"}\n    Policies:\n${policies.join("")}`,
  ].join("");
}

/** A disruption budget (describe.PodDisruptionBudgetDescriber). */
export async function describeDisruptionBudget(invocation: Invocation, object: JsonObject): Promise<string> {
  const spec = objectAt(object, "spec");
  const status = (member: string): number => numberAt(object, "status", member);
  const [least, most] = [textAt(spec, "minAvailable"), textAt(spec, "maxUnavailable")];
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n`,
    least !== "" ? `Min available:\t${least}\n` : most !== "" ? `Max unavailable:\t${most}\n` : "",
    `Selector:\t${has(spec, "selector") ? formatLabelSelector(objectAt(spec, "selector")) : "<unset>"}\nStatus:\n`,
    `    Allowed disruptions:\t${status("disruptionsAllowed")}\n    Current:\t${status("currentHealthy")}\n`,
    `    Desired:\t${status("desiredHealthy")}\n    Total:\t${status("expectedPods")}\n`,
    await events(invocation, object),
  ].join("");
}

/** A priority class (describe.PriorityClassDescriber). */
export const describePriorityClass = async (invocation: Invocation, object: JsonObject): Promise<string> =>
  [
    `Name:\t${nameOf(object)}\nValue:\t${textAt(object, "value")}\n`,
    `GlobalDefault:\t${valueAt(object, "globalDefault") === true}\n`,
    `PreemptionPolicy:\t${textAt(object, "preemptionPolicy")}\nDescription:\t${textAt(object, "description")}\n`,
    `Annotations:\t${labelsText(objectAt(object, "metadata", "annotations"))}\n`,
    await events(invocation, object),
  ].join("");
