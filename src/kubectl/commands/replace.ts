import type { Invocation } from "../invocation.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { textAt, withValueAt } from "../json-access.ts";
import { KubectlError, throwAll, usageError } from "../kubectl-error.ts";
import { createPrinter } from "../output/printer.ts";
import { manifestInfos, partErrors } from "../resource/manifests.ts";
import { pathOf } from "../resource/mapper.ts";
import { lastApplied, withConfiguration } from "./last-applied.ts";
import { doneText, dryRunOf, withSource, writeQuery } from "./write-options.ts";

/** `kubectl replace`. */
export async function replace(invocation: Invocation): Promise<void> {
  const { flags, args, path, rest } = invocation;
  const dryRun = dryRunOf(flags);
  if (flags.int("grace-period") >= 0 && !flags.bool("force"))
    throw new KubectlError("--grace-period must have --force specified");
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("must specify one of -f and -k");
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(" ")}]`);
  if (flags.bool("force")) throw new KubectlError("--force is not available here: delete the object and create it");
  const infos = await manifestInfos(invocation);
  const errors: unknown[] = [...partErrors(infos)];
  const print = await createPrinter(invocation);
  for (const { resource, namespace, name, object, source } of infos) {
    const has = textAt(object, "metadata", "annotations", lastApplied) !== "";
    const body = flags.bool("save-config") || has ? withConfiguration(object) : object;
    try {
      const target = pathOf(resource, namespace, name, flags.text("subresource"));
      const query = writeQuery(flags);
      print(
        dryRun === "client"
          ? body
          : await rest.object({ method: "PUT", path: target, query, body: await versioned(invocation, target, body) }),
        doneText("replaced", dryRun),
      );
    } catch (error) {
      errors.push(withSource("replacing", source, error));
    }
  }
  throwAll(errors);
}

/** The object with the live one's resourceVersion, if it has none of its own (resource.Helper.Replace). */
async function versioned({ rest }: Invocation, path: string, object: JsonObject): Promise<JsonObject> {
  if (textAt(object, "metadata", "resourceVersion") !== "") return object;
  const current = await existing(rest, path);
  if (current === undefined) return object;
  return withValueAt(object, ["metadata", "resourceVersion"], textAt(current, "metadata", "resourceVersion"));
}

/** The live object; undefined if it cannot be read, of which the write then tells. */
async function existing(rest: Invocation["rest"], path: string): Promise<JsonObject | undefined> {
  try {
    return await rest.object({ method: "GET", path });
  } catch {
    return undefined;
  }
}
