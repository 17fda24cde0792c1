import type { Invocation } from "../../invocation.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createTypedPrinter } from "../../output/printer.ts";
import { alignTabs, describeWidths } from "../../output/tab-writer.ts";
import { kubectlScheme, plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { requireResource } from "./change-rollout.ts";
import { byNumber, checkHistoryKind, readHistory, templateOf } from "./revisions.ts";

/** `kubectl rollout history`. */
export async function rolloutHistory(invocation: Invocation): Promise<void> {
  requireResource(invocation);
  const { args, flags } = invocation;
  const revision = flags.int("revision");
  if (revision < 0) throw new KubectlError(`revision must be a positive integer: ${revision}`);
  const find = await plan(invocation, { args, allowEmptySelector: true, scheme: kubectlScheme });
  const print = await createTypedPrinter(invocation);
  const show = async (info: Info): Promise<void> => {
    checkHistoryKind(info, "history");
    if (flags.text("output") === "" && flags.text("template") === "") {
      const of = revision > 0 ? `with revision #${revision}` : "";
      return print(info.object, `${of}\n${await historyText(invocation, info, revision)}`);
    }
    const revisions = byNumber((await readHistory(invocation, info)).revisions);
    const wanted = revision > 0 ? revisions.filter(({ number }) => number === revision) : revisions;
    if (revision > 0 && wanted.length === 0) throw unknownRevision();
    for (const { object } of wanted) print(object);
  };
  throwAll((await find(show)).errors);
}

const unknownRevision = (): KubectlError => new KubectlError("unable to find the specified revision");

/** The table of the revisions, or the template of one. */
async function historyText(invocation: Invocation, info: Info, revision: number): Promise<string> {
  const revisions = byNumber((await readHistory(invocation, info)).revisions);
  if (revisions.length === 0) return "No rollout history found.";
  if (revision > 0) {
    const wanted = revisions.find(({ number }) => number === revision);
    if (wanted === undefined) throw unknownRevision();
    return (await import("../describe/describe-pod.ts")).templateText(templateOf(wanted));
  }
  const lines = revisions.map(({ number, cause }) => `${number}\t${cause || "<none>"}\n`);
  return alignTabs(`REVISION\tCHANGE-CAUSE\n${lines.join("")}`, describeWidths);
}
