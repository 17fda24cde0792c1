import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { nameOf, objectAt, valueAt, withValueAt } from "../../json-access.ts";
import { KubectlError, messageOf, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { kubectlScheme, plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { doneText, dryRunOf } from "../write/write-options.ts";
import { requireResource } from "./change-rollout.ts";
import { templateKey } from "./replica-sets.ts";
import { checkHistoryKind, type History, readHistory, type Revision, templatePatch } from "./revisions.ts";

/** `kubectl rollout undo`. */
export async function rolloutUndo(invocation: Invocation): Promise<void> {
  const { args, flags } = invocation;
  const dryRun = dryRunOf(flags);
  requireResource(invocation);
  const find = await plan(invocation, { args, allowEmptySelector: true, scheme: kubectlScheme });
  const { errors } = await find(async (info) => {
    checkHistoryKind(info, "rollbacker");
    const result = await rollBack(invocation, info);
    const print = await createTypedPrinter(invocation);
    print(info.object, doneText(result, dryRun));
  });
  throwAll(errors);
}

const notFound = (revision: number): KubectlError =>
  new KubectlError(`unable to find specified revision ${revision} in history`);

/** Rolls a workload back and says what was done (polymorphichelpers.Rollbacker). */
async function rollBack(invocation: Invocation, info: Info): Promise<string> {
  const { flags, rest } = invocation;
  const revision = flags.int("to-revision");
  if (revision < 0) throw notFound(revision);
  const isDeployment = info.resource.kind === "Deployment";
  const history = await readHistory(invocation, info).catch((error: unknown): never => {
    throw new KubectlError(messageOf(error).replace("retrieve deployment", "retrieve Deployment"));
  });
  const target = isDeployment ? replicaSetFor(history, revision) : controllerRevisionFor(history, revision);
  const template = objectAt(target.object, "spec", "template");
  if (dryRunOf(flags) === "client") {
    const { templateText } = await import("../describe/describe-pod.ts");
    return `${isDeployment ? "" : "will roll back to "}${templateText(template)}`;
  }
  if (valueAt(history.workload, "spec", "paused") === true)
    throw new KubectlError(
      "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
    );
  const matches = isDeployment
    ? templateKey(target.object) === templateKey(history.workload)
    : encodeJson(templatePatch(history.workload)) === encodeJson(objectAt(target.record, "data"));
  if (matches) return `skipped rollback (current template already matches revision ${revision})`;
  const body = isDeployment ? deploymentPatch(history.workload, target.object) : objectAt(target.record, "data");
  try {
    await rest.object({
      method: "PATCH",
      path: pathOf(info.resource, info.namespace, info.name),
      query: { ...(dryRunOf(flags) === "server" && { dryRun: "All" }) },
      body: encodeJson(body),
      contentType: isDeployment ? "application/json-patch+json" : "application/strategic-merge-patch+json",
    });
  } catch (error) {
    throw new KubectlError(`failed restoring revision ${revision}: ${messageOf(error)}`);
  }
  return "rolled back";
}

/** The ReplicaSet of a revision, or of the one before the latest. */
function replicaSetFor({ workload, revisions }: History, revision: number): Revision {
  if (revision > 0) {
    const wanted = revisions.find(({ number }) => number === revision);
    if (wanted === undefined) throw notFound(revision);
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
  if (wanted === undefined) throw notFound(revision);
  return wanted;
}

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
function deploymentPatch(deployment: JsonObject, replicaSet: JsonObject): readonly JsonValue[] {
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
