import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { labelSelectorAsSelector } from "../../../apimachinery/labels/label-selector.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { labelsText } from "../../output/print-table.ts";
import {
  annotations,
  conditions,
  controllerOf,
  events,
  labels,
  listAll,
  longTime,
  numberAt,
} from "./describe-parts.ts";
import { templateText } from "./describe-pod.ts";
import { has } from "./describe-quotas.ts";
import { claimTemplatesText } from "./describe-storage.ts";

const head = (object: JsonObject): string => `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n`;

/** How many of a controller's pods are in each phase (describe.getPodStatusForController). */
async function podsStatus(invocation: Invocation, object: JsonObject, labelSelector: string): Promise<string> {
  const pods = await listAll(invocation, `/api/v1/namespaces/${namespaceOf(object)}/pods`, { labelSelector });
  const own = pods.filter((pod) => textAt(controllerOf(pod), "uid") === textAt(object, "metadata", "uid"));
  const count = (phase: string): number => own.filter((pod) => textAt(pod, "status", "phase") === phase).length;
  return `Pods Status:\t${count("Running")} Running / ${count("Pending")} Waiting / ${count("Succeeded")} Succeeded / ${count("Failed")} Failed\n`;
}

const selectorOf = (object: JsonObject): string =>
  String(labelSelectorAsSelector(objectAt(object, "spec", "selector")));

/** A replication controller (describe.ReplicationControllerDescriber). */
export async function describeReplicationController(invocation: Invocation, object: JsonObject): Promise<string> {
  const selector = labelsText(objectAt(object, "spec", "selector"));
  return [
    head(object),
    `Selector:\t${selector}\n`,
    labels(object),
    annotations(object),
    `Replicas:\t${numberAt(object, "status", "replicas")} current / ${numberAt(object, "spec", "replicas")} desired\n`,
    await podsStatus(invocation, object, selector),
    templateText(objectAt(object, "spec", "template")),
    conditions(object),
    await events(invocation, object),
  ].join("");
}

/** A daemon set (describe.DaemonSetDescriber). */
export async function describeDaemonSet(invocation: Invocation, object: JsonObject): Promise<string> {
  const selector = selectorOf(object);
  const status = (member: string): number => numberAt(object, "status", member);
  return [
    head(object),
    `Selector:\t${selector}\n`,
    `Node-Selector:\t${labelsText(objectAt(object, "spec", "template", "spec", "nodeSelector"))}\n`,
    labels(object),
    annotations(object),
    `Desired Number of Nodes Scheduled: ${status("desiredNumberScheduled")}\n`,
    `Current Number of Nodes Scheduled: ${status("currentNumberScheduled")}\n`,
    `Number of Nodes Scheduled with Up-to-date Pods: ${status("updatedNumberScheduled")}\n`,
    `Number of Nodes Scheduled with Available Pods: ${status("numberAvailable")}\n`,
    `Number of Nodes Misscheduled: ${status("numberMisscheduled")}\n`,
    await podsStatus(invocation, object, selector),
    templateText(objectAt(object, "spec", "template")),
    await events(invocation, object),
  ].join("");
}

/** A stateful set (describe.StatefulSetDescriber). */
export async function describeStatefulSet(invocation: Invocation, object: JsonObject): Promise<string> {
  const selector = selectorOf(object);
  const spec = objectAt(object, "spec");
  const rolling = objectAt(spec, "updateStrategy", "rollingUpdate");
  const most = textAt(rolling, "maxUnavailable");
  return [
    head(object),
    `CreationTimestamp:\t${longTime(textAt(object, "metadata", "creationTimestamp"))}\n`,
    `Selector:\t${selector}\n`,
    labels(object),
    annotations(object),
    `Replicas:\t${numberAt(spec, "replicas")} desired | ${numberAt(object, "status", "replicas")} total\n`,
    `Update Strategy:\t${textAt(spec, "updateStrategy", "type")}\n`,
    has(rolling, "partition")
      ? `  Partition:\t${textAt(rolling, "partition")}\n${most === "" ? "" : `  MaxUnavailable:\t${most}\n`}`
      : "",
    await podsStatus(invocation, object, selector),
    templateText(objectAt(spec, "template")),
    claimTemplatesText(itemsAt(spec, "volumeClaimTemplates")),
    await events(invocation, object),
  ].join("");
}

const unset = (object: JsonValue, member: string, unit = ""): string =>
  has(object, member) ? `${textAt(object, member)}${unit}` : "<unset>";

/** A cron job (describe.CronJobDescriber). */
export async function describeCronJob(invocation: Invocation, object: JsonObject): Promise<string> {
  const spec = objectAt(object, "spec");
  const job = objectAt(spec, "jobTemplate", "spec");
  const suspended = valueAt(spec, "suspend");
  const last = textAt(object, "status", "lastScheduleTime");
  const active = itemsAt(object, "status", "active").map((each) => textAt(each, "name"));
  return [
    head(object),
    labels(object),
    annotations(object),
    `Schedule:\t${textAt(spec, "schedule")}\nConcurrency Policy:\t${textAt(spec, "concurrencyPolicy")}\n`,
    `Suspend:\t${suspended === undefined ? "<unset>" : suspended === true ? "True" : "False"}\n`,
    `Successful Job History Limit:\t${unset(spec, "successfulJobsHistoryLimit")}\n`,
    `Failed Job History Limit:\t${unset(spec, "failedJobsHistoryLimit")}\n`,
    `Starting Deadline Seconds:\t${unset(spec, "startingDeadlineSeconds", "s")}\n`,
    `Selector:\t${has(job, "selector") ? String(labelSelectorAsSelector(objectAt(job, "selector"))) : "<unset>"}\n`,
    `Parallelism:\t${unset(job, "parallelism")}\nCompletions:\t${unset(job, "completions")}\n`,
    has(job, "activeDeadlineSeconds") ? `Active Deadline Seconds:\t${unset(job, "activeDeadlineSeconds", "s")}\n` : "",
    templateText(objectAt(job, "template")),
    `Last Schedule Time:\t${last === "" ? "<unset>" : longTime(last)}\n`,
    `Active Jobs:\t${active.length === 0 ? "<none>" : active.join(", ")}\n`,
    await events(invocation, object),
  ].join("");
}
