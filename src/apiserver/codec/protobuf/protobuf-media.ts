import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import { parseGroupVersion } from "../json/type-meta.ts";
import { parseStored } from "../json/typed-codec.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import type { Serializer } from "../serializer.ts";
import {
  decodeProtobufDocument,
  encodeProtobuf,
  encodeProtobufList,
  frameProtobufEvent,
  newNotMarshalable,
} from "./protobuf-serializer.ts";

/** The serializer of `application/vnd.kubernetes.protobuf`. */
export const protobufSerializer: Serializer = {
  decode: decodeProtobufDocument,
  encode(json, registry, type) {
    const object = parseStored(json);
    const { apiVersion = "", kind = "" } = object;
    return encodeProtobuf(type ?? schemaOf(apiVersion, kind, registry), apiVersion, kind, object);
  },
  encodeHeld(gvk, object, registry) {
    const schema = registry.schemaOf(gvk);
    return schema && encodeProtobuf(schema, formatGroupVersion(gvk), gvk.kind, object);
  },
  encodeList(json, member, _count, registry) {
    const list = parseStored(json);
    const { apiVersion = "", kind = "" } = list;
    return encodeProtobufList(schemaOf(apiVersion, kind, registry), apiVersion, kind, list, member);
  },
  frame: frameProtobufEvent,
};

function schemaOf(apiVersion: string, kind: string, registry: TypeRegistry): ObjectSchema {
  // Discovery documents of the core group have no version.
  const schema =
    apiVersion === "" ? registry.metaKind(kind) : registry.schemaOf({ ...parseGroupVersion(apiVersion), kind });
  if (schema === undefined) throw newNotMarshalable("unstructured.Unstructured");
  return schema;
}
