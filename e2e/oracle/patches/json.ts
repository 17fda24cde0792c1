import { StatusError } from "../../../src/apimachinery/errors.ts";
import { decodeJson } from "../../../src/apimachinery/json/decode.ts";
import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import type { JsonObject } from "../../../src/apimachinery/json/value.ts";
import { createMergePatch } from "../../../src/apiserver/patch/create-merge-patch.ts";
import { jsonPatchText, parseJsonPatch } from "../../../src/apiserver/patch/json-patch.ts";
import { applyMergePatch, mergePatchText, parseMergePatch } from "../../../src/apiserver/patch/merge-patch.ts";
import { PatchPanic } from "../../../src/apiserver/patch/patch-failure.ts";
import { difference, input, type OracleRecord } from "../record.ts";

const mergePatchType = "application/merge-patch+json";

/** Returns the result of a patch in the notation of the records. */
function outcomeOf(run: () => string): object {
  try {
    return { result: run() };
  } catch (err) {
    if (err instanceof PatchPanic) return { panic: err.message };
    if (err instanceof StatusError) return describe(err);
    throw err;
  }
}

function describe(err: StatusError): object {
  const { cause } = err;
  return {
    error: err.message,
    code: err.code,
    ...(err.reason !== "" && { reason: err.reason }),
    ...(cause instanceof Error && { libraryError: cause.message }),
  };
}

/** Expands the inputs: `x1024` stands for 1024 times x, and a patch may be one repeated operation. */
function inputsOf(record: OracleRecord): { readonly original: string; readonly patch: string } {
  const original = input<string>(record, "original").replace(/x(\d+)/u, (_, count: string) =>
    "x".repeat(Number(count)),
  );
  if (record["repeat"] === undefined) return { original: input(record, "original"), patch: input(record, "patch") };
  const operations = Array.from({ length: input<number>(record, "repeat") }, () =>
    input<string>(record, "patchOperation"),
  );
  return { original, patch: `[${operations.join(",")}]` };
}

/** Checks that the patched value, with which the server continues, equals the one in upstream's text. */
function checkValues(isMerge: boolean, original: string, patch: string, result: string): string | undefined {
  const document = decodeJson(original);
  const patched = isMerge ? applyMergePatch(document, parseMergePatch(patch)) : parseJsonPatch(patch).apply(document);
  return difference(encodeJson(decodeJson(result)), encodeJson(patched), "values");
}

function checkCreate(record: OracleRecord, original: string, patch: string): string | undefined {
  const expected = record["createMergePatchToPatchAsTarget"];
  if (expected === undefined) return undefined;
  // these records contain objects only
  const created = createMergePatch(decodeJson(original) as JsonObject, decodeJson(patch) as JsonObject);
  return difference(expected, encodeJson(created), "createMergePatch");
}

/** Removes the result, since limits are recorded without it. */
const withoutResult = (outcome: object): object => ("result" in outcome ? {} : outcome);

export function check(record: OracleRecord): string | undefined {
  const { original, patch } = inputsOf(record);
  const isMerge = record["type"] === mergePatchType;
  const outcome = outcomeOf(() => (isMerge ? mergePatchText(original, patch) : jsonPatchText(original, patch)));
  const expected = record.expect as object;
  const problem = difference(expected, Object.keys(expected).length === 0 ? withoutResult(outcome) : outcome);
  if (problem !== undefined) return problem;
  const values =
    "result" in outcome && original !== "" ? checkValues(isMerge, original, patch, String(outcome.result)) : undefined;
  return values ?? checkCreate(record, original, patch);
}
