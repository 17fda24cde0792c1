import { memoText } from "../../component-base/memo.ts";
import type { Work } from "../../component-base/work.ts";
import type { ConvertedBody, Serializer } from "./serializer.ts";

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

/**
 * Converts a body to JSON, as work that may pause if there is any. The media type is one that the request's headers
 * name, so that its serializer is loaded. Throws DocumentError.
 */
export function convertToJson(mediaType: string, body: Uint8Array, work?: Work): ConvertedBody {
  const toJson = loaded.get(mediaType)?.toJson;
  if (toJson === undefined) throw new Error(`the serializer of ${mediaType} is not loaded`);
  return toJson(body, work);
}

/**
 * Returns the media types that a header names and whose serializers are loaded for it. Patch types end in the name of a
 * format; a configuration in CBOR is read as YAML after its conversion.
 */
export const namedBy = memoText((header) => {
  const text = header.toLowerCase();
  const named = text.replace("apply-patch+cbor", "apply-patch+cbor+yaml");
  return Object.keys(loaders).filter(
    (mediaType) => named.includes(mediaType) || named.includes(`+${mediaType.slice(mediaType.indexOf("/") + 1)}`),
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
