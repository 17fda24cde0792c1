import { newBadRequest } from "../../../apimachinery/errors.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { DocumentError } from "../../codec/document.ts";
import { unstructuredCodec } from "../../codec/json/unstructured-codec.ts";
import { cborMediaType } from "../../codec/negotiation/media-types.ts";
import { documentDecoder } from "../../codec/request-decoder.ts";
import type { RequestContext } from "../request-context.ts";
import { applyCborType } from "./patch-types.ts";

const utf8 = new TextDecoder();

/** The text of a patch; a configuration in CBOR is read here, once, and goes on as JSON. */
export const patchText = (ctx: RequestContext, type: string, body: Uint8Array): string => (type === applyCborType ? cborText(ctx, body) : utf8.decode(body));

function cborText({ media }: RequestContext, body: Uint8Array): string {
  try {
    const { object } = documentDecoder(cborMediaType.mediaType, media.types)(body, media.registry, { strict: false, unstructured: unstructuredCodec });
    return encodeJson(object as unknown as JsonObject); // what is decoded without a schema is JSON
  } catch (err) {
    throw err instanceof DocumentError ? newBadRequest(`error decoding YAML: ${err.message}`) : err;
  }
}
