import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import { asJson, asKubeObject, type KubeObject, type ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import { shareParts } from "../../structured-merge-diff/share-parts.ts";
import { isMap } from "../../structured-merge-diff/value.ts";

/** Returns the metadata of an undecoded object, or an empty map if it is not a map. */
export const metadataOf = (object: JsonObject): JsonObject => (isMap(object["metadata"]) ? object["metadata"] : {});

/** Formats an object as `namespace/name; group/version, Kind=Kind` for error messages (internal.objectGVKNN). */
export function describeObject(object: JsonObject, gvk: GroupVersionKind): string {
  const { namespace, name } = metadataOf(object);
  return `${textOf(namespace)}/${textOf(name)}; ${describeKind(gvk)}`;
}

/** Formats a GroupVersionKind like Go's `%v`. */
export const describeKind = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}, Kind=${kind}`;

/** Returns the object with `managedFields` replaced, or removed if undefined. */
export function withManagedFields(
  object: KubeObject,
  managedFields: readonly ManagedFieldsEntry[] | undefined,
): KubeObject {
  const { metadata } = object;
  if (metadata !== undefined && !isMap(metadata as unknown as JsonValue)) return object;
  if (managedFields !== undefined) return copyWith(object, { metadata: copyWith(metadata ?? {}, { managedFields }) });
  if (metadata?.managedFields === undefined) return object;
  return copyWith(object, { metadata: copyWithout(metadata, "managedFields") });
}

/** Replaces every part of an object that equals the same part of the live object with that part. */
export function shareWithLive(object: KubeObject, live: KubeObject): KubeObject {
  return asKubeObject(shareParts(asJson(object), asJson(live))); // sharing parts keeps an object an object
}

/** Returns the managed fields of an object, or undefined if they are not a list of entries. */
export function managedFieldsOf(object: KubeObject): readonly ManagedFieldsEntry[] | undefined {
  const entries: unknown = object.metadata?.managedFields;
  if (
    !Array.isArray(entries) ||
    !entries.every((entry: unknown) => typeof entry === "object" && entry !== null && !Array.isArray(entry))
  )
    return undefined;
  return entries as readonly ManagedFieldsEntry[];
}

/**
 * Restores an empty `managedFields` list of the document in the decoded object. An empty list resets managed fields,
 * although Go omits it when encoding.
 */
export function keepEmptyManagedFields(object: KubeObject, document: JsonValue): KubeObject {
  if (!isMap(document) || object.metadata?.managedFields !== undefined) return object;
  const { managedFields } = metadataOf(document);
  return Array.isArray(managedFields) && managedFields.length === 0 ? withManagedFields(object, []) : object;
}
