import { messageOf } from "../../../apimachinery/message-of.ts";
import { humanDuration } from "../../../apimachinery/human-duration.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { formatLabelSelector } from "../../../apimachinery/labels/label-selector.ts";
import type { Invocation } from "../../invocation.ts";
import { nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { annotations, conditions, controlledBy, events, labels } from "./describe-parts.ts";
import { line, longTime, numberAt } from "./describe-parts.ts";
import { templateText } from "./describe-pod.ts";
import { owned, replicaSetsOf, selectorText } from "../rollout/replica-sets.ts";

const setsText = (sets: readonly JsonValue[]): string =>
  sets
    .map(
      (each) =>
        `${nameOf(each)} (${numberAt(each, "status", "replicas")}/${numberAt(each, "spec", "replicas")} replicas created)`,
    )
    .join(", ") || "<none>";

/** A deployment (describe.DeploymentDescriber). */
export async function describeDeployment(invocation: Invocation, object: JsonObject): Promise<string> {
  const eventLines = await events(invocation, object);
  const sets = await replicaSetsOf(invocation, object).catch(() => ({ current: undefined, old: [] }));
  const status = (member: string): number => numberAt(object, "status", member);
  const rolling = objectAt(object, "spec", "strategy", "rollingUpdate");
  const replicas = `${numberAt(object, "spec", "replicas")} desired | ${status("updatedReplicas")} updated | ${status("replicas")} total | ${status("availableReplicas")} available | ${status("unavailableReplicas")} unavailable`;
  const hasSets = sets.current !== undefined || sets.old.length > 0;
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n`,
    `CreationTimestamp:\t${longTime(textAt(object, "metadata", "creationTimestamp"))}\n`,
    labels(object),
    annotations(object),
    `Selector:\t${selectorText(object)}\nReplicas:\t${replicas}\n`,
    `StrategyType:\t${textAt(object, "spec", "strategy", "type")}\n`,
    `MinReadySeconds:\t${numberAt(object, "spec", "minReadySeconds")}\n`,
    Object.keys(rolling).length === 0
      ? ""
      : `RollingUpdateStrategy:\t${textAt(rolling, "maxUnavailable")} max unavailable, ${textAt(rolling, "maxSurge")} max surge\n`,
    templateText(objectAt(object, "spec", "template")),
    conditions(object),
    hasSets ? `OldReplicaSets:\t${setsText(sets.old)}\n` : "",
    hasSets ? `NewReplicaSet:\t${setsText(sets.current === undefined ? [] : [sets.current])}\n` : "",
    eventLines,
  ].join("");
}

/** How many pods of a replica set are in each phase, or why that is not known. */
async function phasesOf(invocation: Invocation, object: JsonObject): Promise<string> {
  try {
    const pods = await owned(invocation, object, `/api/v1/namespaces/${namespaceOf(object)}/pods`);
    const count = (phase: string): number => pods.filter((pod) => textAt(pod, "status", "phase") === phase).length;
    return `${count("Running")} Running / ${count("Pending")} Waiting / ${count("Succeeded")} Succeeded / ${count("Failed")} Failed`;
  } catch (error) {
    return `error in fetching pods: ${messageOf(error)}`;
  }
}

/** A replica set (describe.ReplicaSetDescriber). */
export async function describeReplicaSet(invocation: Invocation, object: JsonObject): Promise<string> {
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n`,
    `Selector:\t${formatLabelSelector(objectAt(object, "spec", "selector"))}\n`,
    labels(object),
    annotations(object),
    controlledBy(object),
    `Replicas:\t${numberAt(object, "status", "replicas")} current / ${numberAt(object, "spec", "replicas")} desired\n`,
    `Pods Status:\t${await phasesOf(invocation, object)}\n`,
    templateText(objectAt(object, "spec", "template")),
    conditions(object),
    await events(invocation, object),
  ].join("");
}

/** A job (describe.JobDescriber). */
export async function describeJob(invocation: Invocation, object: JsonObject): Promise<string> {
  const spec = objectAt(object, "spec");
  const status = objectAt(object, "status");
  const [start, end] = [textAt(status, "startTime"), textAt(status, "completionTime")];
  const ready = textAt(status, "ready");
  const seconds = textAt(spec, "activeDeadlineSeconds");
  return [
    `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\nSelector:\t${selectorText(object)}\n`,
    labels(object),
    annotations(object),
    controlledBy(object),
    line("Parallelism", spec, "parallelism"),
    `Completions:\t${textAt(spec, "completions") || "<unset>"}\n`,
    line("Completion Mode", spec, "completionMode"),
    line("Suspend", spec, "suspend"),
    line("Backoff Limit", spec, "backoffLimit"),
    line("TTL Seconds After Finished", spec, "ttlSecondsAfterFinished"),
    start === "" ? "" : `Start Time:\t${longTime(start)}\n`,
    end === "" ? "" : `Completed At:\t${longTime(end)}\n`,
    start === "" || end === "" ? "" : `Duration:\t${humanDuration(Date.parse(end) - Date.parse(start))}\n`,
    seconds === "" ? "" : `Active Deadline Seconds:\t${seconds}s\n`,
    `Pods Statuses:\t${numberAt(status, "active")} Active ${ready === "" ? "" : `(${ready} Ready) `}/ ${numberAt(status, "succeeded")} Succeeded / ${numberAt(status, "failed")} Failed\n`,
    valueAt(spec, "completionMode") === "Indexed"
      ? `Completed Indexes:\t${indexes(textAt(status, "completedIndexes"))}\n`
      : "",
    templateText(objectAt(spec, "template")),
    await events(invocation, object),
  ].join("");
}

function indexes(text: string): string {
  const comma = text.indexOf(",", 50);
  return comma < 0 ? text || "<none>" : `${text.slice(0, comma + 1)}...`;
}
