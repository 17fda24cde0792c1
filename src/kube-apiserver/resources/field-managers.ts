import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { DecodeError } from "../../apiserver/codec/json/decode-state.ts";
import type { TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { ApplyCache } from "../../apiserver/managedfields/apply-cache.ts";
import { createBuiltinFieldManager } from "../../apiserver/managedfields/builtin-field-manager.ts";
import { describeKind } from "../../apiserver/managedfields/object-parts.ts";
import type { FieldManager } from "../../apiserver/managedfields/field-manager.ts";
import type { FieldFilter } from "../../structured-merge-diff/field-filter.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import { ConversionError, fromUnstructured } from "../../apiserver/endpoints/handlers/from-unstructured.ts";
import { walkRunning } from "../../component-base/work.ts";

/** The dependencies of the field manager for one path of a resource with a Go type. */
export interface FieldManagerParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  /** What of a set writers come to own; everything if undefined. */
  readonly ownable: FieldFilter | undefined;
  readonly cache: ApplyCache;
  readonly types: TypeRegistry;
  /** Whether the live objects of the path come directly from the codec, neither converted nor composed. */
  readonly livesDecoded: boolean;
  codec(): TypedCodec;
  defaults(object: KubeObject, filledParts?: ReadonlySet<unknown>): KubeObject;
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
}

/** Creates the field manager of a path whose objects the codec decodes. */
export const createFieldManager = (parts: FieldManagerParts): FieldManager =>
  createBuiltinFieldManager({
    ...parts,
    emptyObject: () => parts.codec().decode({}),
    decode: (merged, refuse, kept, filled) =>
      parts.defaults(decodeMerged(parts, merged, refuse, kept), filled ? kept : undefined),
  });

/** Decodes a merged value with the JSON decoder, or else as upstream's converter between maps and structs does. */
function decodeMerged(
  { codec, types, kind }: FieldManagerParts,
  merged: JsonValue,
  refuse: (message: string) => Error,
  kept: ReadonlySet<unknown> | undefined,
): KubeObject {
  try {
    return codec().decode(merged, { kept });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  try {
    const schema = types.schemaOf(kind);
    return codec().decode(schema === undefined ? merged : walkRunning(() => fromUnstructured(merged, schema)));
  } catch (error) {
    throw error instanceof ConversionError || error instanceof DecodeError
      ? refuse(`unable to convert unstructured object to ${describeKind(kind)}: ${error.message}`)
      : error;
  }
}
