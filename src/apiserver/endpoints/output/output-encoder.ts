import { serializerOf } from "../../codec/load-serializers.ts";
import type { MediaContext } from "./media-context.ts";
import type { OutputEncoder } from "./output.ts";

/** The encoders per server, keyed by its MediaContext. */
const encoders = new WeakMap<MediaContext, Map<string, OutputEncoder>>();

/** Returns the encoder of a media type, one per server; undefined for JSON. */
export function outputEncoder(media: MediaContext, mediaType: string): OutputEncoder | undefined {
  const serializer = serializerOf(mediaType);
  if (serializer === undefined) return undefined;
  const known = encoders.get(media) ?? new Map<string, OutputEncoder>();
  encoders.set(media, known);
  const encoder: OutputEncoder = known.get(mediaType) ?? {
    encode: (json, typeName) =>
      serializer.encode(json, media.registry, typeName === undefined ? undefined : media.registry.byName(typeName)),
    values: serializer.values,
    encodeHeld: (gvk, object) => serializer.encodeHeld?.(gvk, object, media.registry),
    holds: serializer.encodeHeld !== undefined,
    encodeList: (list, member, count) => serializer.encodeList(list, member, count, media.registry),
    frame: (type, object) => serializer.frame?.(type, object) ?? object,
  };
  known.set(mediaType, encoder);
  return encoder;
}
