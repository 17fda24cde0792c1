import { newBadRequest, newUnknownError } from "../../../apimachinery/errors.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { isDeeper, nestedTooDeep } from "../../../apimachinery/json/nesting.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { inSlices, keptObject, keptValue, phase, walkRunning } from "../../../component-base/work.ts";
import { DecodeError } from "../../codec/json/decode-state.ts";
import { StrictReport } from "../../codec/json/strict-report.ts";
import { formatWalk } from "../../patch/strategic/go-value.ts";
import { strategicMergeMapPatch } from "../../patch/strategic/strategic-merge-patch.ts";
import { interpretStrategicPatchError, StrategicPatchError } from "../../patch/strategic/strategic-patch-error.ts";
import { isObject } from "../../patch/tree.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { fieldValidation } from "./decode-body.ts";
import { ConversionError, fromUnstructured } from "./from-unstructured.ts";
import { readObjectStrictly } from "./patch-json.ts";
import { liveDocument, type PatchInput, finish, refusal } from "./patch-result.ts";

/**
 * Applies a strategic merge patch, whose result is converted from a map to an object without JSON in between
 * (handlers.smpPatcher).
 */
export function applyStrategicPatch(input: PatchInput): MaybeAsync<KubeObject> {
  const strict = fieldValidation(input.options.fieldValidation) !== "Ignore";
  const converted = inSlices(input.ctx, () => {
    const { patch, strictErrors } = phase(() => readPatch(input.patch));
    const schema = schemaOf(input.scope);
    const merged = merge(liveDocument(input), patch, schema);
    input.ctx.trace?.stage("decoding");
    const { object, unknown } = convert(input, merged, patch, schema);
    return { object, patch, faults: strict ? [...strictErrors, ...unknown] : [] };
  });
  return afterwards(converted, ({ object, patch, faults }) =>
    finish(input, object, faults, () => quoted(patch), newUnknownError),
  );
}

function readPatch(text: string): { readonly patch: JsonObject; readonly strictErrors: readonly string[] } {
  const { value, strictErrors } = readObjectStrictly(text, "");
  if (isDeeper(value)) throw newBadRequest(nestedTooDeep);
  return { patch: isObject(value) ? value : {}, strictErrors };
}

function schemaOf({ types, kind }: ResourceScope): ObjectSchema {
  const schema = types.schemaOf(kind);
  if (schema === undefined) throw newBadRequest("strategic merge patch format is not supported");
  return schema;
}

function merge(live: JsonObject, patch: JsonObject, schema: ObjectSchema): JsonObject {
  try {
    return strategicMergeMapPatch(live, patch, schema);
  } catch (err) {
    throw err instanceof StrategicPatchError ? interpretStrategicPatchError(err) : err;
  }
}

/**
 * Converts the merged map to an object of the path's kind, regardless of the kind in the map. Errors quote what remains
 * of the patch.
 */
function convert(
  input: PatchInput,
  merged: JsonObject,
  patch: JsonObject,
  schema: ObjectSchema,
): { readonly object: KubeObject; readonly unknown: readonly string[] } {
  try {
    const decoded = keptValue(() => decode(input.scope, merged));
    return (
      decoded ??
      decodeConverted(
        input.scope,
        walkRunning(() => fromUnstructured(merged, schema)),
      )
    );
  } catch (err) {
    throw err instanceof ConversionError || err instanceof DecodeError ? refusal(quoted(patch), err.message) : err;
  }
}

const quoted = (patch: JsonObject): string => walkRunning(() => formatWalk(patch));

/** Decodes a value; returns undefined if the JSON decoder rejects it, as the conversion may be less strict. */
function decode(
  scope: ResourceScope,
  value: JsonValue,
): { readonly object: KubeObject; readonly unknown: readonly string[] } | undefined {
  try {
    return decodeConverted(scope, value);
  } catch (err) {
    if (err instanceof DecodeError) return undefined;
    throw err;
  }
}

function decodeConverted(
  scope: ResourceScope,
  value: JsonValue,
): { readonly object: KubeObject; readonly unknown: readonly string[] } {
  const report = keptObject(() => new StrictReport());
  const object = scope.codec.decode(value, { report });
  return { object, unknown: [...report.problems].sort(compareUtf8) };
}
