import { memoText } from "../../component-base/memo.ts";
import type { Serializer } from "./serializer.ts";

/**
 * Loaders of the serializers for media types other than JSON. Each is a separate chunk, loaded when a request first
 * names the media type.
 */
const loaders: Readonly<Record<string, () => Promise<Serializer>>> = {
  "application/yaml": () => import("./yaml/yaml-media.ts").then(({ yamlSerializer }) => yamlSerializer),
  "application/vnd.kubernetes.protobuf": () =>
    import("./protobuf/protobuf-media.ts").then(({ protobufSerializer }) => protobufSerializer),
  "application/cbor": () => import("./cbor/cbor-media.ts").then(({ cborSerializer }) => cborSerializer),
};

/** Serializers loaded in this process. They have no state of any server. */
const loaded = new Map<string, Serializer>();

/** Returns the serializer of a media type, or undefined for JSON and for types not loaded. */
export const serializerOf = (mediaType: string): Serializer | undefined => loaded.get(mediaType);

/** Returns the media types that a header names. Patch types end in the name of a format. */
const namedBy = memoText((header) => {
  const text = header.toLowerCase();
  return Object.keys(loaders).filter(
    (mediaType) => text.includes(mediaType) || text.includes(`+${mediaType.slice(mediaType.indexOf("/") + 1)}`),
  );
});

/** Loads the serializers that a header names. Returns undefined if all are loaded. */
export function loadSerializers(header: string): Promise<unknown> | undefined {
  const missing = namedBy(header).filter((mediaType) => !loaded.has(mediaType));
  return missing.length === 0 ? undefined : Promise.all(missing.map(load));
}

async function load(mediaType: string): Promise<void> {
  const serializer = await loaders[mediaType]?.();
  if (serializer !== undefined) loaded.set(mediaType, serializer);
}
