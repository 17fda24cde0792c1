import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { indentJson } from "./indent-json.ts";

/** Writes objects in a form other than JSON. */
export interface OutputEncoder {
  /** An object given as its JSON, by the name of its type where its kind is not known otherwise. */
  encode(json: string, typeName?: string): string | Uint8Array;
  /** An object as its codec holds it; undefined where it has to go by way of its JSON. */
  encodeHeld(gvk: GroupVersionKind, object: object): Uint8Array | undefined;
  /** An encoded object as an event of a watch. */
  frame(type: string, object: Uint8Array): Uint8Array;
}

/** How an answer's body is to be written, as negotiated with the client. */
export interface Output {
  /** The Content-Type of the answer. */
  readonly mediaType: string;
  readonly pretty: boolean;
  /** What objects are to become (PartialObjectMetadata, Table); undefined where they stay as they are. */
  readonly convert?: GroupVersionKind | undefined;
  /** Undefined for JSON, whose texts are ready. */
  readonly encoder?: OutputEncoder | undefined;
}

/** JSON over several lines, for who accepts nothing that the server has. */
export const prettyJson: Output = { mediaType: "application/json", pretty: true };

/** The body for a JSON text in the negotiated form; JSON in one line ends it. Throws where the form cannot hold it. */
export function render(output: Output, json: string, typeName?: string): string | Uint8Array {
  if (output.encoder !== undefined) return output.encoder.encode(json, typeName);
  return output.pretty ? indentJson(json) : `${json}\n`;
}
