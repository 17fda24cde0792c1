import { StatusError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { type JsonPatch, parseJsonPatch } from "../../apiserver/patch/json-patch.ts";
import { objectAt, textAt, valueAt, withValueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { yamlOf } from "../output/print-json.ts";
import { documentsOf, parseResource } from "../resource/documents.ts";
import type { ReadFile } from "./generators.ts";
import { regularExpression } from "./regular-expression.ts";
import { mergeObjects } from "./merge-objects.ts";
import { idOf, idsOf, idText, isSameId, rememberId, type Resource } from "./resource.ts";
import { textsOf } from "./transformers.ts";

/** A patch that was read: applies it to objects. Throws a KubectlError. */
export type ReadyPatch = (resources: Resource[]) => Promise<void>;

/** Applies an entry of `patches`: a strategic merge patch or a JSON patch (PatchTransformer). Throws a KubectlError. */
export const applyPatch = async (resources: Resource[], entry: JsonValue, read: ReadFile): Promise<void> =>
  (await readyPatch(entry, read))(resources);

/** Reads an entry of `patches`. Throws a KubectlError with the entry for what is none. */
export async function readyPatch(entry: JsonValue, read: ReadFile): Promise<ReadyPatch> {
  try {
    return await configured(entry, read);
  } catch (error) {
    throw new KubectlError(
      `trouble configuring builtin PatchTransformer with config: \`\n${yamlOf(entry)}\`: ${messageOf(error)}`,
    );
  }
}

async function configured(entry: JsonValue, read: ReadFile): Promise<ReadyPatch> {
  const [path, inline] = [textAt(entry, "path"), textAt(entry, "patch").trim()];
  if (path === "" && inline === "") throw new KubectlError(`must specify one of patch and path in\n${yamlOf(entry)}`);
  if (path !== "" && inline !== "")
    throw new KubectlError(`patch and path can't be set at the same time\n${yamlOf(entry)}`);
  const text = path === "" ? inline : await readPatch(path, read);
  const source = path === "" ? `[patch: ${quoteGo(text)}]` : `[path: ${quoteGo(path)}]`;
  const patches = parsed(text);
  if (patches?.every((patch) => (isList(patch) ? patch.every(isObject) : isObject(patch))) !== true)
    throw new KubectlError(`unable to parse SM or JSON patch from ${source}`);
  return (resources) => applyAll(resources, patches, entry, source);
}

/** The documents of a text; undefined if it is no YAML. A list in brackets must be JSON (utils.jsonPatchFromBytes). */
function parsed(text: string): readonly JsonValue[] | undefined {
  try {
    if (text.startsWith("[")) return [decodeJson(text)];
    return documentsOf(text)
      .map(parseResource)
      .filter((patch) => patch !== null);
  } catch {
    return undefined;
  }
}

async function applyAll(
  resources: Resource[],
  patches: readonly JsonValue[],
  entry: JsonValue,
  source: string,
): Promise<void> {
  const target = valueAt(entry, "target");
  if (target !== undefined && patches.filter(isObject).length > 1)
    throw new KubectlError(
      `Multiple Strategic-Merge Patches in one \`patches\` entry is not allowed to set \`patches.target\` field: ${source}`,
    );
  for (const patch of patches)
    if (isList(patch)) await applyOperations(resources, patch, target, source);
    else if (isObject(patch)) await applyMerge(resources, patch, target, objectAt(entry, "options"));
}

async function applyOperations(
  resources: readonly Resource[],
  operations: readonly JsonValue[],
  target: JsonValue | undefined,
  source: string,
): Promise<void> {
  if (target === undefined) throw new KubectlError(`must specify a target for JSON patch ${source}`);
  const patch = parseJsonPatch(encodeJson(operations));
  for (const resource of await selected(resources, target)) {
    rememberId(resource);
    const next = applied(patch, resource.object);
    if (isObject(next)) resource.object = next;
  }
}

function applied(patch: JsonPatch, object: JsonObject): JsonValue {
  try {
    return patch.apply(object);
  } catch (error) {
    throw error instanceof StatusError && error.cause instanceof Error ? new KubectlError(error.cause.message) : error;
  }
}

async function readPatch(path: string, read: ReadFile): Promise<string> {
  try {
    return await read(path);
  } catch (error) {
    throw new KubectlError(`failed to get the patch file from path(${path}): ${messageOf(error)}`);
  }
}

async function applyMerge(
  resources: Resource[],
  patch: JsonObject,
  target: JsonValue | undefined,
  options: JsonObject,
): Promise<void> {
  const found = target === undefined ? [onlyOne(resources, patch)] : await selected(resources, target);
  for (const resource of found) {
    const { object } = resource;
    rememberId(resource);
    const next = mergeObjects(object, patch);
    if (next === undefined) resources.splice(resources.indexOf(resource), 1);
    else resource.object = keepingId(object, next, options);
  }
}

/** The object after a patch, with the kind and the names that it had. */
function keepingId(before: JsonObject, after: JsonObject, options: JsonObject): JsonObject {
  let next = after;
  const keep = (option: string, ...path: readonly string[]): void => {
    if (textAt(options, option) !== "true") next = withValueAt(next, path, valueAt(before, ...path));
  };
  keep("allowKindChange", "kind");
  keep("", "apiVersion");
  keep("allowNameChange", "metadata", "name");
  keep("", "metadata", "namespace");
  return next;
}

function onlyOne(resources: readonly Resource[], patch: JsonObject): Resource {
  const id = idOf(patch);
  const found = resources.filter((resource) => idsOf(resource).some((each) => isSameId(each, id)));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const text = idText(id);
  throw new KubectlError(
    `no resource matches strategic merge patch "${text}": ${first === undefined ? "no matches" : "multiple matches"} for Id ${text}; failed to find unique target for patch ${text}`,
  );
}

const identity = ["group", "version", "kind", "name", "namespace"] as const;

/** The resources that a target selects, whose names are regular expressions (ResMap.Select). */
async function selected(resources: readonly Resource[], target: JsonValue): Promise<readonly Resource[]> {
  const wanted = identity.filter((part) => textAt(target, part) !== "");
  const matchers = await Promise.all(
    wanted.map(async (part) => ({ part, matches: await wholeNames(textAt(target, part)) })),
  );
  const has = (member: string, map: JsonObject): boolean => {
    const selector = textAt(target, member);
    const labels = Object.fromEntries(Object.entries(textsOf(map)).map(([key, value]) => [key, String(value)]));
    return selector === "" || parseLabelSelector(selector).matches(labels);
  };
  return resources.filter((resource) => {
    const { group, version, kind } = idOf(resource.object);
    const ids = idsOf(resource);
    const names = ids.map(({ name }) => name);
    const namespaces = ids.map(({ namespace }) => namespace || "default");
    const texts = { group: [group], version: [version], kind: [kind], name: names, namespace: namespaces };
    return (
      matchers.every(({ part, matches }) => texts[part].some(matches)) &&
      has("labelSelector", objectAt(resource.object, "metadata", "labels")) &&
      has("annotationSelector", objectAt(resource.object, "metadata", "annotations"))
    );
  });
}

/** A regular expression for whole names. Throws a KubectlError for a text that is none. */
const wholeNames = (text: string): Promise<(name: string) => boolean> =>
  regularExpression(text, (pattern) => `^(?:${pattern})$`).catch((error: unknown) => {
    throw new KubectlError(messageOf(error));
  });
