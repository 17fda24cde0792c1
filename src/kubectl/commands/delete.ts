import { isNotFound } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { answerLines } from "../../client/answer-text.ts";
import type { Invocation } from "../invocation.ts";
import { KubectlError, throwAll } from "../kubectl-error.ts";
import { itemsAt, textAt } from "../json-access.ts";
import { build } from "../resource/builder.ts";
import type { Info } from "../resource/info.ts";
import { kindAndGroup, pathOf } from "../resource/mapper.ts";
import { dryRunOf, withSource } from "./write-options.ts";

const policies: Readonly<Record<string, string>> = {
  background: "Background",
  foreground: "Foreground",
  orphan: "Orphan",
  true: "Background",
  false: "Orphan",
};

/** `kubectl delete`. */
export async function deleteObjects(invocation: Invocation): Promise<void> {
  const { flags, args, rest, out, err } = invocation;
  if (flags.text("raw") !== "") return out(await rest.text({ method: "DELETE", path: flags.text("raw") }));
  const output = flags.text("output");
  const selects = flags.bool("all") || flags.text("selector") !== "" || flags.text("field-selector") !== "";
  checkFlags(invocation);
  const usesFiles = flags.list("filename").length > 0 || flags.text("kustomize") !== "";
  const found = await build(invocation, {
    args,
    all: flags.bool("all"),
    allNamespaces: flags.bool("all-namespaces"),
    unread: true,
  });
  const infos = found.infos;
  const dryRun = dryRunOf(flags);
  const ignores = flags.bool("ignore-not-found") || (selects && !usesFiles);
  const errors: unknown[] = [...found.errors];
  const deleted: { readonly info: Info; readonly uid: string }[] = [];
  if (flags.bool("force") && gracePeriod(invocation) === 0)
    err(
      "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n",
    );
  for (const info of infos) {
    try {
      const answer = dryRun === "client" ? {} : await deleteOne(invocation, info);
      out(
        output === "name"
          ? `${kindAndGroup(info.resource)}/${info.name}\n`
          : `${kindAndGroup(info.resource)} ${quoteGo(info.name)} ${doneWords(invocation)}${within(info)}\n`,
      );
      deleted.push({ info, uid: textAt(answer, "details", "uid") || textAt(answer, "metadata", "uid") });
    } catch (error) {
      if (ignores && isNotFound(error)) deleted.push({ info, uid: "" });
      else errors.push(withSource("deleting", info.source, error));
    }
  }
  if (infos.length === 0 && found.errors.length === 0 && !flags.bool("ignore-not-found")) out("No resources found\n");
  if (flags.bool("wait") && dryRun === "none")
    for (const { info, uid } of deleted) await waitForDeletion(invocation, info, uid);
  throwAll(errors);
}

const within = ({ namespace }: Info): string => (namespace === "" ? "" : ` from ${namespace} namespace`);

function doneWords({ flags }: Invocation): string {
  const dryRun = dryRunOf(flags);
  const words = flags.bool("force") ? "force deleted" : "deleted";
  return dryRun === "none" ? words : `${words} (${dryRun === "server" ? "server dry run" : "dry run"})`;
}

function checkFlags({ flags }: Invocation): void {
  const output = flags.text("output");
  if (output !== "" && output !== "name")
    throw new KubectlError(`unexpected -o output mode: ${output}. We only support '-o name'`);
  if (policies[flags.text("cascade")] === undefined)
    throw new KubectlError(
      `invalid cascade value (${flags.text("cascade")}). Must be "background", "foreground", or "orphan"`,
    );
  if (flags.bool("all") && flags.text("selector") !== "")
    throw new KubectlError("setting 'all' parameter but found a non empty selector. ");
  if (flags.bool("now") && flags.changed("grace-period"))
    throw new KubectlError("--now and --grace-period cannot be specified together");
}

function gracePeriod({ flags }: Invocation): number {
  if (flags.bool("now")) return 1;
  return flags.bool("force") && !flags.changed("grace-period") ? 0 : flags.int("grace-period");
}

function deleteOne(invocation: Invocation, info: Info): Promise<JsonObject> {
  const { flags, rest } = invocation;
  const grace = gracePeriod(invocation);
  return rest.object({
    method: "DELETE",
    path: pathOf(info.resource, info.namespace, info.name),
    body: {
      ...(grace >= 0 && { gracePeriodSeconds: grace === 0 && !flags.bool("force") ? 1 : grace }),
      propagationPolicy: policies[flags.text("cascade")] ?? "Background",
      ...(dryRunOf(flags) === "server" && { dryRun: ["All"] }),
    },
  });
}

/** Waits until an object is gone: watches it from the list in which it was last seen. */
async function waitForDeletion(
  invocation: Invocation,
  { resource, namespace, name }: Info,
  uid: string,
): Promise<void> {
  const { rest } = invocation;
  const selection = { fieldSelector: `metadata.name=${name}` };
  try {
    const object = await rest.object({ method: "GET", path: pathOf(resource, namespace, name) });
    if (uid !== "" && textAt(object, "metadata", "uid") !== uid) return;
    const path = pathOf(resource, namespace);
    const list = await rest.object({ method: "GET", path, query: selection });
    if (itemsAt(list, "items").length === 0) return;
    const query = { ...selection, watch: "true", resourceVersion: textAt(list, "metadata", "resourceVersion") };
    const answer = await rest.send({ method: "GET", path, query });
    for await (const lines of answerLines(answer.body))
      if (lines.some((line) => line.includes('"type":"DELETED"'))) return;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
