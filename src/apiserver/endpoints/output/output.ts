import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { ListEncoder, ValueEncoder } from "../../codec/serializer.ts";
import { indentJson } from "./indent-json.ts";

/** Encodes objects in a media type other than JSON. */
export interface OutputEncoder {
  /** Encodes an object given as JSON; `typeName` names its type if the kind does not determine it. */
  encode(json: string, typeName?: string): string | Uint8Array;
  /** Encodes a value without its JSON; undefined if that cannot be. */
  readonly values: ValueEncoder | undefined;
  /** Encodes a decoded object directly; returns undefined if it must be encoded from its JSON. */
  encodeHeld(gvk: GroupVersionKind, object: object): Uint8Array | undefined;
  /** Whether `encodeHeld` applies to all kinds that have a schema. */
  readonly holds: boolean;
  /** Begins the encoding of a list in parts; see Serializer. */
  encodeList(list: string, member: string, count: number): ListEncoder;
  /** Wraps an encoded object in a watch event. */
  frame(type: string, object: Uint8Array): Uint8Array;
}

/** The negotiated format of a response body. */
export interface Output {
  /** The Content-Type of the answer. */
  readonly mediaType: string;
  readonly pretty: boolean;
  /** The kind to convert objects to (PartialObjectMetadata, Table); undefined if they are not converted. */
  readonly convert?: GroupVersionKind | undefined;
  /** Undefined for JSON, which is already encoded. */
  readonly encoder?: OutputEncoder | undefined;
}

/** Indented JSON, for clients that accept none of the supported media types. */
export const prettyJson: Output = { mediaType: "application/json", pretty: true };

/**
 * Returns the body for a JSON text in the negotiated format; compact JSON ends with a newline. Throws if the format
 * cannot represent the text.
 */
export function render(output: Output, json: string, typeName?: string): string | Uint8Array {
  if (output.encoder !== undefined) return output.encoder.encode(json, typeName);
  return output.pretty ? indentJson(json) : `${json}\n`;
}
