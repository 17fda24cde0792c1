import { isInvalid, isNotFound, StatusError } from "../../../apimachinery/errors.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { parseYaml } from "../../../apiserver/codec/yaml/parser.ts";
import { yamlToJson } from "../../../apiserver/codec/yaml/to-json.ts";
import type { Invocation } from "../../invocation.ts";
import { namespaceOf, textAt, valueAt, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll } from "../../kubectl-error.ts";
import { indentedJson, withoutManagedFields, yamlOf } from "../../output/print-json.ts";
import { createPrinter, unknownFormat } from "../../output/printer.ts";
import { changesPatch } from "../../patch/two-way-patch.ts";
import { build } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { groupResource, pathOf } from "../../resource/mapper.ts";
import { manifestInfos, partErrors, textInfos } from "../../resource/manifests.ts";
import { launchEditor } from "../../shell/editor.ts";
import { configurationPatch } from "../apply/apply-last-applied.ts";
import { lastApplied, withConfiguration } from "../apply/last-applied.ts";
import { recorded } from "./record.ts";
import { writeQuery } from "./write-options.ts";

const objectHeader = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`;
const configurationHeader = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`;

/** What came of a saved text (editor.editResults). */
interface Results {
  readonly reasons: string[];
  retryable: number;
  notFound: number;
  invalid: number;
}

type Visit = (originals: readonly Info[], updated: readonly Info[], results: Results) => Promise<void>;

/** `kubectl edit`. */
export async function edit(invocation: Invocation): Promise<number> {
  const { flags, args } = invocation;
  const subresource = flags.text("subresource");
  const { infos, errors } = await build(invocation, { args, subresource, allowEmptySelector: true });
  throwAll(errors);
  if (infos.length === 0) throw new KubectlError("edit cancelled, no objects found");
  return editTexts(invocation, infos, objectHeader, (originals, updated, results) =>
    patchObjects(invocation, originals, updated, results),
  );
}

/** `kubectl apply edit-last-applied`. */
export async function editLastApplied(invocation: Invocation): Promise<number> {
  const { infos, errors } = await build(invocation, { args: invocation.args, allowEmptySelector: true });
  throwAll(errors);
  const texts = infos.map(({ object }) => textAt(object, "metadata", "annotations", lastApplied));
  const found = await Promise.all(
    texts.filter((text) => text !== "").map((text) => textInfos(invocation, "edited-file", text)),
  );
  if (found.length === 0)
    throw new KubectlError(
      "no last-applied-configuration annotation found on resources, to create the annotation, use command `kubectl apply set-last-applied --create-annotation`",
    );
  return editTexts(
    invocation,
    found.flatMap((each) => each.slice(0, 1)),
    configurationHeader,
    (originals, updated) => patchConfigurations(invocation, originals, updated),
  );
}

/** `kubectl create --edit`: each object is edited, then created. */
export async function createEdited(invocation: Invocation): Promise<number> {
  const infos = await manifestInfos(invocation, { unvalidated: true });
  throwAll(await partErrors(invocation, infos));
  for (const info of infos) {
    const code = await editTexts(invocation, [info], objectHeader, async (_, updated) =>
      createAll(invocation, updated),
    );
    if (code !== 0) return code;
  }
  return 0;
}

async function createAll(invocation: Invocation, updated: readonly Info[]): Promise<void> {
  const { rest, flags, namespace } = invocation;
  const print = await createPrinter(invocation);
  for (const { resource, object } of updated) {
    const body = flags.bool("save-config") ? withConfiguration(object) : object;
    const path = pathOf(resource, resource.namespaced ? namespaceOf(object) || namespace : "");
    print(await rest.object({ method: "POST", path, query: writeQuery(flags), body }), "created");
  }
}

/** The text to edit, without its header. */
function textOf({ flags }: Invocation, infos: readonly Info[]): string {
  const objects = infos.map(({ object }) => withoutManagedFields(object));
  const [first = {}] = objects;
  const shown = objects.length === 1 ? first : { apiVersion: "v1", items: objects, kind: "List", metadata: {} };
  const output = flags.text("output");
  if (output !== "" && output !== "json" && output !== "yaml") throw unknownFormat(output, ["json", "yaml"]);
  return output === "json" ? `${indentedJson(shown, "    ")}\n` : yamlOf(shown);
}

const withoutComments = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .join("\n");

