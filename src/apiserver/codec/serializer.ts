import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import type { DecodedDocument, DocumentOptions } from "./document.ts";

/** Reads bodies and writes answers in a media type other than JSON. */
export interface Serializer {
  /** Throws DocumentError. */
  decode(body: Uint8Array, registry: TypeRegistry, options: DocumentOptions): DecodedDocument;
  /**
   * The JSON that a body amounts to, with what is wrong with repeated members in the form's words; for patches. Throws
   * DocumentError.
   */
  readonly toJson?:
    | ((body: Uint8Array) => { readonly json: string; readonly duplicates: readonly string[] })
    | undefined;
  /**
   * An object given as its JSON, of a type where the registry does not know it by its kind. Throws where the form
   * cannot hold it.
   */
  encode(json: string, registry: TypeRegistry, type?: ObjectSchema): string | Uint8Array;
  /**
   * An object as its codec holds it, TypeMeta or not; undefined for kinds without a schema. Absent where everything
   * goes by way of JSON.
   */
  readonly encodeHeld?:
    | ((gvk: GroupVersionKind, object: object, registry: TypeRegistry) => Uint8Array | undefined)
    | undefined;
  /** An encoded object as an event of a watch. Absent where there are no watches. */
  readonly frame?: ((type: string, object: Uint8Array) => Uint8Array) | undefined;
}
