import type { KubeObject } from "../../../apimachinery/meta.ts";
import { withoutTypeMeta } from "../../codec/json/type-meta.ts";
import type { Stored } from "../../storage/interface.ts";
import { fromStored, type ResourceScope } from "../resource-scope.ts";
import type { Output } from "./output.ts";

/** A stored object in a form that is made of the object itself; undefined where its text is what counts. */
export function encodeStored(
  { encoder, convert }: Output,
  scope: ResourceScope,
  stored: Stored<KubeObject>,
): Uint8Array | undefined {
  if (encoder === undefined || convert !== undefined || scope.unstructured === true) return undefined;
  return encoder.encodeHeld(scope.kind, fromStored(scope, stored.object));
}

/** The same for a list; `metadata` is its ListMeta in JSON. */
export function encodeStoredList(
  { encoder, convert }: Output,
  scope: ResourceScope,
  items: readonly Stored<KubeObject>[],
  metadata: string,
): Uint8Array | undefined {
  if (encoder === undefined || convert !== undefined || scope.unstructured === true) return undefined;
  const kind = { ...scope.kind, kind: `${scope.kind.kind}List` };
  return encoder.encodeHeld(kind, {
    metadata: JSON.parse(metadata) as unknown,
    items: items.map((stored) => withoutTypeMeta(fromStored(scope, stored.object))),
  });
}