/** A text as JSON, or without its comments where it is no YAML (cmdutil.StripComments). */
function stripped(text: string): string {
  try {
    return yamlToJson(parseYaml(text)).json;
  } catch {
    return withoutComments(text);
  }
}

/** A text with the line ends that flags ask for. */
const withLineEndings = (flags: Invocation["flags"], text: string): string =>
  flags.bool("windows-line-endings") ? text.replaceAll("\n", "\r\n") : text;

/** Edits the text of objects until what is saved can be taken, or is given up (editor.EditOptions.Run). */
async function editTexts(
  invocation: Invocation,
  infos: readonly Info[],
  header: string,
  visit: Visit,
): Promise<number> {
  const { flags, session, err, signal } = invocation;
  const isJson = flags.text("output") === "json";
  const original = textOf(invocation, infos);
  let results: Results = emptyResults();
  let [edited, failed] = ["", false];
  for (;;) {
    signal.throwIfAborted();
    const reasons = results.reasons.map((reason) => `${reason}#\n`).join("");
    const shown = (isJson ? "" : header + reasons) + (failed ? withoutComments(edited) : original);
    const before = edited;
    edited = await launchEditor(session, withLineEndings(flags, shown), invocation.out);
    const file = `/tmp/kubectl-edit-${Math.floor(session.random() * 4e9)}.${isJson ? "json" : "yaml"}`;
    const keep = async (error: unknown): Promise<unknown> => {
      await session.files.write(file, edited);
      err(`A copy of your changes has been stored to ${quoteGo(file)}\n`);
      return error;
    };
    if (failed && stripped(before) === stripped(edited))
      throw await keep(new KubectlError("Edit cancelled, no valid changes were saved."));
    results = emptyResults();
    const invalid = invalidText(edited);
    if (invalid !== undefined) {
      err(
        `${addInvalid(results, infos[0], [`<nil>: Invalid value: "The edited file failed validation": ${invalid}`])}\n`,
      );
      failed = true;
      continue;
    }
    if (stripped(original) === stripped(edited)) {
      err("Edit cancelled, no changes made.\n");
      return 0;
    }
    if (withoutComments(edited).trim() === "") {
      err("Edit cancelled, saved file was empty.\n");
      return 0;
    }
    let updated: readonly Info[];
    try {
      updated = await textInfos(invocation, "edited-file", edited);
    } catch (error) {
      failed = true;
      results.reasons.push(commented(`The edited file had a syntax error: ${messageOf(error)}`));
      continue;
    }
    try {
      await visit(infos, inNamespace(invocation, updated), results);
    } catch (error) {
      throw await keep(error);
    }
    if (results.retryable > 0) {
      await session.files.write(file, edited);
      err(`You can run \`kubectl replace -f ${file}\` to try this update again.\n`);
      return 1;
    }
    if (results.notFound > 0) {
      await session.files.write(file, edited);
      err(`The edits you made on deleted resources have been saved to ${quoteGo(file)}\n`);
      return 1;
    }
    if (results.invalid === 0) return 0;
    failed = true;
  }
}

const emptyResults = (): Results => ({ reasons: [], retryable: 0, notFound: 0, invalid: 0 });

