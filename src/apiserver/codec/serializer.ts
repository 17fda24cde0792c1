import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { Work } from "../../component-base/work.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import type { DecodedDocument, DocumentOptions } from "./document.ts";

/** A body as JSON, and its duplicate members in the words of its format. */
export interface ConvertedBody {
  readonly json: string;
  readonly duplicates: readonly string[];
}

/** Decodes request bodies and encodes responses in a media type other than JSON. */
export interface Serializer {
  /** Throws DocumentError. */
  decode(body: Uint8Array, registry: TypeRegistry, options: DocumentOptions): DecodedDocument;
  /**
   * Converts a body to JSON and reports duplicate members with the format's messages, as work that may pause if it is
   * given; used for patches. Throws DocumentError.
   */
  readonly toJson?: ((body: Uint8Array, work?: Work) => ConvertedBody) | undefined;
  /**
   * Encodes an object given as JSON. `type` is its schema if the registry does not know its kind. Throws if the format
   * cannot represent it.
   */
  encode(json: string, registry: TypeRegistry, type?: ObjectSchema): string | Uint8Array;
  /** Encodes a value without its JSON. Absent if the format always encodes from JSON. */
  readonly values?: ValueEncoder | undefined;
  /**
   * Encodes a decoded object, with or without TypeMeta. Returns undefined for kinds without a schema. Absent if the
   * format always encodes from JSON.
   */
  readonly encodeHeld?:
    | ((gvk: GroupVersionKind, object: object, registry: TypeRegistry) => Uint8Array | undefined)
    | undefined;
  /**
   * Begins the encoding of a list in parts. `list` is its JSON without items, and `member` names the member for its
   * `count` items. Throws if the format cannot represent the list.
   */
  readonly encodeList: (list: string, member: string, count: number, registry: TypeRegistry) => ListEncoder;
  /** Encodes a watch event of an encoded object. Absent if the format does not support watches. */
  readonly frame?: ((type: string, object: Uint8Array) => Uint8Array) | undefined;
}

/** Encodes a value whose JSON would be encoded to the same. */
export interface ValueEncoder {
  /** Whether that holds for a value whose JSON has this part. */
  accepts(json: string): boolean;
  /** Yields what is encoded in pieces, each of which is made when it is asked for. */
  pieces(value: object): Iterable<string>;
}

/** Encodes a list in parts that are requested in order. Together they are the encoded list. */
export interface ListEncoder {
  /** The part before the items. If `needsLength`, `length` must be the size of all items. */
  before(length: number): string | Uint8Array;
  /** Consecutive items, each given as JSON or, if the serializer has `encodeHeld`, decoded. */
  items(items: readonly ListItem[]): string | Uint8Array;
  /** The part after the items. */
  after(): string | Uint8Array;
  /** Whether the length of the items precedes them, so that they must be encoded twice or held. */
  readonly needsLength?: boolean;
  /** Whether an item with this JSON can be encoded for certain. Absent if all can. */
  readonly accepts?: (json: string) => boolean;
}

/** An item of a list: its JSON, or the decoded object. */
export type ListItem = string | object;
