import { StatusError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { type JsonPatch, parseJsonPatch } from "../../apiserver/patch/json-patch.ts";
import { isList, objectAt, textAt, valueAt, withValueAt } from "../json-access.ts";
import { KubectlError, messageOf } from "../kubectl-error.ts";
import { documentsOf, parseManifest } from "../resource/documents.ts";
import type { ReadFile } from "./generators.ts";
import { mergeObjects } from "./merge-objects.ts";
import { idOf, idsOf, idText, isSameId, rememberId, type Resource } from "./resource.ts";
import { textsOf } from "./transformers.ts";

/** Applies an entry of `patches`: a strategic merge patch or a JSON patch (PatchTransformer). Throws a KubectlError. */
export async function applyPatch(resources: Resource[], entry: JsonValue, read: ReadFile): Promise<void> {
  const [path, inline] = [textAt(entry, "path"), textAt(entry, "patch")];
  if (path === "" && inline.trim() === "") throw new KubectlError("must specify one of patch and path");
  if (path !== "" && inline !== "") throw new KubectlError("patch and path can't be set at the same time");
  const text = path === "" ? inline : await readPatch(path, read);
  const target = valueAt(entry, "target");
  for (const document of documentsOf(text)) {
    const patch = parseManifest(document);
    if (isList(patch))
      applyOperations(resources, patch, target, path === "" ? `patch: ${quoteGo(text)}` : `path: "${path}"`);
    else if (isObject(patch)) applyMerge(resources, patch, target, objectAt(entry, "options"));
    else if (patch !== null) throw new KubectlError(`unable to parse SM or JSON patch from [${text}]`);
  }
}

function applyOperations(
  resources: readonly Resource[],
  operations: readonly JsonValue[],
  target: JsonValue | undefined,
  source: string,
): void {
  if (target === undefined) throw new KubectlError(`must specify a target for JSON patch [${source}]`);
  const patch = parseJsonPatch(encodeJson(operations));
  for (const resource of selected(resources, target)) {
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
    throw new KubectlError(
      `trouble configuring builtin PatchTransformer with config: \`\npath: ${path}\n\`: failed to get the patch file from path(${path}): ${messageOf(error)}`,
    );
  }
}

function applyMerge(
  resources: Resource[],
  patch: JsonObject,
  target: JsonValue | undefined,
  options: JsonObject,
): void {
  const found = target === undefined ? [onlyOne(resources, patch)] : selected(resources, target);
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

/** The resources that a target selects, whose names are regular expressions (ResMap.Select). */
function selected(resources: readonly Resource[], target: JsonValue): readonly Resource[] {
  const matches = (member: string, texts: readonly string[]): boolean => {
    const wanted = textAt(target, member);
    return wanted === "" || texts.some((text) => new RegExp(`^(?:${wanted})$`).test(text));
  };
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
    return (
      matches("group", [group]) &&
      matches("version", [version]) &&
      matches("kind", [kind]) &&
      matches("name", names) &&
      matches("namespace", namespaces) &&
      has("labelSelector", objectAt(resource.object, "metadata", "labels")) &&
      has("annotationSelector", objectAt(resource.object, "metadata", "annotations"))
    );
  });
}
