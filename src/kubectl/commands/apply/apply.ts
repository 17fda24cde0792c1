import { parseDuration } from "../../../apimachinery/duration.ts";
import { isNotFound } from "../../../apimachinery/errors.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { textAt } from "../../json-access.ts";
import { KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import { createPrinter, createTypedPrinter, type Print } from "../../output/printer.ts";
import { patchObject, PatchError, unversioned, type Patched } from "../../patch/patcher.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { recorded } from "../write/record.ts";
import { manifestInfos, partErrors } from "../../resource/manifests.ts";
import { readNamed } from "../../resource/read-named.ts";
import { type Note, warnIfDeleting } from "./apply-note.ts";
import { applyServerSide } from "./apply-server-side.ts";
import type { ApplySet } from "./apply-set.ts";
import { deleteOptionsOf, prune, prunedResources } from "./apply-prune.ts";
import { lastApplied, withConfiguration } from "./last-applied.ts";
import { doneText, dryRunOf, withSource, writeQuery } from "../write/write-options.ts";

/** `kubectl apply`, client-side or `--server-side`. */
export async function apply(invocation: Invocation): Promise<void> {
  const { flags, args, path } = invocation;
  const serverSide = flags.bool("server-side");
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(" ")}]`);
  const dryRun = dryRunOf(flags);
  const deleteOptions = deleteOptionsOf(invocation);
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("must specify one of -f and -k");
  writeQuery(flags);
  const set = await applySetOf(invocation);
  const pruned = flags.bool("prune") ? await prunedResources(invocation) : [];
  await checkFlags(invocation, set);
  const { infos, errors } = await objectsToApply(invocation, set);
  await set?.begin(infos);
  const done: JsonObject[] = [];
  const isTitle = flags.text("output") === "" || flags.text("output") === "name";
  const print = await createPrinter(invocation);
  const note: Note = (object, operation) => {
    done.push(object);
    if (isTitle) print(object, doneText(operation, dryRun));
  };
  for (const each of infos) {
    const info = { ...each, object: recorded(invocation, each.object) };
    try {
      checkName(info);
      if (serverSide) await applyServerSide(invocation, info, note);
      else await applyClientSide(invocation, info, deleteOptions, note);
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
  if (!isTitle) await printAll(invocation, print, done);
  if (!flags.bool("prune")) return;
  const uids = new Set(done.map((object) => textAt(object, "metadata", "uid")));
  if (set === undefined) await prune(invocation, pruned, infos, uids, deleteOptions);
  else await set.prune(uids, deleteOptions);
}

/** The set of `--applyset`; undefined without it. */
async function applySetOf(invocation: Invocation): Promise<ApplySet | undefined> {
  if (!invocation.flags.changed("applyset")) return undefined;
  return (await import("./apply-set.ts")).ApplySet.of(invocation);
}

/** The objects of the manifests, as members of the set if there is one, with the errors of others. */
async function objectsToApply(
  invocation: Invocation,
  set: ApplySet | undefined,
): Promise<{ readonly infos: readonly Info[]; readonly errors: unknown[] }> {
  const infos = await manifestInfos(invocation);
  const errors = [...(await partErrors(invocation, infos))];
  try {
    return { infos: set?.labeled(infos) ?? infos, errors };
  } catch (error) {
    return { infos: [], errors: [error] };
  }
}

/** The combinations of flags that there are not (apply.ApplyOptions.Validate). */
async function checkFlags({ flags }: Invocation, set: ApplySet | undefined): Promise<void> {
  const serverSide = flags.bool("server-side");
  const dryRun = dryRunOf(flags);
  const [force, all, selector] = [flags.bool("force"), flags.bool("all"), flags.text("selector")];
  if (flags.bool("force-conflicts") && !serverSide)
    throw new KubectlError("--force-conflicts only works with --server-side");
  if (dryRun === "client" && serverSide)
    throw new KubectlError("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
  if (force && serverSide) throw new KubectlError("--force cannot be used with --server-side");
  if (force && dryRun === "server") throw new KubectlError("--dry-run=server cannot be used with --force");
  if (all && selector !== "") throw new KubectlError("cannot set --all and --selector at the same time");
  if (set !== undefined) {
    if (!flags.bool("prune")) throw new KubectlError("--applyset requires --prune");
    await set.validate();
  }
  if (flags.bool("prune")) {
    if (force) throw new KubectlError("--force cannot be used with --prune");
    if (set !== undefined) {
      const odd = all ? "all" : ["selector", "prune-allowlist"].find((name) => flags.list(name).join("") !== "");
      if (odd !== undefined) throw new KubectlError(`--${odd} is incompatible with --applyset`);
      return;
    }
    if (!all && selector === "")
      throw new KubectlError(
        "all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector",
      );
    if (serverSide)
      throw new KubectlError("--prune is in alpha and doesn't currently work on objects created by server-side apply");
  }
  if (flags.text("subresource") !== "" && !serverSide)
    throw new KubectlError("--subresource can only be specified for --server-side");
}

function checkName({ name, object }: Info): void {
  const generated = textAt(object, "metadata", "generateName");
  if (name === "" && generated !== "") throw new KubectlError(`from ${generated}: cannot use generate name with apply`);
}

async function printAll(invocation: Invocation, print: Print, objects: readonly JsonObject[]): Promise<void> {
  const [first] = objects;
  if (objects.length === 1 && first !== undefined) print(first);
  else if (objects.length > 1)
    (await createTypedPrinter(invocation))({ apiVersion: "v1", items: objects, kind: "List", metadata: {} });
}

/** The group and version of a resource as errors write it, `/v1` for the core's (GroupVersionResource.String). */
const fullVersion = ({ group, version }: Info["resource"]): string => `${group}/${version}`;

/** Names an object in errors (resource.Info.String). */
const infoText = ({ resource, namespace, name }: Info): string =>
  `Resource: "${fullVersion(resource)}, Resource=${resource.resource}", GroupVersionKind: "${fullVersion(resource)}, Kind=${resource.kind}"\nName: "${name}", Namespace: "${namespace}"`;

async function applyClientSide(
  invocation: Invocation,
  info: Info,
  deleteOptions: JsonObject,
  note: Note,
): Promise<void> {
  const { flags, err, session } = invocation;
  const { resource, namespace, name, source } = info;
  const isAbsent = session.isAbsent?.({ group: resource.group, kind: resource.kind, namespace, name }) === true;
  const current = isAbsent ? undefined : await currentOf(invocation, info);
  if (current === undefined) return createApplied(invocation, info, note);
  if (dryRunOf(flags) === "client") return note(current, "configured");
  if (textAt(current, "metadata", "annotations", lastApplied) === "")
    err(
      `Warning: resource ${resource.resource}/${name} is missing the ${lastApplied} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
    );
  let patched: Patched;
  try {
    patched = await patchObject(invocation, { ...info, object: current }, withConfiguration(info.object), {
      query: writeQuery(flags),
      force: flags.bool("force"),
      overwrites: flags.bool("overwrite"),
      deleteOptions,
      timeoutMs: Number(parseDuration(flags.text("timeout")) / 1_000_000n),
    });
  } catch (error) {
    const patch = error instanceof PatchError ? error.patch : "";
    const cause = error instanceof PatchError ? error.cause : error;
    throw withSource(`applying patch:\n${patch}\nto:\n${infoText(info)}\nfor:`, source, cause);
  }
  warnIfDeleting(invocation, patched.object);
  note(patched.object, patched.patch === "{}" ? "unchanged" : "configured");
}

async function currentOf(invocation: Invocation, info: Info): Promise<JsonObject | undefined> {
  try {
    return await readNamed(invocation, info.namespace, { path: pathOf(info.resource, info.namespace, info.name) });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw withSource(`retrieving current configuration of:\n${infoText(info)}\nfrom server for:`, info.source, error);
  }
}

async function createApplied({ rest, flags }: Invocation, { resource, namespace, object, source }: Info, note: Note) {
  const configured = withoutNulls(withConfiguration(object));
  if (dryRunOf(flags) === "client") return note(configured, "created");
  try {
    const query = writeQuery(flags);
    const body = unversioned(configured);
    note(await rest.object({ method: "POST", path: pathOf(resource, namespace), query, body }), "created");
  } catch (error) {
    throw withSource("creating", source, error);
  }
}

/** An object without its null members (apply.pruneNullsFromMap). */
function withoutNulls(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutNullsIn(value)]));
}

const withoutNullsIn = (value: JsonValue): JsonValue =>
  isObject(value) ? withoutNulls(value) : isList(value) ? value.map(withoutNullsIn) : value;