/** What stands against a text being objects at all; undefined if nothing does. */
function invalidText(text: string): string | undefined {
  try {
    const value = decodeJson(yamlToJson(parseYaml(text)).json);
    if (textAt(value, "kind") === "") return "kind not set";
    return textAt(value, "apiVersion") === "" ? "apiVersion not set" : undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Edited objects in the namespace of the command (resource.RequireNamespace). Throws for one of another namespace. */
function inNamespace({ namespace }: Invocation, infos: readonly Info[]): readonly Info[] {
  return infos.map((info) => {
    const own = namespaceOf(info.object);
    if (!info.resource.namespaced || own === namespace) return info;
    if (own === "") return { ...info, object: withValueAt(info.object, ["metadata", "namespace"], namespace) };
    throw new KubectlError(
      `the namespace from the provided object ${quoteGo(own)} does not match the namespace ${quoteGo(namespace)}. You must pass '--namespace=${own}' to perform this operation.`,
    );
  });
}

const commented = (text: string, details: readonly string[] = []): string =>
  `# ${text.replace(/\n(?!#|$)/g, "\n# ")}${details.length === 0 ? "" : ":"}\n${details.map((each) => `# * ${each}\n`).join("")}`;

function addInvalid(results: Results, info: Info | undefined, details: readonly string[]): string {
  const title = info === undefined ? "" : `${groupResource(info.resource)} ${quoteGo(info.name)}`;
  results.invalid++;
  results.reasons.push(commented(`${title} was not valid`, details));
  return `error: ${title} is invalid`;
}

/** Notes the refusal of a patch and returns what is said of it (editor.editResults.addError). */
function addError(results: Results, info: Info, error: unknown): string {
  const title = `${groupResource(info.resource)} ${quoteGo(info.name)}`;
  if (isInvalid(error)) {
    const causes = error instanceof StatusError ? (error.status.details?.causes ?? []) : [];
    return addInvalid(
      results,
      info,
      causes.map((cause) => `${cause.field ?? ""}: ${cause.message ?? ""}`),
    );
  }
  if (isNotFound(error)) {
    results.notFound++;
    return `error: ${title} could not be found on the server`;
  }
  results.retryable++;
  return `error: ${title} could not be patched: ${messageOf(error)}`;
}

const originalOf = (originals: readonly Info[], { object }: Info): Info => {
  const uid = textAt(object, "metadata", "uid");
  const found = originals.find((each) => textAt(each.object, "metadata", "uid") === uid);
  if (found !== undefined) return found;
  throw new KubectlError(`no original object found for &unstructured.Unstructured{Object:${goSyntax(object)}}`);
};

/** A value as Go's `%#v` prints it, without its outermost type. */
function goSyntax(value: JsonValue): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return quoteGo(value);
  if (isList(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  if (!isObject(value)) return encodeJson(value);
  const members = Object.keys(value).toSorted(compareUtf8);
  return `map[string]interface {}{${members.map((key) => `${quoteGo(key)}:${goSyntax(value[key] ?? null)}`).join(", ")}}`;
}

/** An edited object with the managedFields that its text did not show. */
function withFields(object: JsonObject, original: Info): JsonObject {
  const fields = valueAt(original.object, "metadata", "managedFields");
  return fields === undefined ? object : withValueAt(object, ["metadata", "managedFields"], fields);
}

/** Sends what changed of each object as a patch. */
async function patchObjects(
  invocation: Invocation,
  originals: readonly Info[],
  updated: readonly Info[],
  results: Results,
): Promise<void> {
  const { flags, rest, out, err } = invocation;
  const print = await createPrinter(invocation);
  for (const each of updated) {
    const original = originalOf(originals, each);
    const restored = withFields(each.object, original);
    const edited = recorded(invocation, flags.bool("save-config") ? withConfiguration(restored) : restored);
    if (encodeJson(edited) === encodeJson(original.object)) {
      print(edited, "skipped");
      continue;
    }
    const { patch, type } = await changesPatch(invocation, original, edited);
    if (
      ["apiVersion", "kind"].some((name) => patch[name] !== undefined) ||
      valueAt(patch, "metadata", "name") !== undefined
    )
      throw new KubectlError("At least one of apiVersion, kind and name was changed");
    if (flags.bool("output-patch")) out(`Patch: ${encodeJson(patch)}\n`);
    const { resource, namespace, name } = original;
    try {
      const path = pathOf(resource, namespace, name, flags.text("subresource"));
      const query = writeQuery(flags);
      const object = await rest.object({ method: "PATCH", path, query, contentType: type, body: encodeJson(patch) });
      print(object, "edited");
    } catch (error) {
      err(`${addError(results, original, error)}\n`);
    }
  }
}

/** Writes each configuration into the annotation of its object. */
async function patchConfigurations(
  invocation: Invocation,
  originals: readonly Info[],
  updated: readonly Info[],
): Promise<void> {
  const { flags, rest, namespace } = invocation;
  const print = await createPrinter(invocation);
  for (const each of updated) {
    const original = originalOf(originals, each);
    const object = withFields(each.object, original);
    if (encodeJson(original.object) === encodeJson(object)) {
      print(object, "skipped");
      continue;
    }
    const { resource, name } = each;
    await rest.object({
      method: "PATCH",
      path: pathOf(resource, resource.namespaced ? namespace : "", name),
      query: writeQuery(flags),
      contentType: "application/merge-patch+json",
      body: encodeJson(configurationPatch(object).patch),
    });
    print(object, "edited");
  }
}
