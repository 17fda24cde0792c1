import type { KubeObject } from "../../apimachinery/meta.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import type { TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { unstructuredCodec } from "../../apiserver/codec/json/unstructured-codec.ts";
import type { SelectorAttributes } from "../../apiserver/storage/selection-predicate.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import { coerce, type KindModel } from "./kind-model.ts";

/**
 * Reads bodies and prints objects of a kind: what the schema of the version they say does not know is taken away and
 * reported.
 */
export const customResourceCodec = (model: KindModel): TypedCodec => ({
  decode: (value, options = {}) =>
    coerce(model, unstructuredCodec.decode(value, options), { dropInvalid: false, report: options.report }),
  encode: unstructuredCodec.encode,
  encodeTail: unstructuredCodec.encodeTail,
  changedParts: unstructuredCodec.changedParts,
  decodeStored: unstructuredCodec.decodeStored,
});

/**
 * What stands before an object in the store: the version it was stored in, which later definitions may not store any
 * more.
 */
const storedHead = ({ apiVersion = "", kind = "" }: KubeObject): string =>
  `"apiVersion":"${apiVersion}","kind":"${kind}",`;

/** A stored text without its head. */
export function storedTail(text: string): string {
  const kind = text.indexOf('"kind":"');
  return text.slice(text.indexOf('",', kind + 8) + 2);
}

/** Texts of a kind in the store, in whatever version each object was stored. */
export const storedCodec = (attributes: (object: KubeObject) => SelectorAttributes): StorageCodec<KubeObject> => ({
  encode: (object) => storedHead(object) + unstructuredCodec.encodeTail(object),
  decode: unstructuredCodec.decodeStored,
  changedParts: (before, text, after, marks) =>
    storedHead(before) === storedHead(after) ? unstructuredCodec.changedParts(before, text, after, marks) : undefined,
  attributes,
  withResourceVersion,
});
