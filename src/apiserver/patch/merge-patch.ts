import { newBadRequest } from "../../apimachinery/errors.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { isObject } from "./json-object.ts";

/** Applies a JSON merge patch (RFC 7386 as jsonpatch.MergePatch has it); a 400 for a text that is no patch. Neither input is changed. */
export function applyMergePatch(document: JsonValue, patchText: string): JsonValue {
  const patch = parsePatch(patchText);
  if (Array.isArray(patch)) return patch;
  return isObject(document) ? merge(document, patch as JsonObject) : withoutNulls(patch);
}

function parsePatch(text: string): JsonValue {
  let patch: JsonValue;
  try {
    patch = decodeJson(text);
  } catch {
    throw newBadRequest("Invalid JSON Patch");
  }
  if (typeof patch !== "object" || patch === null || (!Array.isArray(patch) && !isObject(patch))) throw newBadRequest("Invalid JSON Patch");
  return patch;
}

function merge(document: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonValue> = { ...document };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergeMember(document[key], value);
  }
  return result;
}

function mergeMember(old: JsonValue | undefined, value: JsonValue): JsonValue {
  return isObject(old) && isObject(value) ? merge(old, value) : withoutNulls(value);
}

/** New objects lose their null members, also inside lists; null items of lists stay. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutNulls(item));
  if (!isObject(value)) return value;
  const result: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) if (member !== null) result[key] = withoutNulls(member);
  return result;
}
