import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { indentJson } from "../indent-json.ts";

/** How an answer's body is to be written, as negotiated with the client. */
export interface Output {
  /** The Content-Type of the answer. */
  readonly mediaType: string;
  readonly pretty: boolean;
  /** What objects are to become (PartialObjectMetadata, Table); undefined where they stay as they are. */
  readonly convert?: GroupVersionKind | undefined;
}

/** JSON over several lines, for who accepts nothing that the server has. */
export const prettyJson: Output = { mediaType: "application/json", pretty: true };

/** The body for a JSON text in the negotiated form. */
export const render = (output: Output, json: string): string => (output.pretty ? indentJson(json) : json);
