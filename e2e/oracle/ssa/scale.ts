import { messageOf } from "../../../src/apimachinery/message-of.ts";
import type { JsonObject } from "../../../src/apimachinery/json/value.ts";
import type { ManagedFieldsEntry } from "../../../src/apimachinery/meta.ts";
import {
  managedFieldsFromScale,
  managedFieldsToScale,
  type ScaleParent,
} from "../../../src/apiserver/managedfields/scale-handler.ts";
import { fieldPathOf } from "../../../src/apiserver/managedfields/strip-meta.ts";
import { difference, input, type OracleRecord } from "../record.ts";

type Entries = readonly ManagedFieldsEntry[];

function parentOf(record: OracleRecord): ScaleParent {
  const mappings = Object.entries(input<Readonly<Record<string, string | null>>>(record, "mappings"));
  return {
    managedFields: input<Entries | null>(record, "parent") ?? [],
    groupVersion: input(record, "groupVersion"),
    paths: new Map(
      mappings.map(([version, path]) => [version, path === null ? undefined : fieldPathOf(...path.split("."))]),
    ),
  };
}

function outcome(name: string, run: () => Entries | undefined): JsonObject {
  try {
    return { [name]: (run() ?? null) as never, [`${name}Error`]: null };
  } catch (error) {
    return { [name]: null, [`${name}Error`]: messageOf(error) };
  }
}

/** Checks the conversion of managed fields to the scale subresource and back. */
export function check(record: OracleRecord): string | undefined {
  const parent = parentOf(record);
  const scale = input<Entries | null>(record, "scale") ?? [];
  return difference(record.expect, {
    ...outcome("toSubresource", () => managedFieldsToScale(parent)),
    ...outcome("toParent", () => managedFieldsFromScale(parent, scale)),
  });
}
