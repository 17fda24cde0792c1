import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { objectAt, valueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { kubectlScheme, plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { doneText, dryRunOf } from "../write/write-options.ts";
import { requireResource } from "./change-rollout.ts";
import { checkHistoryKind, readHistory } from "./revisions.ts";
import { hasTemplateOf, revisionNotFound, revisionToRestore, rollbackPatch } from "./rollback.ts";

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

/** Rolls a workload back and says what was done (polymorphichelpers.Rollbacker). */
async function rollBack(invocation: Invocation, info: Info): Promise<string> {
  const { flags, rest } = invocation;
  const revision = flags.int("to-revision");
  if (revision < 0) throw revisionNotFound(revision);
  const isDeployment = info.resource.kind === "Deployment";
  const history = await readHistory(invocation, info).catch((error: unknown): never => {
    throw new KubectlError(messageOf(error).replace("retrieve deployment", "retrieve Deployment"));
  });
  const target = revisionToRestore(history, revision);
  const template = objectAt(target.object, "spec", "template");
  if (dryRunOf(flags) === "client") {
    const { templateText } = await import("../describe/describe-pod.ts");
    return `${isDeployment ? "" : "will roll back to "}${templateText(template)}`;
  }
  if (valueAt(history.workload, "spec", "paused") === true)
    throw new KubectlError(
      "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again",
    );
  if (hasTemplateOf(history.workload, target))
    return `skipped rollback (current template already matches revision ${revision})`;
  const { body, contentType } = rollbackPatch(history.workload, target);
  try {
    await rest.object({
      method: "PATCH",
      path: pathOf(info.resource, info.namespace, info.name),
      query: { ...(dryRunOf(flags) === "server" && { dryRun: "All" }) },
      body: encodeJson(body),
      contentType,
    });
  } catch (error) {
    throw new KubectlError(`failed restoring revision ${revision}: ${messageOf(error)}`);
  }
  return "rolled back";
}
