import { memoText } from "../../component-base/memo.ts";
import type { Serializer } from "./serializer.ts";

/** Code of media types other than JSON, each a chunk of its own that is loaded when a request first names it. */
const loaders: Readonly<Record<string, () => Promise<Serializer>>> = {
  "application/yaml": () => import("./yaml/yaml-media.ts").then(({ yamlSerializer }) => yamlSerializer),
  "application/vnd.kubernetes.protobuf": () =>
    import("./protobuf/protobuf-media.ts").then(({ protobufSerializer }) => protobufSerializer),
  "application/cbor": () => import("./cbor/cbor-media.ts").then(({ cborSerializer }) => cborSerializer),
};

/** Code that is loaded once a process: it holds nothing of any server. */
const loaded = new Map<string, Serializer>();

/** What reads and writes a media type; undefined for JSON, and for what no request has named. */
export const serializerOf = (mediaType: string): Serializer | undefined => loaded.get(mediaType);

/** Media types whose code a header may ask for: patch types end in the name of a form. */
const namedBy = memoText((header) => {
  const text = header.toLowerCase();
  return Object.keys(loaders).filter(
    (mediaType) => text.includes(mediaType) || text.includes(`+${mediaType.slice(mediaType.indexOf("/") + 1)}`),
  );
});

/** Loads the code that a header names; undefined where all of it is there. */
export function loadSerializers(header: string): Promise<unknown> | undefined {
  const missing = namedBy(header).filter((mediaType) => !loaded.has(mediaType));
  return missing.length === 0 ? undefined : Promise.all(missing.map(load));
}

async function load(mediaType: string): Promise<void> {
  const serializer = await loaders[mediaType]?.();
  if (serializer !== undefined) loaded.set(mediaType, serializer);
}
