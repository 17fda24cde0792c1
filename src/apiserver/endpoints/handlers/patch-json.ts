import { newBadRequest } from "../../../apimachinery/errors.ts";
import { decodeJsonReporting, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import { NumberRangeError } from "../../../apimachinery/json/syntax-error.ts";
import { typeName } from "../../../apimachinery/json/type-name.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { afterwards } from "../../../component-base/maybe-async.ts";
import { inSlices, keptObject, paceRunning, phase } from "../../../component-base/work.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { jsonPatchText, parseJsonPatch } from "../../patch/json-patch.ts";
import { applyMergePatchTracking, mergePatchText, parseMergePatch } from "../../patch/merge-patch.ts";
import { isObject } from "../../patch/tree.ts";
import { fieldValidation } from "./decode-body.ts";
import {
  liveDocument,
  liveText,
  type PatchedJson,
  type PatchInput,
  type PatchMechanism,
  decodePatched,
} from "./patch-result.ts";
import { DecodeState } from "../../codec/json/decode-state.ts";
import { reportRepeated } from "../../codec/json/raw-codecs.ts";
import { parseRepeatedMembers, RepeatedMembers, type Document } from "../../codec/json/repeated-members.ts";
import { StrictReport } from "../../codec/json/strict-report.ts";
import { valueName } from "../../codec/json/value-name.ts";

const known: ReadonlySet<string> = new Set(["op", "path", "from", "value"]);

/**
 * Returns an error for each unknown or duplicate field of the operations of a JSON patch, in document order. Throws a
 * 400 error if the patch is not a list of operations (handlers.jsonPatchOp).
 */
export function strictJsonPatchErrors(patch: string): readonly string[] {
  const { document, repeated } = parse(patch);
  if (document === null) return [];
  if (!isList(document)) throw notDecodable(`${valueName(document)} into Go value of type []handlers.jsonPatchOp`);
  const report = new StrictReport();
  const state = new DecodeState(report, undefined, repeated);
  document.forEach((operation, i) => {
    state.enter(0, i, "");
    reportOperation(operation, state);
  });
  return report.problems.map((problem) => `json patch ${problem}`);
}

function parse(patch: string): { readonly document: Document; readonly repeated: boolean } {
  try {
    const { value, duplicates } = decodeJsonReporting(patch);
    const repeated = duplicates.length > 0;
    return { document: repeated ? parseRepeatedMembers(patch) : value, repeated };
  } catch (err) {
    if (err instanceof NumberRangeError)
      throw notDecodable(`number ${err.token} into Go struct field jsonPatchOp.value of type float64`);
    throw err instanceof JsonSyntaxError ? newBadRequest(`error decoding patch: ${err.message}`) : err;
  }
}

const isList = (document: Document): document is readonly Document[] => Array.isArray(document);
const notDecodable = (what: string): Error => newBadRequest(`error decoding patch: json: cannot unmarshal ${what}`);

function reportOperation(operation: Document, state: DecodeState): void {
  if (operation === null) return;
  if (valueName(operation) !== "object")
    throw notDecodable(`${valueName(operation)} into Go value of type handlers.jsonPatchOp`);
  const entries = operation instanceof RepeatedMembers ? operation.entries : Object.entries(operation);
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    state.depth = 1;
    if (!known.has(name)) state.unknownField(name);
    else if (seen.has(name)) state.duplicateField(name);
    seen.add(name);
    if (known.has(name)) reportMember(name, value, state);
  }
}

function reportMember(name: string, value: Document, state: DecodeState): void {
  if (name === "value") {
    state.enter(1, name, "");
    reportRepeated(value, state);
  } else if (value !== null && typeof value !== "string") {
    throw notDecodable(`${valueName(value)} into Go struct field jsonPatchOp.${name} of type string`);
  }
}

/** Applies JSON patches to the JSON of the object (handlers.jsonPatcher). */
export const jsonPatcher: PatchMechanism = {
  stage: "patch",
  createsObjects: false,
  apply(input) {
    const isStrict = fieldValidation(input.options.fieldValidation) !== "Ignore";
    const applied = inSlices(input.ctx, (): PatchedJson => {
      const strictErrors = phase(() => (isStrict ? strictJsonPatchErrors(input.patch) : []));
      const patch = phase(() => parseJsonPatch(input.patch));
      const document = keptObject(() => liveDocument(input));
      const { value } = phase(() => ({ value: patch.apply(document, input.ctx.work) }));
      const text = (): string => jsonPatchText(liveText(input), input.patch);
      return { value, strictErrors, isOutOfRange: patch.isOutOfRange, text };
    });
    return afterwards(applied, (patched) => decodePatched(input, patched));
  },
};

/** Applies JSON merge patches to the JSON of the object. */
export const mergePatcher: PatchMechanism = {
  stage: "patch",
  createsObjects: false,
  apply(input) {
    const merged = inSlices(input.ctx, (): PatchedJson => {
      const { value: patch, strictErrors, isOutOfRange } = phase(() => readMergePatch(input));
      const { value, unchanged: kept } = phase(() => applyMergePatchTracking(liveDocument(input), patch));
      return { value, strictErrors, isOutOfRange, kept, text: () => mergePatchText(liveText(input), input.patch) };
    });
    return afterwards(merged, (patched) => decodePatched(input, patched));
  },
};

function readMergePatch({ patch, options }: PatchInput): {
  readonly value: JsonValue;
  readonly strictErrors: readonly string[];
  readonly isOutOfRange: boolean;
} {
  if (fieldValidation(options.fieldValidation) !== "Ignore")
    return { ...readObjectStrictly(patch, "error decoding patch: "), isOutOfRange: false };
  try {
    return { value: parseMergePatch(patch), strictErrors: [], isOutOfRange: false };
  } catch (err) {
    if (err instanceof NumberRangeError) return { value: err.value, strictErrors: [], isOutOfRange: true };
    throw err;
  }
}

/** Parses a patch that must be an object or null, and its duplicate fields; throws a 400 error for anything else. */
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
    return decodeJsonReporting(patch, { phase, step: paceRunning });
  } catch (err) {
    throw err instanceof JsonSyntaxError ? newBadRequest(prefix + err.message) : err;
  }
}
