import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import { parseGroupVersion } from "../json/type-meta.ts";
import { parseStored } from "../json/typed-codec.ts";
import type { Serializer } from "../serializer.ts";
import {
  decodeProtobufDocument,
  encodeProtobuf,
  frameProtobufEvent,
  newNotMarshalable,
} from "./protobuf-serializer.ts";

/** The serializer of `application/vnd.kubernetes.protobuf`. */
export const protobufSerializer: Serializer = {
  decode: decodeProtobufDocument,
  encode(json, registry, type) {
    const object = parseStored(json);
    const { apiVersion = "", kind = "" } = object;
    // Discovery documents of the core group have no version.
    const schema =
      type ??
      (apiVersion === "" ? registry.metaKind(kind) : registry.schemaOf({ ...parseGroupVersion(apiVersion), kind }));
    if (schema === undefined) throw newNotMarshalable("unstructured.Unstructured");
    return encodeProtobuf(schema, apiVersion, kind, object);
  },
  encodeHeld(gvk, object, registry) {
    const schema = registry.schemaOf(gvk);
    return schema && encodeProtobuf(schema, formatGroupVersion(gvk), gvk.kind, object);
  },
  frame: frameProtobufEvent,
};
