import { isDeeper, nestedTooDeep } from "../../apimachinery/json/nesting.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { phase } from "../../component-base/work.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import { DecodeError } from "../../apiserver/codec/json/decode-state.ts";
import { checkStoredMetadata, type TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { unstructuredCodec } from "../../apiserver/codec/json/unstructured-codec.ts";
import type { SelectorAttributes } from "../../apiserver/storage/selection-predicate.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import { coerce, type KindModel } from "./kind-model.ts";

/** Codec of a kind's objects. Decoding prunes and reports fields unknown to the schema of the object's version. */
export const customResourceCodec = (model: KindModel): TypedCodec => ({
  decode: (value, options = {}) => {
    const object = phase(() => {
      if (isDeeper(value)) throw new DecodeError(nestedTooDeep);
      return unstructuredCodec.decode(value, options);
    });
    return coerce(model, object, { dropInvalid: false, report: options.report });
  },
  encode: unstructuredCodec.encode,
  encodeTail: unstructuredCodec.encodeTail,
  changedParts: unstructuredCodec.changedParts,
  decodeStored: unstructuredCodec.decodeStored,
});

/**
 * Head of a stored text: apiVersion and kind. Objects may be stored in a version that the current definition no longer
 * stores.
 */
const storedHead = ({ apiVersion = "", kind = "" }: KubeObject): string =>
  `"apiVersion":"${apiVersion}","kind":"${kind}",`;

/** Returns a stored text without its head. */
export function storedTail(text: string): string {
  const kind = text.indexOf('"kind":"');
  return text.slice(text.indexOf('",', kind + 8) + 2);
}

/** Throws if an object has not what every stored custom resource has. */
function checkStored(object: KubeObject): void {
  for (const name of ["apiVersion", "kind"] as const)
    if (typeof object[name] !== "string") throw new DecodeError(`Object '${name}' is missing`);
  checkStoredMetadata(object);
}

/** Codec of stored objects of a kind, each in the version in which it was stored. */
export const storedCodec = (attributes: (object: KubeObject) => SelectorAttributes): StorageCodec<KubeObject> => ({
  encode: (object) => storedHead(object) + unstructuredCodec.encodeTail(object),
  decode: unstructuredCodec.decodeStored,
  check: checkStored,
  changedParts: (before, text, after, marks) =>
    storedHead(before) === storedHead(after) ? unstructuredCodec.changedParts(before, text, after, marks) : undefined,
  attributes,
  withResourceVersion,
});
