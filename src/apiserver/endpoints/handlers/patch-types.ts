import { applyPatcher } from "./apply-patch.ts";
import { jsonPatcher, mergePatcher } from "./patch-json.ts";
import { applyCborType, type PatchMechanism } from "./patch-result.ts";
import { strategicPatcher } from "./patch-strategic.ts";
import { newBadRequest } from "../../../apimachinery/errors.ts";
import { DocumentError } from "../../codec/document.ts";
import { serializerOf } from "../../codec/load-serializers.ts";
import { cborMediaType } from "../../codec/negotiation/media-types.ts";

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

/** Patch types of built-in resources by media type, in the order in which upstream lists them. */
const patchTypes: { readonly [mediaType: string]: PatchMechanism | undefined } = {
  "application/json-patch+json": jsonPatcher,
  "application/merge-patch+json": mergePatcher,
  "application/strategic-merge-patch+json": strategicPatcher,
  "application/apply-patch+yaml": applyPatcher,
};

const nativeNames = Object.keys(patchTypes);
const customNames = nativeNames.filter((name) => patchTypes[name] !== strategicPatcher);

/** The types that are taken, on a server that takes CBOR or not; strategic ones where there are Go types. */
export function patchTypeNames(cbor: boolean, strategic: boolean): readonly string[] {
  const names = strategic ? nativeNames : customNames;
  return cbor ? [...names, applyCborType] : names;
}

/** The mechanism of a type, on a server that takes CBOR or not. */
export const patchMechanism = (type: string, cbor: boolean): PatchMechanism | undefined =>
  cbor && type === applyCborType ? applyPatcher : patchTypes[type];
