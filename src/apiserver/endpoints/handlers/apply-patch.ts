import { newBadRequest, newUnknownError } from "../../../apimachinery/errors.ts";
import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync, translated } from "../../../component-base/maybe-async.ts";
import { applyManagedFields } from "../../managedfields/apply-managed-fields.ts";
import { isTrackingError } from "../../managedfields/field-manager.ts";
import { withConversions } from "../../managedfields/late-conversions.ts";
import type { ConfigurationTexts } from "../../managedfields/configuration-texts.ts";
import type { ApplyRequest } from "../../managedfields/repeated-apply.ts";
import { fieldValidation } from "./decode-body.ts";
import { applyCborType, type PatchInput, type PatchMechanism } from "./patch-result.ts";
import { decodeJson, decodeJsonReporting, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import { decodeChange } from "../../../apimachinery/json/decode-change.ts";
import { typeName } from "../../../apimachinery/json/type-name.ts";
import { DocumentError } from "../../codec/document.ts";
import { convertYaml } from "../../codec/yaml/yaml-serializer.ts";
import { isList, isObject } from "../../patch/tree.ts";

/** What is applied. */
interface Configuration {
  readonly value: JsonValue;
  /** What strict reading minds: keys that are there twice. */
  readonly faults: readonly string[];
}

const utf8 = new TextEncoder();

/** Digits enough for an integer that is no float64. */
const wideInteger = /\d{16}/;

/**
 * Reads a configuration: YAML, of which JSON is a part that is read faster. Where its form is `floating`, integers
 * become the next float64, as Go reads YAML into a map. `author` says who applies it to what.
 */
function readConfiguration(
  texts: ConfigurationTexts,
  patch: string,
  floating: boolean,
  author: string | undefined,
): Configuration {
  const { value: read, faults } = readPlainJson(texts, patch, author) ?? readYaml(patch);
  const value = floating && wideInteger.test(patch) ? withFloats(read) : read;
  if (value === null || isObject(value)) return { value, faults };
  throw newBadRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${typeName(value)} into Go value of type map[string]interface {}`,
  );
}

/** Integers within 2^53 are the same either way. */
function withFloats(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return new Double(Number(value));
  if (isList(value)) return value.map(withFloats);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFloats(member)]))
    : value;
}

/** JSON of which YAML would make the same: no key twice, and no surrogates, which YAML's escapes may not be. */
function readPlainJson(
  texts: ConfigurationTexts,
  patch: string,
  author: string | undefined,
): Configuration | undefined {
  if (!patch.startsWith("{") || patch.includes("\\ud") || patch.includes("\\uD")) return undefined;
  const before = author === undefined ? undefined : texts.get(author);
  const value = (before && decodeChange(before, patch)) ?? decodeOnce(patch);
  if (value !== undefined && author !== undefined) texts.remember(author, { text: patch, value });
  return value === undefined ? undefined : { value, faults: [] };
}

/** Undefined for what is no JSON, or has a key twice. */
function decodeOnce(patch: string): JsonValue | undefined {
  try {
    const { value, duplicates } = decodeJsonReporting(patch);
    return duplicates.length === 0 ? value : undefined;
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
    throw err instanceof DocumentError
      ? newBadRequest(`error decoding YAML: error converting YAML to JSON: ${err.message}`)
      : err;
  }
}

/** Server-side apply: the patch is a configuration whose fields its manager comes to own (handlers.applyPatcher). */
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
    const { value, faults } = readConfiguration(
      cache.configurations,
      patch,
      isFloating(input),
      live && `${live.metadata.uid ?? ""}/${request.manager}`,
    );
    return afterwards(applyOrRefuse(input, value, request), (object) => {
      reportFaults(input, faults);
      if (live !== undefined && faults.length === 0) cache.repeats.remember(fieldManager, live, patch, request, object);
      return object;
    });
  },
};

/** YAML has float64s alone, CBOR integers too. */
const isFloating = ({ ctx }: PatchInput): boolean => ctx.exchange.headers.get("Content-Type") !== applyCborType;

const requestOf = ({ ctx, options }: PatchInput): ApplyRequest => ({
  manager: options.fieldManager ?? "",
  force: options.force === true,
  now: ctx.now,
});

/** What does not fit the type, or cannot be tracked, is a 500 in upstream's words. */
function applyOrRefuse({ scope, live }: PatchInput, config: JsonValue, request: ApplyRequest): MaybeAsync<KubeObject> {
  return translated(
    () =>
      withConversions(scope.fieldManager, (fields) =>
        applyManagedFields(fields, live ?? fields.emptyObject, config, request),
      ),
    refuse,
  );
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
