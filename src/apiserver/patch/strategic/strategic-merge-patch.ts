import { decodeJson, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { walkRunning } from "../../../component-base/work.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import { isObject } from "../tree.ts";
import { asOwn } from "./directives.ts";
import { mergeMap } from "./merge-map.ts";
import { PatchSchema } from "./patch-schema.ts";
import { badJsonDocument } from "./strategic-patch-error.ts";

/**
 * Applies a strategic merge patch to an object, using the merge keys and strategies of its Go type
 * (strategicpatch.StrategicMergeMapPatch). The original is not changed, and its unchanged parts are shared with the
 * result. The patch is consumed and must not be shared. Throws StrategicPatchError.
 */
export const strategicMergeMapPatch = (original: JsonObject, patch: JsonObject, schema: ObjectSchema): JsonObject =>
  walkRunning(() => mergeMap(original, asOwn(patch), new PatchSchema(schema)));

/**
 * Applies a strategic merge patch, with both given as JSON texts (strategicpatch.StrategicMergePatch). Throws
 * StrategicPatchError.
 */
export const strategicMergePatch = (original: string, patch: string, schema: ObjectSchema): JsonObject =>
  strategicMergeMapPatch(parseObject(original), parseObject(patch), schema);

/** Parses a JSON object; null is an empty one. */
function parseObject(text: string): JsonObject {
  const value = parse(text) ?? {};
  if (!isObject(value)) throw badJsonDocument();
  return value;
}

function parse(text: string): JsonValue {
  try {
    return decodeJson(text);
  } catch (err) {
    throw err instanceof JsonSyntaxError ? badJsonDocument() : err;
  }
}
