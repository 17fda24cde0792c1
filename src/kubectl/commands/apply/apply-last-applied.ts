import { isNotFound } from "../../../apimachinery/errors.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt } from "../../json-access.ts";
import { KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import { yamlOf } from "../../output/print-json.ts";
import { createPrinter } from "../../output/printer.ts";
import { build, noResources } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { manifestInfos, partErrors } from "../../resource/manifests.ts";
import { lastApplied } from "./last-applied.ts";
import { doneText, dryRunOf, withSource } from "../write/write-options.ts";

const annotationOf = (object: JsonObject): string => textAt(object, "metadata", "annotations", lastApplied);

/** `kubectl apply view-last-applied`. */
export async function viewLastApplied(invocation: Invocation): Promise<void> {
  const { flags, args, out, path } = invocation;
  const output = flags.text("output");
  const { infos, errors } = await build(invocation, { args, all: flags.bool("all") });
  throwAll(errors);
  const texts = infos.map(({ object }) => annotationOf(object)).filter((text) => text !== "");
  for (const text of texts) {
    if (output === "json") out(indented(decodeJson(text), ""));
    else if (output === "yaml") out(yamlOf(decodeJson(text)));
    else throw usageError(path, `Unexpected -o output mode: ${output}, the flag 'output' must be one of yaml|json`);
  }
}

/** JSON in the order in which it was written, as json.Indent sets it. */
function indented(value: JsonValue, before: string): string {
  const inner = `${before}  `;
  const end = before === "" ? "\n" : "";
  const lines = isList(value)
    ? value.map((item) => inner + indented(item, inner))
    : isObject(value)
      ? Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${indented(each, inner)}`)
      : [];
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  if (!isList(value) && !isObject(value)) return encodeJson(value) + end;
  return (lines.length === 0 ? open + close : `${open}\n${lines.join(",\n")}\n${before}${close}`) + end;
}

/** The JSON merge patch that makes an object its own last configuration (editor.GetApplyPatch). */
export function configurationPatch(object: JsonObject): { readonly text: string; readonly patch: JsonObject } {
  const text = `${encodeJson(object)}\n`;
  return { text, patch: { metadata: { annotations: { [lastApplied]: text } } } };
}

/** `kubectl apply set-last-applied`. */
export async function setLastApplied(invocation: Invocation): Promise<void> {
  const { flags, rest } = invocation;
  const dryRun = dryRunOf(flags);
  const print = await createPrinter(invocation);
  if (flags.list("filename").length === 0) throw new KubectlError(noResources);
  const infos = await manifestInfos(invocation);
  throwAll(await partErrors(invocation, infos));
  const changes: { readonly info: Info; readonly patch: JsonObject; readonly live: JsonObject }[] = [];
  for (const info of infos) {
    const { text, patch } = configurationPatch(info.object);
    const live = await liveOf(invocation, info);
    const before = annotationOf(live);
    if (before === "" && !flags.bool("create-annotation"))
      throw new KubectlError(
        `no last-applied-configuration annotation found on resource: ${info.name}, to create the annotation, run the command with --create-annotation`,
      );
    if (before === text) invocation.out(`set-last-applied ${info.name}: no changes required.\n`);
    else changes.push({ info, patch, live });
  }
  for (const { info, patch, live } of changes) {
    const object =
      dryRun === "client"
        ? live
        : await rest.object({
            method: "PATCH",
            path: pathOf(info.resource, info.namespace, info.name),
            query: dryRun === "server" ? { dryRun: "All" } : {},
            contentType: "application/merge-patch+json",
            body: encodeJson(patch),
          });
    print(object, doneText("configured", dryRun));
  }
}

async function liveOf({ rest }: Invocation, info: Info): Promise<JsonObject> {
  try {
    return await rest.object({ method: "GET", path: pathOf(info.resource, info.namespace, info.name) });
  } catch (error) {
    throw isNotFound(error) ? error : withSource("retrieving current configuration of", info.source, error);
  }
}
