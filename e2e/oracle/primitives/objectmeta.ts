import { fieldPath } from "../../../src/apimachinery/field-error.ts";
import type { ObjectMeta } from "../../../src/apimachinery/meta.ts";
import { decodeTime, encodeTime } from "../../../src/apimachinery/time.ts";
import { nameIsDnsSubdomain } from "../../../src/apimachinery/validation/names.ts";
import { validateObjectMeta, validateObjectMetaUpdate } from "../../../src/apimachinery/validation/object-meta.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";
import { printErrors } from "./outcome.ts";

const path = fieldPath("metadata");

function decodedTime(text: string | undefined): string | undefined {
  const time = decodeTime(text ?? null);
  return time && encodeTime(time);
}

/** Returns metadata as after decoding: times in UTC, and zero times omitted. */
function decodedMeta(record: OracleRecord, name: string): ObjectMeta {
  const { creationTimestamp, deletionTimestamp, ...rest } = input<ObjectMeta>(record, name);
  const created = decodedTime(creationTimestamp);
  const deleted = decodedTime(deletionTimestamp);
  return { ...rest, ...(created && { creationTimestamp: created }), ...(deleted && { deletionTimestamp: deleted }) };
}

export function check(packed: OracleRecord): string | undefined {
  const record = expandRepeats(packed);
  const meta = decodedMeta(record, "meta");
  const errors =
    record.op === "update"
      ? validateObjectMetaUpdate(meta, decodedMeta(record, "old"), path)
      : validateObjectMeta(meta, input(record, "namespaced"), nameIsDnsSubdomain, path);
  return difference(record.expect, printErrors(errors, record.expect));
}
