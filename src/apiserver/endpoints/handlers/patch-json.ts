import { newBadRequest } from "../../../apimachinery/errors.ts";
import { decodeJsonReporting, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import { typeName } from "../../../apimachinery/json/type-name.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { jsonPatchText, parseJsonPatch } from "../../patch/json-patch.ts";
import { applyMergePatch, mergePatchText, parseMergePatch } from "../../patch/merge-patch.ts";
import { isObject } from "../../patch/tree.ts";
import { fieldValidation } from "./decode-body.ts";
import { liveDocument, liveText, type PatchInput, type PatchMechanism } from "./patch-mechanism.ts";
import { decodePatched } from "./patch-result.ts";
import { strictJsonPatchErrors } from "./strict-json-patch.ts";

/** JSON patches over the object's JSON (handlers.jsonPatcher). */
export const jsonPatcher: PatchMechanism = {
  createsObjects: false,
  apply(input) {
    const strictErrors =
      fieldValidation(input.options.fieldValidation) === "Ignore" ? [] : strictJsonPatchErrors(input.patch);
    const value = parseJsonPatch(input.patch).apply(liveDocument(input));
    return decodePatched(input, { value, strictErrors, text: () => jsonPatchText(liveText(input), input.patch) });
  },
};

/** Merge patches over the object's JSON. */
export const mergePatcher: PatchMechanism = {
  createsObjects: false,
  apply(input) {
    const { value: patch, strictErrors } = readMergePatch(input);
    const kept = new Set<unknown>();
    const value = applyMergePatch(liveDocument(input), patch, kept);
    return decodePatched(input, {
      value,
      strictErrors,
      kept,
      text: () => mergePatchText(liveText(input), input.patch),
    });
  },
};

function readMergePatch({ patch, options }: PatchInput): {
  readonly value: JsonValue;
  readonly strictErrors: readonly string[];
} {
  if (fieldValidation(options.fieldValidation) === "Ignore") return { value: parseMergePatch(patch), strictErrors: [] };
  return readObjectStrictly(patch, "error decoding patch: ");
}

/** A patch that has to be an object or null, with the members that it repeats; anything else is a 400. */
export function readObjectStrictly(
  patch: string,
  prefix: string,
): { readonly value: JsonValue; readonly strictErrors: readonly string[] } {
  const { value, duplicates } = decodeOrRefuse(patch, prefix);
  if (value !== null && !isObject(value))
    throw newBadRequest(
      `${prefix}json: cannot unmarshal ${typeName(value)} into Go value of type map[string]interface {}`,
    );
  return { value, strictErrors: duplicates.map((path) => `duplicate field ${quoteGo(path)}`) };
}

function decodeOrRefuse(patch: string, prefix: string): ReturnType<typeof decodeJsonReporting> {
  try {
    return decodeJsonReporting(patch);
  } catch (err) {
    throw err instanceof JsonSyntaxError ? newBadRequest(prefix + err.message) : err;
  }
}
