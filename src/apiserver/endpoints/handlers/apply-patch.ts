import { encodeByteText } from "../../../apimachinery/byte-text.ts";
import { newBadRequest, newUnknownError } from "../../../apimachinery/errors.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync, translated } from "../../../component-base/maybe-async.ts";
import {
  inSlices,
  keptObject,
  keptValue,
  paceOf,
  paceRunning,
  phase,
  rested,
  type Work,
} from "../../../component-base/work.ts";
import { applyManagedFields } from "../../managedfields/apply-managed-fields.ts";
import { isTrackingError } from "../../managedfields/field-manager.ts";
import { withConversions } from "../../managedfields/late-conversions.ts";
import type { ConfigurationTexts } from "../../managedfields/configuration-texts.ts";
import type { ApplyRequest } from "../../managedfields/repeated-apply.ts";
import { fieldValidation } from "./decode-body.ts";
import type { PatchInput, PatchMechanism } from "./patch-result.ts";
import { decodeJson, decodeJsonReporting, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import { isDeeper, nestedTooDeep } from "../../../apimachinery/json/nesting.ts";
import { decodeChange } from "../../../apimachinery/json/decode-change.ts";
import { typeName } from "../../../apimachinery/json/type-name.ts";
import { DocumentError } from "../../codec/document.ts";
import { convertToJson } from "../../codec/load-serializers.ts";
import { yamlMediaType } from "../../codec/negotiation/media-types.ts";
import { hasWholeFloat, readsAsJson } from "../../codec/yaml/json-as-yaml.ts";
import { isObject } from "../../patch/tree.ts";

/** A parsed apply configuration. */
interface Configuration {
  readonly value: JsonValue;
  /** The errors of strict decoding: duplicate keys. */
  readonly faults: readonly string[];
}

/** Throws a 400 error for a configuration that is no object or is nested too deep. */
function requireObject(value: JsonValue): JsonValue {
  if (isDeeper(value)) throw newBadRequest(nestedTooDeep);
  if (value === null || isObject(value)) return value;
  throw newBadRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${typeName(value)} into Go value of type map[string]interface {}`,
  );
}

/**
 * Parses a configuration, which is YAML, by a faster parser if it is JSON for which a YAML parser returns the same
 * value; undefined for any other text. `author` identifies the field manager and the object.
 */
function readPlainJson(
  texts: ConfigurationTexts,
  patch: string,
  author: string | undefined,
): Configuration | undefined {
  if (!patch.startsWith("{") || !keptValue(() => readsAsJson(patch))) return undefined;
  const before = author === undefined ? undefined : texts.get(author);
  const value = (before && decodeChange(before, patch)) ?? decodeOnce(patch);
  if (value !== undefined && author !== undefined) texts.remember(author, { text: patch, value });
  return value === undefined ? undefined : { value, faults: [] };
}

/** Parses JSON; returns undefined if it is invalid, has duplicate keys, or may have whole floats. */
function decodeOnce(patch: string): JsonValue | undefined {
  if (keptValue(() => hasWholeFloat(patch))) return undefined;
  try {
    const { value, duplicates } = decodeJsonReporting(patch, { phase, step: paceRunning });
    return duplicates.length === 0 ? value : undefined;
  } catch (err) {
    if (err instanceof JsonSyntaxError) return undefined;
    throw err;
  }
}

function readYaml(patch: string, work: Work): Configuration {
  try {
    const { json, duplicates } = phase(() => convertToJson(yamlMediaType.mediaType, encodeByteText(patch), work));
    return { value: decodeJson(json), faults: duplicates };
  } catch (err) {
    throw err instanceof DocumentError
      ? newBadRequest(`error decoding YAML: error converting YAML to JSON: ${err.message}`)
      : err;
  }
}

/** Server-side apply: the patch is a configuration whose fields the manager owns afterwards (handlers.applyPatcher). */
export const applyPatcher: PatchMechanism = {
  stage: "apply",
  createsObjects: true,
  apply(input) {
    const {
      scope: { fieldManager },
      live,
      patch,
    } = input;
    const { cache } = fieldManager;
    const request = requestOf(input);
    const known = live && cache.repeats.recall(fieldManager, live, patch, request);
    if (known !== undefined) return known;
    const { ctx } = input;
    const author = live && `${live.metadata.uid ?? ""}/${request.manager}`;
    const reading = inSlices(
      ctx,
      () => readPlainJson(cache.configurations, patch, author) ?? readYaml(patch, ctx.work),
    );
    return afterwards(rested(ctx, reading), ({ value, faults }) =>
      afterwards(applyOrRefuse(input, requireObject(value), request), (object) => {
        reportFaults(input, faults);
        ctx.lostMetadata = fieldManager.lostMetadata?.(value, object) ?? "";
        if (live !== undefined && faults.length === 0 && ctx.lostMetadata === "")
          cache.repeats.remember(fieldManager, live, patch, request, object);
        return object;
      }),
    );
  },
};

const requestOf = ({ ctx, options }: PatchInput): ApplyRequest => ({
  manager: options.fieldManager ?? "",
  force: options.force === true,
  now: ctx.now,
});

/**
 * Applies a configuration. A value that does not match the type or cannot be tracked is a 500 error with
 * upstream's message.
 */
function applyOrRefuse(
  { ctx, scope, live }: PatchInput,
  config: JsonValue,
  request: ApplyRequest,
): MaybeAsync<KubeObject> {
  const applied = translated(
    () =>
      withConversions(scope.fieldManager, paceOf(ctx), (fields) => {
        const before = keptObject(() => live ?? fields.emptyObject); // made when it is first asked for
        return applyManagedFields(fields, before, config, request);
      }),
    refuse,
  );
  return live === undefined ? afterwards(applied, withObjectMeta) : applied;
}

/** Returns a new object with metadata, which the configuration of a custom resource may lack or set to null. */
function withObjectMeta(object: KubeObject): KubeObject {
  const { metadata }: { readonly metadata?: KubeObject["metadata"] | null } = object;
  return metadata === undefined || metadata === null ? { ...object, metadata: {} } : object;
}

function refuse(err: unknown): never {
  throw isTrackingError(err) ? newUnknownError(err.message) : err;
}

function reportFaults({ ctx, options }: PatchInput, faults: readonly string[]): void {
  const directive = fieldValidation(options.fieldValidation);
  if (faults.length === 0 || directive === "Ignore") return;
  if (directive === "Strict")
    throw newBadRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${faults.join("\n  ")}`,
    );
  for (const fault of faults) ctx.warn(fault);
}
