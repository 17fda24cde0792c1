import { base64OfBytes, bytesOfBase64 } from "../../../src/apimachinery/base64.ts";
import { decodeJsonReporting } from "../../../src/apimachinery/json/decode.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../src/apimachinery/gvk.ts";
import type { KubeObject } from "../../../src/apimachinery/meta.ts";
import { textOf } from "../../../src/apimachinery/text-of.ts";
import { decodeCborDocument, encodeCborDocument } from "../../../src/apiserver/codec/cbor/cbor-serializer.ts";
import { parseGroupVersion } from "../../../src/apiserver/codec/json/type-meta.ts";
import { compileCodec, type TypedCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { decodeProtobufDocument, encodeProtobuf } from "../../../src/apiserver/codec/protobuf/protobuf-serializer.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { ObjectSchema } from "../../../src/apiserver/schema/schema.ts";
import type { OracleRecord } from "../record.ts";

const registry = await loadBuiltinTypes();

/** Parses `apps/v1/Deployment` or `v1/Pod`. */
function gvkOf(text: string): GroupVersionKind {
  const slash = text.lastIndexOf("/");
  return { ...parseGroupVersion(text.slice(0, slash)), kind: text.slice(slash + 1) };
}

/** A record with its decoded object, schema and codec. */
interface Subject {
  readonly record: OracleRecord;
  readonly gvk: GroupVersionKind;
  readonly schema: ObjectSchema;
  readonly codec: TypedCodec;
  readonly object: KubeObject;
}

function checkJson({ codec, object, record }: Subject): string | undefined {
  const again = `${codec.encode(object)}\n`;
  if (again !== record["json"]) return `decoded and printed: ${again}`;
  const tail = codec.encodeTail(object);
  const stored = codec.encodeTail(codec.decodeStored(tail));
  return stored === tail ? undefined : `stored and printed: ${stored}`;
}

/** Returns the expected JSON after decoding from another form. */
const jsonFrom = (record: OracleRecord, form: string): string => textOf(record[`jsonFrom${form}`] ?? record["json"]);

function checkProtobuf({ record, gvk, schema, object, codec }: Subject): string | undefined {
  const wanted = record["protobuf"];
  if (wanted === undefined) return undefined;
  const found = base64OfBytes(encodeProtobuf(schema, formatGroupVersion(gvk), gvk.kind, object));
  if (found !== wanted) return `protobuf: ${found} instead of ${textOf(wanted)}`;
  const decoded = `${codec.encode(decodeProtobufDocument(bytesOfBase64(textOf(wanted)), registry, { strict: false }).object)}\n`;
  return decoded === jsonFrom(record, "Protobuf") ? undefined : `from protobuf: ${decoded}`;
}

function checkCbor({ record, schema, object, codec }: Subject): string | undefined {
  const wanted = record["cbor"];
  if (wanted === undefined) return undefined;
  const found = base64OfBytes(encodeCborDocument(schema, object));
  if (found !== wanted) return `CBOR: ${found} instead of ${textOf(wanted)}`;
  const decoded = `${codec.encode(decodeCborDocument(bytesOfBase64(textOf(wanted)), registry, { strict: true }).object)}\n`;
  return decoded === jsonFrom(record, "CBOR") ? undefined : `from CBOR: ${decoded}`;
}

/** Checks that an object is unchanged by a round trip through each codec, and is encoded as upstream encodes it. */
export function check(record: OracleRecord): string | undefined {
  const gvk = gvkOf(textOf(record["gvk"]));
  const schema = registry.schemaOf(gvk);
  if (!schema) return `no type for ${textOf(record["gvk"])}`;
  const codec = compileCodec(schema);
  const json = textOf(record["json"]);
  const subject = { record, gvk, schema, codec, object: codec.decode(decodeJsonReporting(json).value, { text: json }) };
  return checkJson(subject) ?? checkProtobuf(subject) ?? checkCbor(subject);
}
