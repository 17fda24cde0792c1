import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { escapePath } from "../../resource/mapper.ts";
import { has } from "./describe-quotas.ts";
import { line, longTime, numberAt, sortedKeys } from "./describe-parts.ts";

/** Where containers stand: the pod whose fields their environment shows, and its statuses. */
export interface ContainerPlace {
  readonly pod?: JsonObject;
  readonly statuses?: readonly JsonValue[];
  /** What stands before the title; templates are indented. */
  readonly space?: string;
}

/** Containers under a title (describe.describeContainers). */
export function containersText(title: string, containers: readonly JsonValue[], place: ContainerPlace): string {
  const { pod, statuses = [], space = "" } = place;
  const indent = space === "" ? "  " : "   ";
  const each = containers.map((container) => {
    const status = statuses.find((one) => textAt(one, "name") === textAt(container, "name"));
    const text = [
      `${indent}${textAt(container, "name")}:\n`,
      basics(container, status),
      words("Command", itemsAt(container, "command")),
      words("Args", itemsAt(container, "args")),
      status === undefined ? "" : stateText(status),
      resourcesText(objectAt(container, "resources"), "    "),
      ...probes.map(([name, member]) =>
        has(container, member) ? `    ${name}:\t${probeText(objectAt(container, member))}\n` : "",
      ),
      environmentSources(itemsAt(container, "envFrom")),
      environment(container, pod),
      mounts(container),
    ];
    return text.join("");
  });
  return `${space}${title}:${containers.length === 0 ? " <none>" : ""}\n${each.join("")}`;
}

const probes = [
  ["Liveness", "livenessProbe"],
  ["Readiness", "readinessProbe"],
  ["Startup", "startupProbe"],
] as const;

function portsText(container: JsonValue, member: string): string {
  return itemsAt(container, "ports")
    .map((port) => {
      const name = textAt(port, "name");
      return `${numberAt(port, member)}/${textAt(port, "protocol")}${name === "" ? "" : ` (${name})`}`;
    })
    .join(", ");
}

function basics(container: JsonValue, status: JsonValue | undefined): string {
  const [ports, hostPorts] = [portsText(container, "containerPort"), portsText(container, "hostPort")];
  const seccomp = objectAt(container, "securityContext", "seccompProfile");
  return [
    status === undefined ? "" : `    Container ID:\t${textAt(status, "containerID")}\n`,
    `    Image:\t${textAt(container, "image")}\n`,
    status === undefined ? "" : `    Image ID:\t${textAt(status, "imageID")}\n`,
    `    ${ports.includes(",") ? "Ports" : "Port"}:\t${ports || "<none>"}\n`,
    `    ${hostPorts.includes(",") ? "Host Ports" : "Host Port"}:\t${hostPorts || "<none>"}\n`,
    line("    SeccompProfile", seccomp, "type"),
    line("      LocalhostProfile", seccomp, "localhostProfile"),
  ].join("");
}

function words(title: string, values: readonly JsonValue[]): string {
  if (values.length === 0) return "";
  const lines = values.flatMap((value) => String(value).split("\n"));
  return `    ${title}:\n${lines.map((each) => `      ${each}\n`).join("")}`;
}

function stateText(status: JsonValue): string {
  const last = objectAt(status, "lastState");
  return [
    oneState("State", objectAt(status, "state")),
    has(last, "terminated") ? oneState("Last State", last) : "",
    `    Ready:\t${valueAt(status, "ready") === true ? "True" : "False"}\n`,
    `    Restart Count:\t${numberAt(status, "restartCount")}\n`,
  ].join("");
}

function oneState(title: string, state: JsonObject): string {
  if (has(state, "running"))
    return `    ${title}:\tRunning\n      Started:\t${longTime(textAt(state, "running", "startedAt"))}\n`;
  if (!has(state, "terminated")) return `    ${title}:\tWaiting\n${line("      Reason", state, "waiting", "reason")}`;
  const ended = objectAt(state, "terminated");
  return [
    `    ${title}:\tTerminated\n`,
    line("      Reason", ended, "reason"),
    line("      Message", ended, "message"),
    `      Exit Code:\t${numberAt(ended, "exitCode")}\n`,
    numberAt(ended, "signal") > 0 ? `      Signal:\t${numberAt(ended, "signal")}\n` : "",
    `      Started:\t${longTime(textAt(ended, "startedAt"))}\n`,
    `      Finished:\t${longTime(textAt(ended, "finishedAt"))}\n`,
  ].join("");
}

/** Limits and requests, each resource on a line (describe.describeResources). */
export function resourcesText(resources: JsonObject, indent: string): string {
  return (["limits", "requests"] as const)
    .map((member) => {
      const amounts = objectAt(resources, member);
      const keys = sortedKeys(amounts);
      if (keys.length === 0) return "";
      const rows = keys.map((key) => `${indent}  ${key}:\t${textAt(amounts, key)}\n`);
      return `${indent}${member === "limits" ? "Limits" : "Requests"}:\n${rows.join("")}`;
    })
    .join("");
}

