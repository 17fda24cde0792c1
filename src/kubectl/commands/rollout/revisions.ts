import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { labelSelectorAsSelector } from "../../../apimachinery/labels/label-selector.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt, valueAt, withValueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { withZeroValues } from "../../typed/typed-object.ts";
import { isControlledBy, replicaSetsOf } from "./replica-sets.ts";
import { typedList } from "../../rest/rest.ts";

/** A revision of a workload. */
export interface Revision {
  readonly number: number;
  /** The ReplicaSet, or the ControllerRevision. */
  readonly record: JsonObject;
  /** The ReplicaSet, or the workload as it was. */
  readonly object: JsonObject;
  readonly cause: string;
}

/** A workload and its revisions, in no order. */
export interface History {
  readonly workload: JsonObject;
  readonly revisions: readonly Revision[];
}

/** The kinds with pods, by `Kind.group`; those without history give errors of their own (apps.GroupKindElement). */
const withoutHistory = new Set(["Job.batch", "Pod", "ReplicaSet.apps", "ReplicationController", "CronJob.batch"]);
const withHistory = new Set(["Deployment.apps", "DaemonSet.apps", "StatefulSet.apps"]);

/** Throws for a kind without history; `what` is the part of kubectl that fails, "history" or "rollbacker". */
export function checkHistoryKind({ resource: { kind, group } }: Info, what: "history" | "rollbacker"): void {
  const name = group === "" ? kind : `${kind}.${group}`;
  if (withHistory.has(name)) return;
  if (withoutHistory.has(name)) {
    const part = what === "history" ? "history viewer" : "rollbacker";
    throw new KubectlError(`no ${part} has been implemented for ${quoteGo(name)}`);
  }
  throw new KubectlError(
    `error retrieving ${what} for ${quoteGo(name)}, no visitor method exists for {${group} ${kind}}`,
  );
}

export const changeCause = "kubernetes.io/change-cause";
const causeOf = (object: JsonValue): string => textAt(object, "metadata", "annotations", changeCause);

/** Reads a workload and its revisions. Throws a KubectlError in the words of the kind's history viewer. */
export async function readHistory(invocation: Invocation, info: Info): Promise<History> {
  const { resource, namespace, name } = info;
  const shown = { Deployment: "deployment", StatefulSet: "Statefulset" }[resource.kind] ?? resource.kind;
  const workload = await invocation.rest
    .object({ method: "GET", path: pathOf(resource, namespace, name) })
    .catch((error: unknown): never => {
      throw new KubectlError(`failed to retrieve ${shown} ${name}: ${messageOf(error)}`);
    });
  return resource.kind === "Deployment"
    ? { workload, revisions: await ofReplicaSets(invocation, workload, name) }
    : { workload, revisions: await ofControllerRevisions(invocation, info, workload) };
}

async function ofReplicaSets(invocation: Invocation, deployment: JsonObject, name: string) {
  const { old, current } = await replicaSetsOf(invocation, deployment).catch((error: unknown): never => {
    throw new KubectlError(`failed to retrieve replica sets from deployment ${name}: ${messageOf(error)}`);
  });
  return [...old, ...(current === undefined ? [] : [current])].filter(isObject).map(ofReplicaSet);
}

/** The revision of a deployment that a ReplicaSet of it is. */
export function ofReplicaSet(replicaSet: JsonObject): Revision {
  const object = withZeroValues({ ...replicaSet, apiVersion: "apps/v1", kind: "ReplicaSet" });
  const revision = textAt(replicaSet, "metadata", "annotations", "deployment.kubernetes.io/revision");
  return { number: Number(revision || 0), record: object, object, cause: causeOf(replicaSet) };
}

/** The revision of a workload that a ControllerRevision of it is. */
export const ofControllerRevision = (workload: JsonObject, record: JsonObject): Revision => ({
  number: Number(textAt(record, "revision") || 0),
  record,
  object: restored(workload, objectAt(record, "data")),
  cause: causeOf(record),
});

async function ofControllerRevisions(
  { rest }: Invocation,
  { resource, namespace, name }: Info,
  workload: JsonObject,
): Promise<readonly Revision[]> {
  const labelSelector = String(labelSelectorAsSelector(objectAt(workload, "spec", "selector")));
  const path = `/apis/apps/v1/namespaces/${namespace}/controllerrevisions`;
  const list = await rest
    .object({ method: "GET", path, query: { ...typedList, labelSelector } })
    .catch((error: unknown): never => {
      throw new KubectlError(`unable to find history controlled by ${resource.kind} ${name}: ${messageOf(error)}`);
    });
  return itemsAt(list, "items")
    .filter(isObject)
    .filter((each) => isControlledBy(each, workload))
    .map((record) => ofControllerRevision(workload, record));
}

/** A workload with the data of one of its revisions: a strategic merge patch that replaces the template. */
export function restored(workload: JsonObject, data: JsonObject): JsonObject {
  const merged = merge(workload, data);
  return isObject(merged) ? merged : workload;
}

function merge(value: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const { $patch: directive, ...members } = patch;
  const base = isObject(value) && directive !== "replace" ? value : {};
  return Object.entries(members).reduce<JsonObject>(
    (next, [name, member]) =>
      withValueAt(next, [name], member === null || member === undefined ? undefined : merge(base[name], member)),
    base,
  );
}

/** The patch that a ControllerRevision of a workload would hold now. */
export const templatePatch = (workload: JsonObject): JsonObject => ({
  spec: { template: { ...objectAt(workload, "spec", "template"), $patch: "replace" } },
});

/** The revisions by number; of several with one number the last. */
export function byNumber(revisions: readonly Revision[]): readonly Revision[] {
  return [...new Map(revisions.map((each) => [each.number, each])).values()].sort((a, b) => a.number - b.number);
}

/** The template of a revision, with the change cause of a ReplicaSet. */
export function templateOf({ object, cause }: Revision): JsonObject {
  const template = objectAt(object, "spec", "template");
  const isSet = valueAt(object, "kind") === "ReplicaSet" && cause !== "";
  return isSet ? withValueAt(template, ["metadata", "annotations", changeCause], cause) : template;
}
