import type { Invocation } from "../../invocation.ts";
import { parseDuration } from "../../../apimachinery/duration.ts";
import { isNotFound } from "../../../apimachinery/errors.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { textAt, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";
import { pause } from "../../patch/patcher.ts";
import { manifestInfos, partErrors, visitRead } from "../../resource/manifests.ts";
import { pathOf } from "../../resource/mapper.ts";
import { cascadePolicy } from "../apply/apply-prune.ts";
import { deleteFound } from "./delete.ts";
import { lastApplied, withConfiguration } from "../apply/last-applied.ts";
import { checkRaw, sendRaw } from "./raw.ts";
import { doneText, dryRunOf, withSource, writeQuery } from "./write-options.ts";

/** `kubectl replace`. */
export async function replace(invocation: Invocation): Promise<void> {
  const { flags, rest } = invocation;
  const dryRun = dryRunOf(flags);
  if (flags.int("grace-period") >= 0 && !flags.bool("force"))
    throw new KubectlError("--grace-period must have --force specified");
  if (flags.text("timeout") !== "" && parseDuration(flags.text("timeout")) !== 0n && !flags.bool("force"))
    throw new KubectlError("--timeout must have --force specified");
  if (flags.bool("force") && dryRun !== "none") throw new KubectlError("--dry-run can not be used when --force is set");
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("must specify one of -f and -k");
  if (flags.text("raw") !== "") {
    checkRaw(invocation);
    return sendRaw(invocation, "PUT");
  }
  const query = writeQuery(flags);
  if (flags.bool("force")) return replaceByForce(invocation);
  const infos = await manifestInfos(invocation);
  const print = await createPrinter(invocation);
  const errors = await visitRead(invocation, infos, async ({ resource, namespace, name, object, source }) => {
    const body = withSavedConfiguration(flags, object);
    try {
      const target = pathOf(resource, namespace, name, flags.text("subresource"));
      print(
        dryRun === "client"
          ? body
          : await rest.object({ method: "PUT", path: target, query, body: await versioned(invocation, target, body) }),
        doneText("replaced", dryRun),
      );
    } catch (error) {
      throw withSource("replacing", source, error);
    }
  });
  throwAll(errors);
}

const pollMs = 1000;
const fiveMinutes = 300_000;

/** Deletes the objects, waits until they are gone, and creates them anew (ReplaceOptions.forceReplace). */
async function replaceByForce(invocation: Invocation): Promise<void> {
  const { flags, rest, session } = invocation;
  const grace = flags.int("grace-period");
  const infos = await manifestInfos(invocation);
  throwAll(await partErrors(invocation, infos));
  const propagationPolicy = cascadePolicy(invocation);
  await deleteFound(
    invocation,
    { infos, errors: [] },
    { propagationPolicy, grace: grace === 0 ? 1 : grace, ignores: true, wait: grace === 0 || flags.bool("wait") },
  );
  const given = flags.text("timeout") === "" ? 0 : Number(parseDuration(flags.text("timeout")) / 1_000_000n);
  const end = session.clock.monotonic() + (given || fiveMinutes);
  for (const { resource, namespace, name } of infos)
    while (await isThere(rest, pathOf(resource, namespace, name))) {
      if (session.clock.monotonic() >= end) throw new KubectlError("timed out waiting for the condition");
      await pause(invocation, pollMs);
    }
  const print = await createPrinter(invocation);
  for (const { resource, namespace, object } of infos) {
    const body = withSavedConfiguration(flags, object);
    const path = pathOf(resource, namespace);
    print(await rest.object({ method: "POST", path, query: writeQuery(flags), body }), doneText("replaced", "none"));
  }
  if (infos.length === 0) throw new KubectlError("no objects passed to replace");
}

async function isThere(rest: Invocation["rest"], path: string): Promise<boolean> {
  try {
    await rest.object({ method: "GET", path });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** The object with its configuration as an annotation, where that is asked for or there already. */
function withSavedConfiguration(flags: Invocation["flags"], object: JsonObject): JsonObject {
  const has = textAt(object, "metadata", "annotations", lastApplied) !== "";
  return flags.bool("save-config") || has ? withConfiguration(object) : object;
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
