import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { overridden } from "./overrides.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";
import { isUnsupportedMediaType } from "../../../apimachinery/errors.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { isBuiltIn } from "../../resource/built-in.ts";
import { build } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { parseManifest } from "../../resource/documents.ts";
import { recordPatch } from "./record.ts";
import { doneText, dryRunOf, writeQuery } from "./write-options.ts";

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
  const contentType = validType(invocation);
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
      const before =
        flags.bool("local") || info.source !== "" ? info.object : await rest.object({ method: "GET", path: target });
      const local = dryRun === "client" || flags.bool("local");
      const after = local
        ? locally(info, before, patchBody(read, body), type)
        : await rest.object({
            method: "PATCH",
            path: target,
            query: writeQuery(flags),
            body: patchBody(read, body),
            contentType,
          });
      const same = encodeJson(before) === encodeJson(after);
      const cause = local ? undefined : recordPatch(invocation);
      const done =
        cause === undefined
          ? after
          : await rest.object({
              method: "PATCH",
              path: target,
              query: writeQuery(flags),
              body: encodeJson(cause),
              contentType: "application/merge-patch+json",
            });
      print(done, doneText(same ? "patched (no change)" : "patched", "none"));
    } catch (error) {
      errors.push(unsupportedPatch(error, contentType, info));
    }
  }
  throwAll(errors);
}

/** The media type of the patch. Throws for combinations of flags that there are not (patch.PatchOptions.Validate). */
function validType({ flags, args }: Invocation): string {
  const [patchText, file] = [flags.text("patch"), flags.text("patch-file")];
  const dryRun = dryRunOf(flags);
  if (patchText !== "" && file !== "") throw new KubectlError("cannot specify --patch and --patch-file together");
  if (patchText === "" && file === "")
    throw new KubectlError("must specify --patch or --patch-file containing the contents of the patch");
  if (flags.bool("local") && args.length > 0) throw new KubectlError("cannot specify --local and server resources");
  if (flags.bool("local") && dryRun === "server")
    throw new KubectlError("cannot specify --local and --dry-run=server - did you mean --dry-run=client?");
  const contentType = patchTypes[flags.text("type").toLowerCase() || "strategic"];
  if (contentType !== undefined) return contentType;
  throw new KubectlError(`--type must be one of [json merge strategic], not ${quoteGo(flags.text("type"))}`);
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

function locally({ resource }: Info, before: JsonObject, text: string, type: string): JsonObject {
  if (type !== "json" && type !== "merge" && !isBuiltIn(resource))
    throw new KubectlError(
      `strategic merge patch is not supported for ${resource.group}/${resource.version}, Kind=${resource.kind} locally, try --type merge`,
    );
  const after = overridden(before, text, type);
  return isObject(after) ? after : before;
}