function probeText(probe: JsonObject): string {
  const number = (member: string): number => numberAt(probe, member);
  const rest = `delay=${number("initialDelaySeconds")}s timeout=${number("timeoutSeconds")}s period=${number("periodSeconds")}s #success=${number("successThreshold")} #failure=${number("failureThreshold")}`;
  if (has(probe, "exec")) return `exec [${itemsAt(probe, "exec", "command").map(String).join(" ")}] ${rest}`;
  if (has(probe, "httpGet")) return `http-get ${urlText(objectAt(probe, "httpGet"))} ${rest}`;
  if (has(probe, "tcpSocket"))
    return `tcp-socket ${textAt(probe, "tcpSocket", "host")}:${textAt(probe, "tcpSocket", "port")} ${rest}`;
  if (has(probe, "grpc"))
    return `grpc <pod>:${textAt(probe, "grpc", "port")} ${textAt(probe, "grpc", "service")} ${rest}`;
  return `unknown ${rest}`;
}

function urlText(get: JsonObject): string {
  const host = textAt(get, "host");
  const path = textAt(get, "path");
  const scheme = textAt(get, "scheme").toLowerCase();
  const slashed = path === "" || path.startsWith("/") ? path : `/${path}`;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${textAt(get, "port")}${escapePath(slashed)}`;
}

function environmentSources(sources: readonly JsonValue[]): string {
  if (sources.length === 0) return "";
  const rows = sources.map((source) => {
    const isMap = has(source, "configMapRef");
    const ref = objectAt(source, isMap ? "configMapRef" : "secretRef");
    const prefix = textAt(source, "prefix");
    return `      ${textAt(ref, "name")}\t${isMap ? "ConfigMap" : "Secret"}${prefix === "" ? "" : ` with prefix '${prefix}'`}\tOptional: ${valueAt(ref, "optional") === true}\n`;
  });
  return `    Environment Variables from:\n${rows.join("")}`;
}

function environment(container: JsonValue, pod: JsonObject | undefined): string {
  const variables = itemsAt(container, "env");
  if (variables.length === 0) return "    Environment:\t<none>\n";
  const rows = variables.map(
    (variable) => `      ${textAt(variable, "name")}:\t${valueText(variable, container, pod)}\n`,
  );
  return `    Environment:\n${rows.join("")}`;
}

function valueText(variable: JsonValue, container: JsonValue, pod: JsonObject | undefined): string {
  const from = objectAt(variable, "valueFrom");
  if (!has(variable, "valueFrom")) return textAt(variable, "value").replaceAll("\n", "\n      \t");
  if (has(from, "fieldRef")) {
    const path = textAt(from, "fieldRef", "fieldPath");
    return `${podField(pod, path)} (${textAt(from, "fieldRef", "apiVersion")}:${path})`;
  }
  if (has(from, "resourceFieldRef")) return resourceField(objectAt(from, "resourceFieldRef"), container);
  const secret = has(from, "secretKeyRef");
  const ref = objectAt(from, secret ? "secretKeyRef" : "configMapKeyRef");
  const source = `${secret ? "in secret" : "of config map"} '${textAt(ref, "name")}'`;
  return `<set to the key '${textAt(ref, "key")}' ${source}>\tOptional: ${valueAt(ref, "optional") === true}`;
}

/** The value of a pod's field; kubectl knows these two only (runtime.DefaultMetaV1FieldSelectorConversion). */
const podField = (pod: JsonObject | undefined, path: string): string =>
  path === "metadata.name" ? nameOf(pod) : path === "metadata.namespace" ? namespaceOf(pod) : "";

function resourceField(ref: JsonObject, container: JsonValue): string {
  const resource = textAt(ref, "resource");
  const [member = "", ...name] = resource.split(".");
  const amount = parseQuantity(textAt(container, "resources", member, name.join(".")) || "0");
  const divisor = parseQuantity(textAt(ref, "divisor") || "0");
  const isCpu = name.join(".") === "cpu";
  const unit = divisor.isZero ? parseQuantity("1") : divisor;
  const [whole, part] = isCpu ? [amount.milliValue, unit.milliValue] : [amount.value, unit.value];
  const text = String((whole + part - 1n) / part);
  const shown = text === "0" && (resource === "limits.cpu" || resource === "limits.memory") ? "node allocatable" : text;
  return `${shown} (${resource})`;
}

function mounts(container: JsonValue): string {
  const by = (member: string, values: readonly JsonValue[]): readonly JsonValue[] =>
    [...values].sort((a, b) => compareUtf8(textAt(a, member), textAt(b, member)));
  const found = by("mountPath", itemsAt(container, "volumeMounts"));
  const none = found.length === 0 ? "\t<none>" : "";
  const rows = found.map((mount) => {
    const subPath = textAt(mount, "subPath");
    const flags = `${valueAt(mount, "readOnly") === true ? "ro" : "rw"}${subPath === "" ? "" : `,path=${quoteGo(subPath)}`}`;
    return `      ${textAt(mount, "mountPath")} from ${textAt(mount, "name")} (${flags})\n`;
  });
  const devices = by("devicePath", itemsAt(container, "volumeDevices")).map(
    (device) => `      ${textAt(device, "devicePath")} from ${textAt(device, "name")}\n`,
  );
  return `    Mounts:${none}\n${rows.join("")}${devices.length === 0 ? "" : `    Devices:${none}\n${devices.join("")}`}`;
}
