import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import type { DecodedDocument, DocumentOptions } from "./document.ts";

/** Decodes request bodies and encodes responses in a media type other than JSON. */
export interface Serializer {
  /** Throws DocumentError. */
  decode(body: Uint8Array, registry: TypeRegistry, options: DocumentOptions): DecodedDocument;
  /**
   * Converts a body to JSON and reports duplicate members with the format's messages; used for patches. Throws
   * DocumentError.
   */
  readonly toJson?:
    | ((body: Uint8Array) => { readonly json: string; readonly duplicates: readonly string[] })
    | undefined;
  /**
   * Encodes an object given as JSON. `type` is its schema if the registry does not know its kind. Throws if the format
   * cannot represent it.
   */
  encode(json: string, registry: TypeRegistry, type?: ObjectSchema): string | Uint8Array;
  /**
   * Encodes a decoded object, with or without TypeMeta. Returns undefined for kinds without a schema. Absent if the
   * format always encodes from JSON.
   */
  readonly encodeHeld?:
    | ((gvk: GroupVersionKind, object: object, registry: TypeRegistry) => Uint8Array | undefined)
    | undefined;
  /** Encodes a watch event of an encoded object. Absent if the format does not support watches. */
  readonly frame?: ((type: string, object: Uint8Array) => Uint8Array) | undefined;
}
