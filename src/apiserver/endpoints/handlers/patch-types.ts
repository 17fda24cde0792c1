import { newInvalid } from "../../../apimachinery/errors.ts";
import { fieldPath, invalid } from "../../../apimachinery/field-error.ts";
import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import { decodeJsonReporting } from "../../../apimachinery/json/decode.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { PatchOptions } from "../../../apimachinery/options.ts";
import { applyJsonPatch } from "../../patch/json-patch.ts";
import { applyMergePatch } from "../../patch/merge-patch.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { strictDecodingError } from "../../codec/document.ts";
import { decodeValue, fieldValidation } from "./decode-body.ts";

/** What a patch is applied to, and how strictly. */
export interface PatchInput {
  readonly ctx: RequestContext;
  readonly scope: ResourceScope;
  readonly patch: string;
  readonly options: PatchOptions;
  /** The live object in the served version; undefined where there is none. */
  readonly live: KubeObject | undefined;
}

/** One patch type (handlers.patchMechanism). */
export interface PatchMechanism {
  /** The patch makes an object where there is none. */
  readonly createsObjects: boolean;
  apply(input: PatchInput): KubeObject;
}

/** A patch over the JSON of the object (handlers.jsonPatcher). */
const jsonPatcher = (apply: (document: JsonValue, patch: string) => JsonValue): PatchMechanism => ({
  createsObjects: false,
  apply(input) {
    const document = withTypeMeta(input.scope, input.live);
    const result = apply(document, input.patch);
    return decodePatched(input, result, duplicatesIn(input));
  },
});

/** Live objects carry no TypeMeta; patches see them as clients do. */
const withTypeMeta = ({ kind }: ResourceScope, live: KubeObject | undefined): JsonValue =>
  ({ kind: kind.kind, apiVersion: formatGroupVersion(kind), ...(live as JsonObject | undefined) });

/** Duplicate members of the patch itself, unless nobody wants to know. */
function duplicatesIn({ options, patch }: PatchInput): readonly string[] {
  if (fieldValidation(options.fieldValidation) === "Ignore") return [];
  return decodeJsonReporting(patch).duplicates.map((path) => `duplicate field "${path}"`);
}

function decodePatched(input: PatchInput, value: JsonValue, duplicates: readonly string[]): KubeObject {
  const { ctx, scope, options } = input;
  const refuse = (message: string) => newInvalid({ group: "", kind: "" }, "", [invalid(fieldPath("patch"), encodeJson(value), message)]);
  const { object, strictErrors } = decodeValue(scope, value, fieldValidation(options.fieldValidation) !== "Ignore", refuse);
  const faults = [...duplicates, ...strictErrors];
  if (faults.length === 0) return object;
  if (fieldValidation(options.fieldValidation) === "Strict") throw refuse(strictDecodingError(faults));
  for (const fault of faults) ctx.warn(fault);
  return object;
}

/** Patch types by media type. */
export const patchTypes: { readonly [mediaType: string]: PatchMechanism | undefined } = {
  "application/json-patch+json": jsonPatcher(applyJsonPatch),
  "application/merge-patch+json": jsonPatcher(applyMergePatch),
};
