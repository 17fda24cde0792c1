import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import { asJson, asKubeObject, type KubeObject, type ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import { shareParts } from "../../structured-merge-diff/share-parts.ts";
import { isMap } from "../../structured-merge-diff/value.ts";

/** An object's metadata where that is a map, as it is before a decoder has looked at it. */
export const metadataOf = (object: JsonObject): JsonObject => (isMap(object["metadata"]) ? object["metadata"] : {});

/** `namespace/name; group/version, Kind=Kind`, as errors name an object (internal.objectGVKNN). */
export function describeObject(object: JsonObject, gvk: GroupVersionKind): string {
  const { namespace, name } = metadataOf(object);
  return `${textOf(namespace)}/${textOf(name)}; ${describeKind(gvk)}`;
}

/** Go's `%v` of a GroupVersionKind. */
export const describeKind = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}, Kind=${kind}`;

/** The object with other managed fields, or without any. */
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

/** An object in which every part that is as it is in the live one is that very part. */
export function shareWithLive(object: KubeObject, live: KubeObject): KubeObject {
  return asKubeObject(shareParts(asJson(object), asJson(live))); // an object stays one
}

/** What an object says of its managers; undefined where that is no list of entries. */
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
 * An object that was decoded from a document with an empty list of managed fields, which resets them though Go prints
 * it as none.
 */
export function keepEmptyManagedFields(object: KubeObject, document: JsonValue): KubeObject {
  if (!isMap(document) || object.metadata?.managedFields !== undefined) return object;
  const { managedFields } = metadataOf(document);
  return Array.isArray(managedFields) && managedFields.length === 0 ? withManagedFields(object, []) : object;
}
