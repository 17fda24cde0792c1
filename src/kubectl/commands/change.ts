import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { overridden } from "./overrides.ts";
import { createMergePatch } from "../../apiserver/patch/create-merge-patch.ts";
import type { Invocation } from "../invocation.ts";
import { objectAt, textAt, withValueAt } from "../json-access.ts";
import { KubectlError, messageOf, throwAll } from "../kubectl-error.ts";
import { createPrinter } from "../output/printer.ts";
import { isUnsupportedMediaType } from "../../apimachinery/errors.ts";
import { build } from "../resource/builder.ts";
import type { Info } from "../resource/info.ts";
import { pathOf } from "../resource/mapper.ts";
import { parseManifest } from "../resource/documents.ts";
import { validateLabel } from "./validate-label.ts";
import { doneText, dryRunOf, writeQuery } from "./write-options.ts";

interface Changes {
  readonly set: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
  readonly types: readonly string[];
}

/** Splits `KEY=VALUE` and `KEY-` from the resources before them. */
function changesOf(args: readonly string[], isLabel: boolean): Changes {
  const at = args.findIndex((arg) => (arg.includes("=") || arg.endsWith("-")) && !/^[^=]+\/[^=]*[^=-]$/.test(arg));
  const words = at < 0 ? [] : args.slice(at);
  const set: Record<string, string> = {};
  const removed: string[] = [];
  for (const word of words) {
    const equals = word.indexOf("=");
    if (equals > 0) set[word.slice(0, equals)] = word.slice(equals + 1);
    else if (word.endsWith("-")) removed.push(word.slice(0, -1));
    else
      throw new KubectlError(
        isLabel ? `unknown label spec: ${word}` : `all resources must be specified before annotation changes: ${word}`,
      );
  }
  for (const [key, value] of Object.entries(set)) if (isLabel) validateLabel(key, value);
  const both = removed.filter((key) => set[key] !== undefined);
  if (both.length > 0)
    throw new KubectlError(
      `can not both modify and remove ${isLabel ? "a label" : "an annotation"} in the same command`,
    );
  return { set, removed, types: at < 0 ? args : args.slice(0, at) };
}

/** `kubectl label`. */
export const label = (invocation: Invocation): Promise<void> => change(invocation, "labels");
/** `kubectl annotate`. */
export const annotate = (invocation: Invocation): Promise<void> => change(invocation, "annotations");

