import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { jsonPatchText } from "../../../apiserver/patch/json-patch.ts";
import { applyMergePatch, parseMergePatch } from "../../../apiserver/patch/merge-patch.ts";
import type { FlagSet } from "../../cli/flag-set.ts";
import { StatusError } from "../../../apimachinery/errors.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { kindOf, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { notRegistered } from "../../resource/manifests.ts";
import { isTyped, withKnownFields } from "../../typed/typed-object.ts";
import { typedMerge } from "../../typed/typed-patch.ts";

/** An object with `--overrides` applied as `--override-type` says (util.Overrider). Throws a KubectlError. */
export function withOverrides(object: JsonObject, flags: FlagSet): JsonObject {
  const text = flags.text("overrides");
  if (text === "") return object;
  try {
    const next = overridden(object, text, flags.text("override-type"));
    if (!isObject(next)) return object;
    // What overrides say is read into the Go type of the kind that they leave.
    if (!isTyped(next)) throw notRegistered(textAt(next, "apiVersion"), kindOf(next));
    return withKnownFields(next);
  } catch (error) {
    throw new KubectlError(messageOf(error));
  }
}

/** An object with a patch of a type applied. Throws what is wrong with the patch. */
export function overridden(object: JsonObject, text: string, type: string): JsonValue {
  switch (type) {
    case "json":
      return decodeJson(jsonPatched(encodeJson(object), text));
    case "":
    case "merge":
      return applyMergePatch(object, parseMergePatch(text));
    case "strategic":
      return strategicallyMerged(object, decodeJson(text));
    default:
      throw new KubectlError(`invalid override type: ${type}`);
  }
}

/** A strategic merge by the merge keys of the object's Go type, or by what looks like one. Throws a KubectlError. */
function strategicallyMerged(object: JsonObject, patch: JsonValue): JsonValue {
  return isTyped(object) && isObject(patch) ? typedMerge(object, patch) : mergeByKeys(object, patch);
}

/** A text with a JSON patch applied. Throws a KubectlError in the words of the patch. */
function jsonPatched(text: string, patch: string): string {
  try {
    return jsonPatchText(text, patch);
  } catch (error) {
    throw error instanceof StatusError && error.cause instanceof Error ? new KubectlError(error.cause.message) : error;
  }
}

/** The members by which the items of lists in pods and services are the same. */
const keys = ["name", "mountPath", "containerPort", "port", "ip", "key"];

/** A strategic merge of what pods and services have: lists whose items have a key in common are merged by it. */
export function mergeByKeys(value: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (isList(patch) && isList(value)) return mergedList(value, patch);
  if (!isObject(patch)) return patch;
  const { $patch: directive, ...members } = patch;
  const next: Record<string, JsonValue> = isObject(value) && directive !== "replace" ? { ...value } : {};
  for (const [name, member] of Object.entries(members))
    if (member === null || member === undefined) delete next[name];
    else next[name] = mergeByKeys(next[name], member);
  return next;
}

function mergedList(value: readonly JsonValue[], patch: readonly JsonValue[]): JsonValue {
  const has = (item: JsonValue, key: string): boolean => isObject(item) && item[key] !== undefined;
  const key = keys.find((each) => patch.length > 0 && [...value, ...patch].every((item) => has(item, each)));
  if (key === undefined) return patch;
  const of = (items: readonly JsonValue[], item: JsonValue): JsonValue | undefined =>
    items.find((each) => textAt(each, key) === textAt(item, key));
  const added = patch.filter((item) => of(value, item) === undefined);
  return [
    ...added.map((item) => mergeByKeys(undefined, item)),
    ...value.map((item) => {
      const change = of(patch, item);
      return change === undefined ? item : mergeByKeys(item, change);
    }),
  ].filter((item) => !isObject(item) || item["$patch"] !== "delete");
}
