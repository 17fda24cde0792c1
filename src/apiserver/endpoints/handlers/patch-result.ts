import type { StatusError } from "../../../apimachinery/errors.ts";
import { newInvalid } from "../../../apimachinery/invalid-error.ts";
import { fieldPath, invalid } from "../../../apimachinery/field-error.ts";
import { type GroupVersionKind, formatGroupVersion } from "../../../apimachinery/gvk.ts";
import { decodeJson } from "../../../apimachinery/json/decode.ts";
import type { JsonValue, JsonObject } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { inSlices, keptObject, keptValue, phase, rested } from "../../../component-base/work.ts";
import { convertedOr } from "../../../apimachinery/internal-conversion-error.ts";
import { DocumentError, strictDecodingError, type DecodedDocument } from "../../codec/document.ts";
import { DecodeError } from "../../codec/json/decode-state.ts";
import { decodeJsonDocument } from "../../codec/json/json-serializer.ts";
import { StrictReport } from "../../codec/json/strict-report.ts";
import { interpret, withDefaults } from "../../codec/json/type-meta.ts";
import { unknownConversion } from "../../codec/unknown-conversion.ts";
import { encodeObject, type ResourceScope } from "../resource-scope.ts";
import { fieldValidation } from "./decode-body.ts";
import { trackUpdate } from "./track-update.ts";
import { copyWith } from "../../../apimachinery/json/members.ts";
import type { PatchOptions } from "../../../apimachinery/options.ts";
import type { RequestContext } from "../request-context.ts";

/** The target of a patch and the options for applying it. */
export interface PatchInput {
  readonly ctx: RequestContext;
  readonly scope: ResourceScope;
  readonly patch: string;
  readonly options: PatchOptions;
  /** The live object in the served version; undefined if it does not exist. */
  readonly live: KubeObject | undefined;
}

/** One patch type (handlers.patchMechanism). */
export interface PatchMechanism {
  /** The name of the stage in traces. */
  readonly stage: "patch" | "apply";
  /** Whether the patch creates an object that does not exist. */
  readonly createsObjects: boolean;
  /** Returns the patched object with updated managed fields; asynchronous only if a conversion is. */
  apply(input: PatchInput): MaybeAsync<KubeObject>;
}

/** The media type of apply configurations in CBOR, which the feature gate CBORServingAndStorage enables. */
export const applyCborType = "application/apply-patch+cbor";

/** The live object as clients see it; stored objects have no TypeMeta. */
export const liveDocument = ({ scope: { kind }, live }: PatchInput): JsonObject =>
  copyWith<JsonObject>(
    { kind: kind.kind, apiVersion: formatGroupVersion(kind) },
    (live as JsonObject | undefined) ?? {},
  ); // decoded objects hold JSON

/** The JSON text of the live object, made once in a large computation. */
export const liveText = ({ scope, live }: PatchInput): string =>
  live === undefined ? "{}" : keptValue(() => encodeObject(scope, live));

/** The result of patching the JSON of the live object. */
export interface PatchedJson {
  readonly value: JsonValue;
  /** The strict decoding errors of the patch itself. */
  readonly strictErrors: readonly string[];
  /** Whether the patch holds a number out of the range of float64: what becomes of it only the text tells. */
  readonly isOutOfRange?: boolean;
  /** The values of the live object that the patch left unchanged, at the same path. */
  readonly kept?: ReadonlySet<unknown>;
  /** Formats the value as upstream does; used only in errors, which quote it. */
  text(): string;
}

/**
 * Decodes the patched object and applies defaults. An invalid value or unknown field is a 422 error that quotes the
 * whole object.
 */
export function decodePatched(input: PatchInput, patched: PatchedJson): MaybeAsync<KubeObject> {
  input.ctx.trace?.stage("decoding");
  const decoding = inSlices(input.ctx, () => decodeResult(input, patched));
  return afterwards(decoding, ({ object, faults, quote }) => finish(input, object, faults, quote));
}

