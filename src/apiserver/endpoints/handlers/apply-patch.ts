import { newBadRequest, newUnknownError } from "../../../apimachinery/errors.ts";
import { decodeJson, decodeJsonReporting, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import { typeName } from "../../../apimachinery/json/type-name.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards } from "../../../component-base/afterwards.ts";
import { DocumentError } from "../../codec/document.ts";
import { convertYaml } from "../../codec/yaml/yaml-serializer.ts";
import { applyManagedFields } from "../../managedfields/apply-managed-fields.ts";
import { isTrackingError } from "../../managedfields/field-manager.ts";
import { withConversions } from "../../managedfields/late-conversions.ts";
import { isObject } from "../../patch/tree.ts";
import { fieldValidation } from "./decode-body.ts";
import type { PatchInput, PatchMechanism } from "./patch-mechanism.ts";

/** Server-side apply: the patch is a configuration whose fields its manager comes to own (handlers.applyPatcher). */
export const applyPatcher: PatchMechanism = {
  createsObjects: true,
  apply(input) {
    const { value, faults } = readConfiguration(input.patch);
    return afterwards(applyOrRefuse(input, value), (object) => {
      reportFaults(input, faults);
      return object;
    });
  },
};

interface Configuration {
  readonly value: JsonValue;
  /** What strict reading minds: keys that are there twice. */
  readonly faults: readonly string[];
}

const utf8 = new TextEncoder();

/** Reads a configuration: YAML, of which JSON is a part that is read faster. */
function readConfiguration(patch: string): Configuration {
  const { value, faults } = readPlainJson(patch) ?? readYaml(patch);
  if (value === null || isObject(value)) return { value, faults };
  throw newBadRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${typeName(value)} into Go value of type map[string]interface {}`);
}

/** JSON of which YAML would make the same: no key twice, and no surrogates, which YAML's escapes may not be. */
function readPlainJson(patch: string): Configuration | undefined {
  if (!patch.startsWith("{") || patch.includes("\\ud") || patch.includes("\\uD")) return undefined;
  try {
    const { value, duplicates } = decodeJsonReporting(patch);
    return duplicates.length === 0 ? { value, faults: [] } : undefined;
  } catch (err) {
    if (err instanceof JsonSyntaxError) return undefined;
    throw err;
  }
}

function readYaml(patch: string): Configuration {
  try {
    const { json, duplicates } = convertYaml(utf8.encode(patch));
    return { value: decodeJson(json), faults: duplicates };
  } catch (err) {
    throw err instanceof DocumentError ? newBadRequest(`error decoding YAML: error converting YAML to JSON: ${err.message}`) : err;
  }
}

/** What does not fit the type, or cannot be tracked, is a 500 in upstream's words. */
function applyOrRefuse({ ctx, scope, options, live }: PatchInput, config: JsonValue): KubeObject | Promise<KubeObject> {
  const request = { manager: options.fieldManager ?? "", force: options.force === true, now: ctx.now };
  try {
    const applied = withConversions(scope.fieldManager, (fields) => applyManagedFields(fields, live ?? fields.emptyObject, config, request));
    return applied instanceof Promise ? applied.catch(refuse) : applied;
  } catch (err) {
    return refuse(err);
  }
}

function refuse(err: unknown): never {
  throw isTrackingError(err) ? newUnknownError(err.message) : err;
}

function reportFaults({ ctx, options }: PatchInput, faults: readonly string[]): void {
  const directive = fieldValidation(options.fieldValidation);
  if (faults.length === 0 || directive === "Ignore") return;
  if (directive === "Strict") throw newBadRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${faults.join("\n  ")}`);
  for (const fault of faults) ctx.warn(fault);
}
