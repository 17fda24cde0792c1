import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { rememberText } from "../../../apimachinery/json/known-texts.ts";
import { isObject, type JsonObject } from "../../../apimachinery/json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../../apimachinery/meta.ts";
import { printAsWritten } from "../../codec/json/raw-codecs.ts";
import { fromStored, type ResourceScope } from "../resource-scope.ts";

/**
 * Returns what PartialObjectMetadata has of a stored object. The fields of managers, whose members are in the order of
 * their set, are sorted for objects without a Go type: upstream has them from a map.
 */
export function heldMetadata(scope: ResourceScope, stored: KubeObject): Pick<KubeObject, "metadata"> {
  const { metadata } = fromStored(scope, stored);
  const managedFields = metadata.managedFields ?? [];
  if (scope.unstructured !== true) return { metadata };
  const entries = managedFields.map(withSortedFields);
  const isSorted = entries.every((entry, i) => entry === managedFields[i]);
  return { metadata: isSorted ? metadata : { ...metadata, managedFields: entries } };
}

function withSortedFields(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  const { fieldsV1 } = entry;
  if (!isObject(fieldsV1)) return entry;
  const sorted = sortedFields(fieldsV1);
  return sorted === fieldsV1 ? entry : { ...entry, fieldsV1: sorted };
}

/** Fields by those that they were sorted from, which objects share. */
const known = new WeakMap<JsonObject, JsonObject>();

function sortedFields(fields: JsonObject): JsonObject {
  const found = known.get(fields);
  if (found !== undefined) return found;
  const text = encodeJson(fields);
  const sorted = text === printAsWritten(fields) ? fields : (JSON.parse(text) as JsonObject);
  rememberText(sorted, text);
  known.set(fields, sorted);
  return sorted;
}