/** A decoded patched object with its strict decoding errors; `quote` returns its text for errors. */
interface DecodedResult {
  readonly object: KubeObject;
  readonly faults: readonly string[];
  quote(): string;
}

function decodeResult({ scope, options }: PatchInput, patched: PatchedJson): DecodedResult {
  const strict = fieldValidation(options.fieldValidation) !== "Ignore";
  // fields that the patch duplicates may be in the result
  const isPlain = patched.strictErrors.length === 0 && patched.isOutOfRange !== true;
  const { object } = phase(() => ({ object: isPlain ? decodeCleanly(scope, patched, strict) : undefined }));
  if (object !== undefined) return { object, faults: patched.strictErrors, quote: () => patched.text() };
  const { text } = phase(() => ({ text: patched.text() }));
  const document = decodeText(scope, text, strict);
  return {
    object: document.object,
    faults: [...patched.strictErrors, ...document.strictErrors],
    quote: () => text,
  };
}

/**
 * Rejects or warns about strict decoding errors, applies defaults and updates managed fields. `unconverted` returns the
 * error for an object that has no internal form.
 */
export function finish(
  { ctx, scope, options, live }: PatchInput,
  object: KubeObject,
  faults: readonly string[],
  quote: () => string,
  unconverted = (message: string): Error => refusal(quote(), message),
): MaybeAsync<KubeObject> {
  if (faults.length > 0 && fieldValidation(options.fieldValidation) === "Strict")
    throw refusal(quote(), strictDecodingError(faults));
  for (const fault of faults) ctx.warn(fault);
  ctx.trace?.stage("defaulting");
  const complete = inSlices(ctx, () => convertedOr(unconverted, () => scope.defaults(object)));
  return afterwards(rested(ctx, complete), (ready) => trackUpdate(ctx, scope, live, ready, options.fieldManager));
}

/** Creates a 422 error about the patch as a whole. */
export const refusal = (quoted: string, message: string): StatusError =>
  newInvalid({ group: "", kind: "" }, "", [invalid(fieldPath("patch"), quoted, message)]);

/** Decodes the object if it causes no errors or warnings, which is the common case. */
function decodeCleanly(scope: ResourceScope, { value, kept }: PatchedJson, strict: boolean): KubeObject | undefined {
  const report = strict ? keptObject(() => new StrictReport()) : undefined;
  try {
    if (!isOfKind(scope, interpret(value))) return undefined;
    const object = scope.codec.decode(value, { report, kept });
    return report === undefined || report.problems.length === 0 ? object : undefined;
  } catch (err) {
    if (err instanceof DecodeError || err instanceof DocumentError) return undefined;
    throw err;
  }
}

/** Whether the object is of the kind of the path; custom resources must specify kind and apiVersion. */
function isOfKind({ kind, unstructured }: ResourceScope, found: GroupVersionKind): boolean {
  const gvk = unstructured === true ? found : withDefaults(found, kind);
  return gvk.kind === kind.kind && gvk.group === kind.group && gvk.version === kind.version;
}

/** Decodes the text as upstream does, so that errors are reported in the same order. */
function decodeText(scope: ResourceScope, text: string, strict: boolean): DecodedDocument {
  const { types, kind } = scope;
  const unstructured = scope.unstructured === true ? scope.codec : undefined;
  const document = orRefuse(text, () => decodeJsonDocument(text, types, { defaults: kind, strict, unstructured }));
  if (unstructured !== undefined) return document;
  const { gvk } = document;
  if (gvk.kind === kind.kind && gvk.group === kind.group)
    return gvk.version === kind.version ? document : { ...document, object: scope.codec.decode(decodeJson(text)) };
  throw refusal(text, unknownConversion(types, gvk, kind) ?? "");
}

function orRefuse(text: string, decode: () => DecodedDocument): DecodedDocument {
  try {
    return decode();
  } catch (err) {
    throw err instanceof DocumentError ? refusal(text, err.message) : err;
  }
}
