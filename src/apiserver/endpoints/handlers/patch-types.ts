import { applyPatcher } from "./apply-patch.ts";
import { jsonPatcher, mergePatcher } from "./patch-json.ts";
import { applyCborType, type PatchMechanism } from "./patch-result.ts";
import { strategicPatcher } from "./strategic-patcher.ts";
import { decodeByteText } from "../../../apimachinery/byte-text.ts";
import { newBadRequest, type StatusError } from "../../../apimachinery/errors.ts";
import { DocumentError } from "../../codec/document.ts";
import { convertToJson } from "../../codec/load-serializers.ts";
import { cborMediaType } from "../../codec/negotiation/media-types.ts";

/** Keeps a byte order mark, which is no JSON; YAML begins with one at will. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Returns the text of a patch; a configuration in CBOR is converted to JSON. One in YAML keeps bytes that are not UTF-8
 * (`decodeByteText`), which the parser of YAML refuses. If CBOR cannot be converted, returns the error that applying it
 * throws.
 */
export function patchText(type: string, body: Uint8Array): string | StatusError {
  if (type === applyCborType) return cborText(body);
  return patchTypes[type] === applyPatcher ? decodeByteText(body) : utf8.decode(body);
}

function cborText(body: Uint8Array): string | StatusError {
  try {
    return convertToJson(cborMediaType.mediaType, body).json;
  } catch (err) {
    if (err instanceof DocumentError) return newBadRequest(`error decoding YAML: ${err.message}`);
    throw err;
  }
}

/** The patch types of built-in resources by media type, in upstream's order. */
const patchTypes: { readonly [mediaType: string]: PatchMechanism | undefined } = {
  "application/json-patch+json": jsonPatcher,
  "application/merge-patch+json": mergePatcher,
  "application/strategic-merge-patch+json": strategicPatcher,
  "application/apply-patch+yaml": applyPatcher,
};

const nativeNames = Object.keys(patchTypes);
const customNames = nativeNames.filter((name) => patchTypes[name] !== strategicPatcher);

/**
 * Returns the supported patch types, depending on whether the server accepts CBOR and whether the resource has a Go
 * type, which strategic merge patches require.
 */
export function patchTypeNames(cbor: boolean, strategic: boolean): readonly string[] {
  const names = strategic ? nativeNames : customNames;
  return cbor ? [...names, applyCborType] : names;
}

/** Returns the mechanism of a patch type, depending on whether the server accepts CBOR. */
export const patchMechanism = (type: string, cbor: boolean): PatchMechanism | undefined =>
  cbor && type === applyCborType ? applyPatcher : patchTypes[type];
