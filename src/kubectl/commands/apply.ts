import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { Invocation } from "../invocation.ts";
import { textAt } from "../json-access.ts";
import { KubectlError, messageOf, throwAll, usageError } from "../kubectl-error.ts";
import type { Info } from "../resource/info.ts";
import { groupResource, groupVersion, pathOf } from "../resource/mapper.ts";
import { manifestInfos, partErrors } from "../resource/manifests.ts";
import { createPrinter, type Print } from "../output/printer.ts";
import { lastApplied, lastConfiguration, withConfiguration } from "./last-applied.ts";
import { isBuiltIn } from "../resource/built-in.ts";
import { threeWayPatch } from "./three-way-patch.ts";
import { doneText, dryRunOf, withSource, writeQuery } from "./write-options.ts";

const conflictAdvice = `
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

/** `kubectl apply`, client-side or `--server-side`. */
export async function apply(invocation: Invocation): Promise<void> {
  const { flags, args, path } = invocation;
  const serverSide = flags.bool("server-side");
  const dryRun = dryRunOf(flags);
  if (flags.list("filename").length === 0 && flags.text("kustomize") === "")
    throw new KubectlError("must specify one of -f and -k");
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(" ")}]`);
  if (flags.bool("force-conflicts") && !serverSide)
    throw new KubectlError("--force-conflicts only works with --server-side");
  if (dryRun === "client" && serverSide)
    throw new KubectlError("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
  if (flags.bool("force") && serverSide) throw new KubectlError("--force cannot be used with --server-side");
  if (flags.bool("force")) throw new KubectlError("--force is not available here");
  const infos = await manifestInfos(invocation);
  const errors: unknown[] = [...partErrors(infos)];
  const done: JsonObject[] = [];
  const isTitle = flags.text("output") === "" || flags.text("output") === "name";
  const print = await createPrinter(invocation);
  for (const info of infos) {
    try {
      const note = (object: JsonObject, operation: string): void => {
        done.push(object);
        if (isTitle) print(object, doneText(operation, dryRun));
      };
      if (serverSide) await applyServerSide(invocation, info, note);
      else await applyClientSide(invocation, info, note);
    } catch (error) {
      errors.push(error);
    }
  }
  if (!isTitle) printAll(print, done);
  throwAll(errors);
}

function printAll(print: Print, objects: readonly JsonObject[]): void {
  const [first] = objects;
  if (objects.length === 1 && first !== undefined) print(first);
  else if (objects.length > 1)
    print({ apiVersion: "v1", items: objects, kind: "List", metadata: { resourceVersion: "" } });
}

type Note = (object: JsonObject, operation: string) => void;

/** Names an object in errors (resource.Info.String). */
const infoText = ({ resource, namespace, name }: Info): string =>
  `Resource: "${groupVersion(resource)}, Resource=${resource.resource}", GroupVersionKind: "${groupVersion(resource)}, Kind=${resource.kind}"\nName: "${name}", Namespace: "${namespace}"`;

async function applyServerSide(invocation: Invocation, info: Info, note: Note): Promise<void> {
  const { flags, rest } = invocation;
  const manager = flags.changed("field-manager") ? flags.text("field-manager") : "kubectl";
  try {
    const object = await rest.object({
      method: "PATCH",
      path: pathOf(info.resource, info.namespace, info.name, flags.text("subresource")),
      query: { ...writeQuery(flags, manager), force: flags.bool("force-conflicts") ? "true" : "false" },
      contentType: "application/apply-patch+yaml",
      body: encodeJson(info.object),
    });
    note(object, "serverside-applied");
  } catch (error) {
    throw isConflict(error) ? new KubectlError(messageOf(error) + conflictAdvice) : error;
  }
}

async function applyClientSide(invocation: Invocation, info: Info, note: Note): Promise<void> {
  const { rest, flags, err } = invocation;
  const { resource, namespace, name, source } = info;
  const dryRun = dryRunOf(flags);
  if (name === "" && textAt(info.object, "metadata", "generateName") !== "")
    throw new KubectlError(
      `from ${textAt(info.object, "metadata", "generateName")}: cannot use generate name with apply`,
    );
  const current = await currentOf(invocation, info);
  if (current === undefined) return createApplied(invocation, info, note);
  if (dryRun === "client") return note(current, "configured");
  const original = lastConfiguration(current);
  if (original === undefined)
    err(
      `Warning: resource ${groupResource(resource)}/${name} is missing the ${lastApplied} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
    );
  const modified = withConfiguration(info.object);
  const strategic = isBuiltIn(resource);
  const patch = threeWayPatch(original ?? {}, modified, current, strategic);
  if (Object.keys(patch).length === 0) return note(current, "unchanged");
  const type = strategic ? "strategic-merge-patch" : "merge-patch";
  try {
    const body = encodeJson(patch);
    const query = writeQuery(flags);
    note(
      await rest.object({
        method: "PATCH",
        path: pathOf(resource, namespace, name, flags.text("subresource")),
        query,
        body,
        contentType: `application/${type}+json`,
      }),
      "configured",
    );
  } catch (error) {
    throw withSource(`applying patch:\n${encodeJson(patch)}\nto:\n${infoText(info)}\nfor:`, source, error);
  }
}

async function currentOf({ rest }: Invocation, info: Info): Promise<JsonObject | undefined> {
  try {
    return await rest.object({ method: "GET", path: pathOf(info.resource, info.namespace, info.name) });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw withSource(`retrieving current configuration of:\n${infoText(info)}\nfrom server for:`, info.source, error);
  }
}

async function createApplied({ rest, flags }: Invocation, { resource, namespace, object, source }: Info, note: Note) {
  const configured = withConfiguration(object);
  if (dryRunOf(flags) === "client") return note(configured, "created");
  try {
    const query = writeQuery(flags);
    note(await rest.object({ method: "POST", path: pathOf(resource, namespace), query, body: configured }), "created");
  } catch (error) {
    throw withSource("creating", source, error);
  }
}

/** `kubectl apply view-last-applied`. */
export async function viewLastApplied(invocation: Invocation): Promise<void> {
  const { flags, args, out } = invocation;
  const { build } = await import("../resource/builder.ts");
  const { indentedJson, yamlOf } = await import("../output/print-json.ts");
  const output = flags.text("output");
  const { infos, errors } = await build(invocation, { args, all: flags.bool("all") });
  throwAll(errors);
  for (const { object, name, source } of infos) {
    const configuration = lastConfiguration(object);
    if (configuration === undefined)
      throw withSource(
        "",
        source,
        new KubectlError(`no last-applied-configuration annotation found on resource: ${name}`),
      );
    if (output === "json") out(`${indentedJson(configuration, "  ")}\n`);
    else if (output === "" || output === "yaml") out(yamlOf(configuration));
    else
      throw new KubectlError(
        `Unexpected -o output mode: ${output}, the flag 'output' must be one of yaml|json\nSee 'kubectl apply view-last-applied -h' for help and examples`,
      );
  }
}
