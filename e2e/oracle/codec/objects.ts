import { decodeJsonReporting } from "../../../src/apimachinery/json/decode.ts";
import { parseGroupVersion } from "../../../src/apiserver/codec/json/type-meta.ts";
import { compileCodec, type TypedCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { OracleRecord } from "../record.ts";

const registry = await loadBuiltinTypes();

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** `apps/v1/Deployment` and `v1/Pod`. */
function codecOf(gvk: string): TypedCodec | undefined {
  const slash = gvk.lastIndexOf("/");
  const schema = registry.schemaOf({ ...parseGroupVersion(gvk.slice(0, slash)), kind: gvk.slice(slash + 1) });
  return schema && compileCodec(schema);
}

function checkJson(codec: TypedCodec, json: string): string | undefined {
  const { value } = decodeJsonReporting(json);
  const object = codec.decode(value, { text: json });
  const again = `${codec.encode(object)}\n`;
  if (again !== json) return `decoded and printed: ${again}`;
  const tail = codec.encodeTail(object);
  const stored = codec.encodeTail(codec.decodeStored(tail));
  return stored === tail ? undefined : `stored and printed: ${stored}`;
}

/** An object's JSON must come out of the codec as it went in; its protobuf and CBOR forms have no codec yet. */
export function check(record: OracleRecord): string | undefined {
  const codec = codecOf(asText(record["gvk"]));
  if (!codec) return `no type for ${asText(record["gvk"])}`;
  return checkJson(codec, asText(record["json"])) ?? "protobuf and CBOR: not built";
}

/** The part of `check` that is built. */
export function checkJsonOnly(record: OracleRecord): string | undefined {
  const codec = codecOf(asText(record["gvk"]));
  return codec ? checkJson(codec, asText(record["json"])) : `no type for ${asText(record["gvk"])}`;
}
