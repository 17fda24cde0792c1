import { pushAll } from "../../../apimachinery/long-lists.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isConflict, isNotFound } from "../../../apimachinery/errors.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { ServedResource } from "../../../client/discovery.ts";
import type { Invocation } from "../../invocation.ts";
import { kindOf, nameOf, objectAt, textAt } from "../../json-access.ts";
import { errorText, KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import { withoutManagedFields, yamlOf } from "../../output/print-json.ts";
import { patchObject, unversioned } from "../../patch/patcher.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { manifestInfos, partErrors, readBeforeErrors } from "../../resource/manifests.ts";
import { readNamed } from "../../resource/read-named.ts";
import { klogLine } from "../../rest/request-log.ts";
import { prunedResources, unapplied } from "./apply-prune.ts";
import { applyManager } from "./apply-server-side.ts";
import { warnIfDeleting } from "./apply-note.ts";
import { withoutConfiguration } from "./last-applied.ts";

/** The tries while others write; the last one goes without looking at revisions. */
const maxTries = 4;

/** A file of the live and of the merged folder. */
interface Pair {
  readonly name: string;
  readonly live: string;
  /** Undefined where only the live folder has the file. */
  readonly merged: string | undefined;
}

/** `kubectl diff`. Ends with 1 if there are differences, and with 2 for errors. */
export async function diff(invocation: Invocation): Promise<number> {
  try {
    return await run(invocation);
  } catch (error) {
    invocation.err(errorText(error));
    return 2;
  }
}

async function run(invocation: Invocation): Promise<number> {
  const { flags, args, path } = invocation;
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(" ")}]`);
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("must specify one of -f and -k");
  if (flags.bool("force-conflicts") && !flags.bool("server-side"))
    throw new KubectlError("--force-conflicts only works with --server-side");
  const allowed = flags.bool("prune") ? await prunedResources(invocation) : [];
  const infos = await manifestInfos(invocation);
  const pairs: Pair[] = [];
  const seen: JsonObject[] = [];
  const failures: unknown[] = [];
  let failed: Info | undefined;
  for (const info of readBeforeErrors(infos)) {
    // An error ends the visit, but for the other items of a list.
    if (failed !== undefined && (failed.list === undefined || failed.list !== info.list)) break;
    try {
      pairs.push(await pairOf(invocation, info, seen));
    } catch (error) {
      failures.push(error);
      failed = info;
    }
  }
  if (failures.length === 0) pushAll(failures, await partErrors(invocation, infos));
  if (flags.bool("prune")) pushAll(pairs, await prunedPairs(invocation, allowed, infos, seen));
  throwAll(failures);
  return compare(invocation, pairs);
}

/** The name of an object's file (diff.InfoObject.Name). */
const fileName = ({ group, version, kind }: ServedResource, namespace: string, name: string): string =>
  `${group === "" ? "" : `${group}.`}${version}.${kind}.${namespace}.${name}`;

async function pairOf(invocation: Invocation, info: Info, seen: JsonObject[]): Promise<Pair> {
  const { err, session } = invocation;
  const { group, version, kind } = info.resource;
  const warning = `Object (${group}/${version}, Kind=${kind}: ${info.name}) keeps changing, diffing without lock`;
  for (let tries = 1; ; tries++) {
    const live = await liveOf(invocation, info);
    if (tries === maxTries) err(klogLine("W", session.clock.now(), "diff.go:723", warning));
    if (live !== undefined) seen.push(live);
    try {
      const merged = await mergedOf(invocation, info, live, tries === maxTries);
      warnIfDeleting(invocation, live);
      return textsOf(invocation, info, live, merged);
    } catch (error) {
      if (isConflict(error) && tries < maxTries) continue;
      warnIfDeleting(invocation, live);
      throw error;
    }
  }
}

async function liveOf(invocation: Invocation, { resource, namespace, name }: Info): Promise<JsonObject | undefined> {
  try {
    return await readNamed(invocation, namespace, { path: pathOf(resource, namespace, name) });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The object as it would be if it were applied. */
async function mergedOf(
  invocation: Invocation,
  info: Info,
  live: JsonObject | undefined,
  force: boolean,
): Promise<JsonObject> {
  const { rest, flags } = invocation;
  const { resource, namespace, name, object } = info;
  const query = { dryRun: "All", fieldManager: applyManager(invocation) };
  if (flags.bool("server-side"))
    return rest.object({
      method: "PATCH",
      path: pathOf(resource, namespace, name),
      query: { ...query, force: flags.bool("force-conflicts") ? "true" : "false" },
      contentType: "application/apply-patch+yaml",
      body: encodeJson(object),
    });
  if (live === undefined)
    return rest.object({ method: "POST", path: pathOf(resource, namespace), query, body: unversioned(object) });
  const revision = force ? {} : { resourceVersion: textAt(live, "metadata", "resourceVersion") };
  const modified = withoutConfiguration(object);
  return (await patchObject(invocation, { ...info, object: live }, modified, { query, ...revision })).object;
}

function textsOf({ flags }: Invocation, info: Info, live: JsonObject | undefined, merged: JsonObject): Pair {
  const clean = (object: JsonObject): JsonObject =>
    flags.bool("show-managed-fields") ? object : withoutManagedFields(object);
  const isSecret = textAt(merged, "apiVersion") === "v1" && kindOf(merged) === "Secret";
  const [from, to] = isSecret ? masked(live, merged) : [live, merged];
  return {
    name: fileName(info.resource, info.namespace, info.name),
    // What stands for a Secret that is not there is masked, too.
    live: from !== undefined ? yamlOf(clean(from)) : isSecret ? "null\n" : "",
    merged: yamlOf(clean(to)),
  };
}

/** Secrets with asterisks in place of values, which say whether they differ (diff.Masker). */
function masked(from: JsonObject | undefined, to: JsonObject): readonly [JsonObject | undefined, JsonObject] {
  const [before, after] = [objectAt(from, "data"), objectAt(to, "data")];
  const mask = (object: JsonObject, data: JsonObject, other: JsonObject, changed: string): JsonObject => {
    if (!isObject(object["data"])) return object;
    const text = (key: string, value: JsonValue): string =>
      other[key] === undefined || other[key] === value ? "***" : `*** (${changed})`;
    return {
      ...object,
      data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, text(key, value)])),
    };
  };
  return [from && mask(from, before, after, "before"), mask(to, after, before, "after")];
}

/** The objects that pruning would delete, which only the live folder has. */
async function prunedPairs(
  invocation: Invocation,
  allowed: readonly ServedResource[],
  infos: readonly Info[],
  seen: readonly JsonObject[],
): Promise<readonly Pair[]> {
  const namespaces = new Set(infos.map(({ namespace }) => namespace).filter((namespace) => namespace !== ""));
  const uids = new Set(seen.map((object) => textAt(object, "metadata", "uid")));
  const pairs: Pair[] = [];
  try {
    await unapplied(invocation, allowed, { namespaces, uids }, async (object, resource, namespace) => {
      pairs.push({ name: fileName(resource, namespace, nameOf(object)), live: yamlOf(object), merged: undefined });
    });
  } catch (error) {
    const warning = `pruning failed and could not be evaluated err: ${messageOf(error)}`;
    invocation.err(klogLine("W", invocation.session.clock.now(), "diff.go:760", warning));
    return [];
  }
  return pairs;
}

/** Runs the program that compares the two folders, and returns its exit code (diff.DiffProgram). */
async function compare({ out, session }: Invocation, pairs: readonly Pair[]): Promise<number> {
  const variable = session.environment["KUBECTL_EXTERNAL_DIFF"] ?? "";
  const [program = "", ...given] = (variable || "diff -u -N").split(" ");
  const words = given.filter((word) => /^[a-zA-Z0-9=-]+$/.test(word));
  // Programs of the shell that compare nothing.
  if (program === "true" || program === "false") return program === "true" ? 0 : 1;
  if (program !== "diff")
    throw new KubectlError(`failed to run ${quoteGo(program)}: executable file not found in $PATH`);
  const number = (): string => String(Math.floor(session.random() * 4e9));
  const now = `${new Date(session.clock.now()).toISOString().replace("T", " ").replace("Z", "000000")} +0000`;
  const sorted = pairs.toSorted((a, b) => compareUtf8(a.name, b.name));
  const files = sorted.map(({ name, live, merged }) => ({ name, before: live, after: merged }));
  const { compareFolders, diffOptions } = await import("../../output/diff-program.ts");
  const folders = [`/tmp/LIVE-${number()}`, `/tmp/MERGED-${number()}`] as const;
  const { text, differ } = compareFolders(files, folders, diffOptions(words), now);
  out(text);
  return differ ? 1 : 0;
}
