import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../../../src/apimachinery/json/value.ts";
import { PatchPanic } from "../../../src/apiserver/patch/patch-failure.ts";
import { createTwoWayMergePatch } from "../../../src/apiserver/patch/strategic/create-two-way-merge-patch.ts";
import {
  interpretStrategicPatchError,
  StrategicPatchError,
} from "../../../src/apiserver/patch/strategic/strategic-patch-error.ts";
import { strategicMergePatch } from "../../../src/apiserver/patch/strategic/strategic-merge-patch.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { ObjectSchema } from "../../../src/apiserver/schema/schema.ts";
import { difference, input, type OracleRecord } from "../record.ts";

const registry = await loadBuiltinTypes();

/** Returns the text of a body. Bodies that are not JSON objects are recorded as strings. */
const textOf = (body: JsonValue): string => (typeof body === "string" ? body : encodeJson(body));

function outcomeOf(run: () => JsonObject): object {
  try {
    return { result: run() };
  } catch (err) {
    if (err instanceof PatchPanic) return { panic: err.message };
    if (err instanceof StrategicPatchError) return { error: err.message, code: interpretStrategicPatchError(err).code };
    throw err;
  }
}

const merge = (original: JsonValue, patch: JsonValue, schema: ObjectSchema): object =>
  outcomeOf(() => strategicMergePatch(textOf(original), textOf(patch), schema));

/** Compares results. Where the order of Go maps matters, one of several results is accepted. */
function compare(expected: object, actual: object): string | undefined {
  if (!("anyOf" in expected)) return difference(expected, actual);
  const accepted = expected.anyOf as readonly object[];
  return accepted.some((one) => difference(one, actual) === undefined) ? undefined : difference(accepted[0], actual);
}

function checkTwoWay(record: OracleRecord, schema: ObjectSchema): string | undefined {
  if (record["twoWayPatch"] === undefined) return undefined;
  const original = input<JsonObject>(record, "original");
  const patch = createTwoWayMergePatch(original, input(record, "modified"), schema);
  return (
    difference(record["twoWayPatch"], patch, "twoWayPatch") ??
    compare(input(record, "twoWayResult"), merge(original, patch, schema))
  );
}

export function check(record: OracleRecord): string | undefined {
  const schema = registry.schemaOf({
    group: input(record, "group"),
    version: input(record, "version"),
    kind: input(record, "kind"),
  });
  if (schema === undefined) return "no such kind";
  return (
    compare(record.expect as object, merge(input(record, "original"), input(record, "patch"), schema)) ??
    checkTwoWay(record, schema)
  );
}
