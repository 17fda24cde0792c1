import { newBadRequest, newGenericServerResponse, newRequestEntityTooLarge } from "../../apimachinery/errors.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { isObject } from "./json-object.ts";
import { applyOperation, PatchFailure, type Operation } from "./json-patch-operation.ts";

/** The most operations that a JSON patch may have (handlers.maxJSONPatchOperations). */
const maxOperations = 10_000;

/** Applies a JSON patch (RFC 6902 as evanphx/json-patch has it): a 400 for what is no patch, a 422 where an operation fails. The document is not changed. */
export function applyJsonPatch(document: JsonValue, patchText: string): JsonValue {
  const operations = parsePatch(patchText);
  if (operations.length > maxOperations) {
    throw newRequestEntityTooLarge(`The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`);
  }
  try {
    return operations.reduce<JsonValue>(applyOperation, document);
  } catch (err) {
    if (!(err instanceof PatchFailure)) throw err;
    throw newGenericServerResponse(422, "", { group: "", resource: "" }, "", err.message, 0, false);
  }
}

function parsePatch(text: string): readonly Operation[] {
  let value: JsonValue;
  try {
    value = decodeJson(text);
  } catch (err) {
    throw newBadRequest(err instanceof Error ? err.message : String(err));
  }
  if (value === null) return [];
  if (!Array.isArray(value)) throw newBadRequest(`json: cannot unmarshal ${typeName(value)} into Go value of type jsonpatch.Patch`);
  return value.map(parseOperation);
}

function parseOperation(value: JsonValue): Operation {
  if (value === null) return {};
  if (!isObject(value)) throw newBadRequest(`json: cannot unmarshal ${typeName(value)} into Go value of type jsonpatch.Operation`);
  return value satisfies JsonObject;
}

function typeName(value: JsonValue): string {
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "bool" : "number";
}
