import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { withoutTypeMeta } from "../../codec/json/type-meta.ts";
import type { Stored } from "../../storage/interface.ts";
import { fromStored, type ResourceScope } from "../resource-scope.ts";
import { heldMetadata } from "./held-metadata.ts";
import type { Output } from "./output.ts";

/**
 * Encodes a stored object in a media type that requires the decoded object; returns undefined if its JSON text
 * is used instead.
 */
export function encodeStored(
  { encoder, convert }: Output,
  scope: ResourceScope,
  stored: Stored<KubeObject>,
): Uint8Array | undefined {
  if (encoder === undefined) return undefined;
  if (convert !== undefined) return encoder.encodeHeld(convert, heldMetadata(scope, stored.object));
  return scope.unstructured === true ? undefined : encoder.encodeHeld(scope.kind, fromStored(scope, stored.object));
}

/** Encodes a list likewise; `metadata` is its ListMeta in JSON. */
export function encodeStoredList(
  output: Output,
  scope: ResourceScope,
  items: readonly Stored<KubeObject>[],
  metadata: string,
): Uint8Array | undefined {
  const { encoder, convert } = output;
  const item = heldItem(output, scope);
  if (encoder === undefined || item === undefined) return undefined;
  const kind = convert ?? { ...scope.kind, kind: `${scope.kind.kind}List` };
  const none = convert === undefined ? [] : null;
  return encoder.encodeHeld(kind, {
    metadata: JSON.parse(metadata) as unknown,
    items: items.length === 0 ? none : items.map(item),
  });
}

/**
 * Returns a function that decodes an object as the item of a list; undefined in media types that do not require
 * decoded objects.
 */
export function heldItem(
  { encoder, convert }: Output,
  scope: ResourceScope,
): ((stored: Stored<KubeObject>) => object) | undefined {
  if (encoder?.holds !== true) return undefined;
  if (convert !== undefined) {
    const typeMeta = { kind: "PartialObjectMetadata", apiVersion: formatGroupVersion(convert) };
    return (stored) => ({ ...typeMeta, ...heldMetadata(scope, stored.object) });
  }
  return scope.unstructured === true ? undefined : (stored) => withoutTypeMeta(fromStored(scope, stored.object));
}
