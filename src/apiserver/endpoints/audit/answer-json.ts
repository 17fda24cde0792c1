import { decodeJson } from "../../../apimachinery/json/decode.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { isStream, type Answer } from "../../../component-base/exchange.ts";
import { compactJson } from "../../audit/compact-json.ts";
import { DocumentError } from "../../codec/document.ts";
import { compileCodec } from "../../codec/json/typed-codec.ts";
import { unstructuredCodec } from "../../codec/json/unstructured-codec.ts";
import { serializerOf } from "../../codec/load-serializers.ts";
import { protobufMediaType } from "../../codec/negotiation/media-types.ts";
import type { RequestContext } from "../request-context.ts";

const utf8 = new TextEncoder();

/**
 * Returns the object in a response as compact JSON, regardless of its media type; undefined for streams and for bodies
 * that are not objects.
 */
export function answerJson(
  ctx: RequestContext,
  { headers, body }: Answer,
  omitManagedFields: boolean,
): string | undefined {
  if (isStream(body)) return undefined;
  const contentType = headers.find(([name]) => name === "Content-Type")?.[1] ?? "";
  const mediaType = contentType.split(";")[0] ?? "";
  const whole = typeof body === "string" || body instanceof Uint8Array ? body : body.join("");
  const json =
    mediaType === "application/json"
      ? compactJson(typeof whole === "string" ? whole : new TextDecoder().decode(whole))
      : decoded(ctx, mediaType, whole);
  return json === undefined || !omitManagedFields ? json : encodeJson(withoutManagedFields(decodeJson(json)));
}

function decoded(ctx: RequestContext, mediaType: string, body: string | Uint8Array): string | undefined {
  const bytes = typeof body === "string" ? utf8.encode(body) : body;
  const { registry } = ctx.media;
  try {
    const typed = mediaType === protobufMediaType.mediaType;
    const document = serializerOf(mediaType)?.decode(bytes, registry, {
      strict: false,
      unstructured: typed ? undefined : unstructuredCodec,
    });
    if (document === undefined) return undefined;
    const schema = typed ? registry.schemaOf(document.gvk) : undefined;
    return schema === undefined
      ? unstructuredCodec.encode(document.object)
      : compileCodec(schema).encode(document.object);
  } catch (error) {
    if (error instanceof DocumentError) return undefined; // not an object, e.g. plain text
    throw error;
  }
}

/** Removes managedFields from an object, from the items of a list and from the objects in table rows. */
function withoutManagedFields(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const { items, rows } = value;
  return {
    ...stripped(value),
    ...(Array.isArray(items) && { items: items.map(stripped) }),
    ...(Array.isArray(rows) && {
      rows: rows.map((row: JsonValue) =>
        isObject(row) && isObject(row["object"]) ? { ...row, object: stripped(row["object"]) } : row,
      ),
    }),
  };
}

function stripped(value: JsonValue): JsonObject {
  if (!isObject(value)) return {};
  const { metadata } = value;
  if (!isObject(metadata)) return value;
  return {
    ...value,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== "managedFields")),
  };
}
