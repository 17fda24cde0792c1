import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { parseGroupVersion } from "../json/type-meta.ts";
import { parseStored } from "../json/typed-codec.ts";
import type { Serializer } from "../serializer.ts";
import {
  decodeCborDocument,
  decodeCborObject,
  encodeCborDocument,
  encodeCborList,
  frameCborEvent,
} from "./cbor-serializer.ts";

/** The serializer of `application/cbor`, and of `application/cbor-seq` for watches. */
export const cborSerializer: Serializer = {
  decode: decodeCborDocument,
  toJson: (body) => ({ json: encodeJson(decodeCborObject(body)), duplicates: [] }),
  encode(json, registry) {
    const object = parseStored(json);
    const { apiVersion = "", kind = "" } = object;
    return encodeCborDocument(registry.schemaOf({ ...parseGroupVersion(apiVersion), kind }), object);
  },
  encodeHeld(gvk, object, registry) {
    const schema = registry.schemaOf(gvk);
    return schema && encodeCborDocument(schema, { ...object, kind: gvk.kind, apiVersion: formatGroupVersion(gvk) });
  },
  encodeList(list, member, count, registry) {
    const object = parseStored(list);
    const { apiVersion = "", kind = "" } = object;
    return encodeCborList(registry.schemaOf({ ...parseGroupVersion(apiVersion), kind }), object, member, count);
  },
  frame: frameCborEvent,
};
