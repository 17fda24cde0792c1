import { newBadRequest } from "../../../apimachinery/errors.ts";
import { DocumentError } from "../../codec/document.ts";
import { serializerOf } from "../../codec/load-serializers.ts";
import { cborMediaType } from "../../codec/negotiation/media-types.ts";
import { applyCborType } from "./patch-types.ts";

const utf8 = new TextDecoder();

/** The text of a patch; a configuration in CBOR is read here, once, and goes on as JSON. */
export const patchText = (type: string, body: Uint8Array): string =>
  type === applyCborType ? cborText(body) : utf8.decode(body);

function cborText(body: Uint8Array): string {
  try {
    return serializerOf(cborMediaType.mediaType)?.toJson?.(body).json ?? "";
  } catch (err) {
    throw err instanceof DocumentError ? newBadRequest(`error decoding YAML: ${err.message}`) : err;
  }
}
