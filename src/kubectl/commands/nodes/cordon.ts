import { pushAll } from "../../../apimachinery/long-lists.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { parseLabelSelector } from "../../../apimachinery/labels/parse.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt, valueAt } from "../../json-access.ts";
import { KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import { objectTitle } from "../../output/printer.ts";
import { build, kubectlScheme } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { lookUp } from "../../resource/mapper-of.ts";
import { doneText, dryRunOf } from "../write/write-options.ts";

/** `kubectl cordon` and `uncordon`. */
export const cordon = async (invocation: Invocation): Promise<void> =>
  setUnschedulable(invocation, await nodesOf(invocation), true);
export const uncordon = async (invocation: Invocation): Promise<void> =>
  setUnschedulable(invocation, await nodesOf(invocation), false);

/** The nodes that arguments or a selector name. Throws what is wrong with the arguments, and the first error. */
export async function nodesOf(invocation: Invocation): Promise<readonly Info[]> {
  const { args, flags, path } = invocation;
  if (args.length === 0 && !flags.changed("selector"))
    throw usageError(path, `USAGE: ${path.replace("kubectl ", "")} NODE [flags]`);
  if (args.length > 0 && flags.text("selector") !== "")
    throw usageError(path, "error: cannot specify both a node name and a --selector option");
  dryRunOf(flags);
  checkPodSelector(flags.text("pod-selector"));
  const infos: Info[] = [];
  const named = args.map((arg) => (arg.includes("/") ? arg : `nodes/${arg}`));
  const types = await lookUp(invocation, (mapper) => new Set(named.map((arg) => mapper.find(arg.split("/")[0] ?? ""))));
  if (types.size > 1) throw new KubectlError("you may only specify a single resource type");
  const chunkSize = flags.has("chunk-size") ? flags.int("chunk-size") : 500;
  for (const arg of named.length === 0 ? ["nodes"] : named) {
    const found = await build(invocation, { args: [arg], scheme: kubectlScheme, chunkSize });
    throwAll(found.errors);
    pushAll(infos, found.infos);
  }
  for (const { resource } of infos)
    if (resource.group !== "" || resource.resource !== "nodes")
      throw new KubectlError(
        `error: expected resource of type node, got ${quoteGo(`${resource.group}/${resource.version}, Resource=${resource.resource}`)}`,
      );
  return infos;
}

function checkPodSelector(text: string): void {
  try {
    if (text !== "") parseLabelSelector(text);
  } catch {
    throw new KubectlError("--pod-selector=<pod_selector> must be a valid label selector");
  }
}

/** Cordons or uncordons nodes; what the server refuses is printed, and the others go on. */
export async function setUnschedulable(
  { flags, rest, out, err }: Invocation,
  nodes: readonly Info[],
  wanted: boolean,
): Promise<void> {
  const dryRun = dryRunOf(flags);
  for (const { resource, name, object } of nodes) {
    const already = (valueAt(object, "spec", "unschedulable") === true) === wanted;
    try {
      if (!already && dryRun !== "client")
        await rest.object({
          method: "PATCH",
          path: pathOf(resource, "", name),
          query: { dryRun: dryRun === "server" ? "All" : "" },
          body: encodeJson({ spec: { unschedulable: wanted ? true : null } }),
          contentType: "application/strategic-merge-patch+json",
        });
    } catch (error) {
      err(`error: unable to ${wanted ? "cordon" : "uncordon"} node ${quoteGo(name)}: ${messageOf(error)}\n`);
      continue;
    }
    const done = `${already ? "already " : ""}${wanted ? "cordoned" : "uncordoned"}`;
    out(`${objectTitle(object, textAt(object, "metadata", "name"))} ${doneText(done, dryRun)}\n`);
  }
}
