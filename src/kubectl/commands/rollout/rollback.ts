import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { kindOf, nameOf, objectAt, withValueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { templateKey } from "./replica-sets.ts";
import { type History, type Revision, templatePatch } from "./revisions.ts";

export const revisionNotFound = (revision: number): KubectlError =>
  new KubectlError(`unable to find specified revision ${revision} in history`);

const isDeployment = (workload: JsonObject): boolean => kindOf(workload) === "Deployment";

/** The revision of a number, or for 0 the one before the latest. Throws a KubectlError where there is none. */
export const revisionToRestore = (history: History, revision: number): Revision =>
  isDeployment(history.workload) ? replicaSetFor(history, revision) : controllerRevisionFor(history, revision);

function replicaSetFor({ workload, revisions }: History, revision: number): Revision {
  if (revision > 0) {
    const wanted = revisions.find(({ number }) => number === revision);
    if (wanted === undefined) throw revisionNotFound(revision);
    return wanted;
  }
  let [latest, previous]: [Revision | undefined, Revision | undefined] = [undefined, undefined];
  for (const each of revisions)
    if (each.number > (latest?.number ?? -1)) [latest, previous] = [each, latest];
    else if (each.number > (previous?.number ?? -1)) previous = each;
  if (previous === undefined)
    throw new KubectlError(`no rollout history found for deployment ${quoteGo(nameOf(workload))}`);
  return previous;
}

function controllerRevisionFor({ revisions }: History, revision: number): Revision {
  if (revision === 0 && revisions.length <= 1) throw new KubectlError("no last revision to roll back to");
  const sorted = revisions.toSorted((a, b) => a.number - b.number);
  const wanted = revision === 0 ? sorted.at(-2) : revisions.find(({ number }) => number === revision);
  if (wanted === undefined) throw revisionNotFound(revision);
  return wanted;
}

/** Reports whether a workload has the template of a revision. */
export const hasTemplateOf = (workload: JsonObject, { object, record }: Revision): boolean =>
  isDeployment(workload)
    ? templateKey(object) === templateKey(workload)
    : encodeJson(templatePatch(workload)) === encodeJson(objectAt(record, "data"));

/** The patch that gives a workload the template of a revision, with its media type. */
export const rollbackPatch = (
  workload: JsonObject,
  { object, record }: Revision,
): { readonly body: JsonValue; readonly contentType: string } =>
  isDeployment(workload)
    ? { body: deploymentPatch(workload, object), contentType: "application/json-patch+json" }
    : { body: objectAt(record, "data"), contentType: "application/strategic-merge-patch+json" };

/** Annotations of a deployment that stay as they are. */
const kept = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "deployment.kubernetes.io/revision",
  "deployment.kubernetes.io/revision-history",
  "deployment.kubernetes.io/desired-replicas",
  "deployment.kubernetes.io/max-replicas",
  "deprecated.deployment.rollback.to",
]);

/** The JSON patch that gives a deployment the template and the annotations of a ReplicaSet. */
function deploymentPatch(deployment: JsonObject, replicaSet: JsonObject): JsonValue[] {
  const annotations = (object: JsonObject, keep: boolean) =>
    Object.entries(objectAt(object, "metadata", "annotations")).filter(([name]) => kept.has(name) === keep);
  const template = withValueAt(
    objectAt(replicaSet, "spec", "template"),
    ["metadata", "labels", "pod-template-hash"],
    undefined,
  );
  return [
    { op: "replace", path: "/spec/template", value: template },
    {
      op: "replace",
      path: "/metadata/annotations",
      value: Object.fromEntries([...annotations(deployment, true), ...annotations(replicaSet, false)]),
    },
  ];
}
