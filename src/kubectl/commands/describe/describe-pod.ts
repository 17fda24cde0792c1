import { formatLabelSelector } from "../../../apimachinery/labels/label-selector.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { conditionOf, itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { containersText, resourcesText } from "./describe-containers.ts";
import { annotations, controlledBy, eventsText, findEvents, labels, line, listed } from "./describe-parts.ts";
import { longTime, multiline, numberAt, sinceText } from "./describe-parts.ts";
import { has } from "./describe-quotas.ts";
import { volumesText } from "./describe-volumes.ts";

/** A pod (describe.PodDescriber). */
export async function describePod(invocation: Invocation, pod: JsonObject): Promise<string> {
  const text = [
    `Name:\t${nameOf(pod)}\nNamespace:\t${namespaceOf(pod)}\n`,
    line("Priority", pod, "spec", "priority"),
    line("Priority Class Name", pod, "spec", "priorityClassName"),
    line("Runtime Class Name", pod, "spec", "runtimeClassName"),
    line("Service Account", pod, "spec", "serviceAccountName"),
    nodeLine(pod),
    textAt(pod, "status", "startTime") === "" ? "" : `Start Time:\t${longTime(textAt(pod, "status", "startTime"))}\n`,
    labels(pod),
    annotations(pod),
    phaseText(invocation, pod),
    line("Reason", pod, "status", "reason"),
    line("Message", pod, "status", "message"),
    line("SeccompProfile", pod, "spec", "securityContext", "seccompProfile", "type"),
    line("LocalhostProfile", pod, "spec", "securityContext", "seccompProfile", "localhostProfile"),
    `IP:\t${textAt(pod, "status", "podIP")}\n`,
    addresses(pod),
    controlledBy(pod),
    line("NominatedNodeName", pod, "status", "nominatedNodeName"),
    valueAt(pod, "spec", "resources") === undefined
      ? ""
      : `Resources:\n${resourcesText(objectAt(pod, "spec", "resources"), "  ")}`,
    podContainers(pod),
    gates(pod),
    podConditions(pod),
    volumesText(itemsAt(pod, "spec", "volumes"), ""),
    `QoS Class:\t${textAt(pod, "status", "qosClass")}\n`,
    multiline("Node-Selectors", objectAt(pod, "spec", "nodeSelector"), "="),
    listed("Tolerations", tolerations(itemsAt(pod, "spec", "tolerations"))),
    spreading(itemsAt(pod, "spec", "topologySpreadConstraints"), ""),
  ];
  if (!invocation.flags.bool("show-events")) return text.join("");
  const uid = textAt(pod, "metadata", "annotations", "kubernetes.io/config.mirror") || textAt(pod, "metadata", "uid");
  return text.join("") + eventsText(invocation, await findEvents(invocation, pod, { kind: "", uid }));
}

function nodeLine(pod: JsonObject): string {
  const node = textAt(pod, "spec", "nodeName");
  return `Node:\t${node === "" ? "<none>" : `${node}/${textAt(pod, "status", "hostIP")}`}\n`;
}

function phaseText(invocation: Invocation, pod: JsonObject): string {
  const phase = textAt(pod, "status", "phase");
  const deleted = textAt(pod, "metadata", "deletionTimestamp");
  if (deleted === "" || phase === "Failed" || phase === "Succeeded") return `Status:\t${phase}\n`;
  const grace = numberAt(pod, "metadata", "deletionGracePeriodSeconds");
  return `Status:\tTerminating (lasts ${sinceText(invocation, deleted)})\nTermination Grace Period:\t${grace}s\n`;
}

function addresses(pod: JsonObject): string {
  const ips = itemsAt(pod, "status", "podIPs").map((each) => `  IP:\t${textAt(each, "ip")}\n`);
  return ips.length === 0 ? "IPs:\t<none>\n" : `IPs:\n${ips.join("")}`;
}

function podContainers(pod: JsonObject): string {
  const text = (title: string, member: string, statuses: string): string =>
    containersText(title, itemsAt(pod, "spec", member), { pod, statuses: itemsAt(pod, "status", statuses) });
  const some = (member: string): boolean => itemsAt(pod, "spec", member).length > 0;
  return [
    some("initContainers") ? text("Init Containers", "initContainers", "initContainerStatuses") : "",
    text("Containers", "containers", "containerStatuses"),
    some("ephemeralContainers")
      ? text("Ephemeral Containers", "ephemeralContainers", "ephemeralContainerStatuses")
      : "",
  ].join("");
}

function gates(pod: JsonObject): string {
  const found = itemsAt(pod, "spec", "readinessGates");
  if (found.length === 0) return "";
  const rows = found.map((gate) => {
    const type = textAt(gate, "conditionType");
    const condition = conditionOf(pod, type);
    return `  ${type} \t${textAt(condition, "status") || "<none>"} \n`;
  });
  return `Readiness Gates:\n  Type\tStatus\n${rows.join("")}`;
}

function podConditions(pod: JsonObject): string {
  const found = itemsAt(pod, "status", "conditions");
  if (found.length === 0) return "";
  return `Conditions:\n  Type\tStatus\n${found.map((each) => `  ${textAt(each, "type")} \t${textAt(each, "status")} \n`).join("")}`;
}

function tolerations(found: readonly JsonValue[]): readonly string[] {
  return [...found]
    .sort((a, b) => compareUtf8(textAt(a, "key"), textAt(b, "key")))
    .map((each) => {
      const [key, value, effect] = [textAt(each, "key"), textAt(each, "value"), textAt(each, "effect")];
      const head = `${key}${value === "" ? "" : `=${value}`}${effect === "" ? "" : `:${effect}`}`;
      const exists = textAt(each, "operator") === "Exists" && value === "";
      const seconds = textAt(each, "tolerationSeconds");
      return `${head}${exists ? `${head === "" ? "" : " "}op=Exists` : ""}${seconds === "" ? "" : ` for ${seconds}s`}`;
    });
}

function spreading(found: readonly JsonValue[], space: string): string {
  const rows = [...found]
    .sort((a, b) => compareUtf8(textAt(a, "topologyKey"), textAt(b, "topologyKey")))
    .map((each) => {
      const selector = objectAt(each, "labelSelector");
      const chosen = has(each, "labelSelector") ? ` for selector ${formatLabelSelector(selector)}` : "";
      return `${textAt(each, "topologyKey")}:${textAt(each, "whenUnsatisfiable")} when max skew ${numberAt(each, "maxSkew")} is exceeded${chosen}\n`;
    });
  return rows.map((row, i) => `${space}${i === 0 ? "Topology Spread Constraints:" : ""}\t${row}`).join("");
}

/** A pod template (describe.DescribePodTemplate). */
export function templateText(template: JsonObject): string {
  const spec = objectAt(template, "spec");
  const init = itemsAt(spec, "initContainers");
  const place = { space: "  " };
  return [
    "Pod Template:\n",
    labels(template, "  Labels"),
    Object.keys(objectAt(template, "metadata", "annotations")).length > 0 ? annotations(template, "  Annotations") : "",
    line("  Service Account", spec, "serviceAccountName"),
    init.length > 0 ? containersText("Init Containers", init, place) : "",
    containersText("Containers", itemsAt(spec, "containers"), place),
    volumesText(itemsAt(spec, "volumes"), "  "),
    spreading(itemsAt(spec, "topologySpreadConstraints"), "  "),
    line("  Priority Class Name", spec, "priorityClassName"),
    multiline("  Node-Selectors", objectAt(spec, "nodeSelector"), "="),
    listed("  Tolerations", tolerations(itemsAt(spec, "tolerations"))),
  ].join("");
}