async function change(invocation: Invocation, member: "labels" | "annotations"): Promise<void> {
  const { flags, args, out } = invocation;
  const isLabel = member === "labels";
  const changes = changesOf(args, isLabel);
  const hasFiles = flags.list("filename").length > 0 || flags.text("kustomize") !== "";
  if (changes.types.length === 0 && !hasFiles)
    throw new KubectlError("one or more resources must be specified as <resource> <name> or <resource>/<name>");
  const nothing = Object.keys(changes.set).length + changes.removed.length === 0;
  if (nothing && !flags.bool("list"))
    throw new KubectlError(`at least one ${isLabel ? "label" : "annotation"} update is required`);
  const dryRun = dryRunOf(flags);
  const found = await build(invocation, {
    args: changes.types,
    all: flags.bool("all"),
    allNamespaces: flags.bool("all-namespaces"),
    local: flags.bool("local"),
  });
  const errors: unknown[] = [...found.errors];
  const print = await createPrinter(invocation);
  for (const { resource, namespace, name, object } of found.infos) {
    try {
      if (flags.bool("list")) {
        out(
          Object.entries(objectAt(object, "metadata", member))
            .map(([key, value]) => `${key}=${String(value)}\n`)
            .join(""),
        );
        continue;
      }
      checkOverwrite(invocation, objectAt(object, "metadata", member), changes, member);
      const next = changed(object, changes, member, flags.text("resource-version"));
      const patch = createMergePatch(object, next);
      noteMissing(invocation, object, changes, member);
      const target = pathOf(resource, namespace, name || textAt(object, "metadata", "name"));
      const result =
        dryRun === "client" || flags.bool("local")
          ? next
          : await invocation.rest.object({
              method: "PATCH",
              path: target,
              query: writeQuery(flags),
              body: encodeJson(patch),
              contentType: "application/merge-patch+json",
            });
      print(result, doneText(operationOf(object, patch, changes, isLabel), dryRun));
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

function operationOf(object: JsonObject, patch: JsonObject, { set, removed }: Changes, isLabel: boolean): string {
  if (!isLabel) return "annotated";
  if (Object.keys(patch).length === 0) return "not labeled";
  const labels = objectAt(object, "metadata", "labels");
  const labelled = Object.entries(set).some(([key, value]) => labels[key] !== value);
  return !labelled && removed.length > 0 ? "unlabeled" : "labeled";
}

function noteMissing({ out }: Invocation, object: JsonObject, { removed }: Changes, member: string): void {
  if (member !== "labels") return;
  for (const key of removed)
    if (objectAt(object, "metadata", "labels")[key] === undefined) out(`label ${quoteGo(key)} not found.\n`);
}

function checkOverwrite({ flags }: Invocation, existing: JsonObject, { set }: Changes, member: string): void {
  if (flags.bool("overwrite")) return;
  const taken = Object.entries(set).filter(([key, value]) => existing[key] !== undefined && existing[key] !== value);
  if (taken.length === 0) return;
  const [first] = taken;
  if (member === "labels")
    throw new KubectlError(
      `'${first?.[0] ?? ""}' already has a value (${String(existing[first?.[0] ?? ""])}), and --overwrite is false`,
    );
  throw new KubectlError(
    `--overwrite is false but found the following declared annotation(s): ${taken.map(([key]) => `'${key}' already has a value (${String(existing[key])})`).join("; ")}`,
  );
}

function changed(object: JsonObject, { set, removed }: Changes, member: string, version: string): JsonObject {
  const before = objectAt(object, "metadata", member);
  const kept = Object.fromEntries(Object.entries(before).filter(([key]) => !removed.includes(key)));
  const next = withValueAt(object, ["metadata", member], { ...kept, ...set });
  return version === "" ? next : withValueAt(next, ["metadata", "resourceVersion"], version);
}

const patchTypes: Readonly<Record<string, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
};

/** `kubectl patch`. */
export async function patch(invocation: Invocation): Promise<void> {
  const { flags, args, rest, session } = invocation;
  const type = flags.text("type").toLowerCase();
  const file = flags.text("patch-file");
  if (flags.text("patch") === "" && file === "")
    throw new KubectlError("must specify --patch or --patch-file containing the contents of the patch");
  if (flags.text("patch") !== "" && file !== "")
    throw new KubectlError("cannot specify --patch and --patch-file together");
  const contentType = patchTypes[type];
  if (contentType === undefined)
    throw new KubectlError(`--type must be one of [json merge strategic], not ${quoteGo(flags.text("type"))}`);
  const read = file === "" ? flags.text("patch") : await session.files.read(file);
  if (read === undefined) throw new KubectlError(`unable to read patch file: open ${file}: no such file or directory`);
  const isJson = /^\s*[[{]/.test(read);
  const body = isJson && dryRunOf(flags) !== "client" && !flags.bool("local") ? null : patchText(read);
  const dryRun = dryRunOf(flags);
  const found = await build(invocation, { args, unread: true, local: flags.bool("local") });
  const errors: unknown[] = [...found.errors];
  const print = await createPrinter(invocation);
  for (const info of found.infos) {
    try {
      const target = pathOf(info.resource, info.namespace, info.name, flags.text("subresource"));
      const before = flags.bool("local") ? info.object : await rest.object({ method: "GET", path: target });
      const local = dryRun === "client" || flags.bool("local");
      const after = local
        ? locally(before, patchBody(read, body), type)
        : await rest.object({
            method: "PATCH",
            path: target,
            query: writeQuery(flags),
            body: patchBody(read, body),
            contentType,
          });
      const same = encodeJson(before) === encodeJson(after);
      print(after, doneText(same ? "patched (no change)" : "patched", dryRun === "client" ? "none" : dryRun));
    } catch (error) {
      errors.push(unsupportedPatch(error, contentType, info));
    }
  }
  throwAll(errors);
}

/** Says which kind does not have patches of a type; other errors as they are. */
function unsupportedPatch(error: unknown, contentType: string, { resource }: Info): unknown {
  if (!isUnsupportedMediaType(error)) return error;
  const kind = `${resource.group}/${resource.version}, Kind=${resource.kind}`;
  return new KubectlError(`${contentType} is not supported by ${kind}: ${messageOf(error)}`);
}

const patchBody = (text: string, value: JsonValue): string => (value === null ? text : encodeJson(value));

function patchText(text: string): JsonValue {
  try {
    return parseManifest(text);
  } catch (error) {
    throw new KubectlError(
      `unable to parse ${quoteGo(text)}: ${error instanceof Error ? error.message.replace("error parsing: ", "") : ""}`,
    );
  }
}

function locally(before: JsonObject, text: string, type: string): JsonObject {
  const after = overridden(before, text, type);
  return isObject(after) ? after : before;
}
