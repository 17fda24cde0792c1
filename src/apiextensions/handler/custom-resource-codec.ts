import { Double, type JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import { DecodeError } from "../../apiserver/codec/json/decode-state.ts";
import type { TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { unstructuredCodec } from "../../apiserver/codec/json/unstructured-codec.ts";
import type { SelectorAttributes } from "../../apiserver/storage/selection-predicate.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import { coerce, type KindModel } from "./kind-model.ts";

/**
 * How deep the values in a custom resource may be nested. JSON may have 10,000 levels, but an object has to be pruned,
 * validated, compared and applied later on, by functions that call themselves.
 */
const maxDepth = 1000;

/** Whether values are nested in more than so many others. */
function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof Double) return false;
  if (levels === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (typeof member === "object" && isDeeper(member, levels - 1)) return true;
  return false;
}

/**
 * Reads bodies and prints objects of a kind: what the schema of the version they say does not know is taken away and
 * reported.
 */
export const customResourceCodec = (model: KindModel): TypedCodec => ({
  decode: (value, options = {}) => {
    if (isDeeper(value, maxDepth)) throw new DecodeError(`exceeded max depth of ${maxDepth}`);
    return coerce(model, unstructuredCodec.decode(value, options), { dropInvalid: false, report: options.report });
  },
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
