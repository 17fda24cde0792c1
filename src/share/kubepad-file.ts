import { isRecord } from "../apimachinery/is-record.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../apimachinery/meta.ts";
import { gunzipWithin, TooLargeError } from "../component-base/bounded-inflate.ts";
import { createPacer, NotPiecesError } from "../component-base/piece-file.ts";
import { checkPlainCbor } from "../component-base/plain-cbor.ts";
import {
  readWorldFile,
  WorldFileVersionError,
  writeWorldFile,
  type WorldFileContent,
  type WorldFileOptions,
  type WorldFileRow,
} from "../component-base/world-file.ts";
import { byPlace } from "./collect-versions.ts";
import { checkDepth, readObject, readParts, writeParts } from "./read-world.ts";
import { UnreadableWorldError, type World } from "./world.ts";

/** The values of the `format` and `version` fields of a file before version 2. */
const oldFormat = "kubepad";
const oldVersion = 1;

/** The value of the `format` field of an export of a whole store before it was a world file. */
const oldExportFormat = /^kubepad-export(\/\d+)?$/;

const largestContent = 512_000_000;

/** The content of a file: a world, or an export of a whole store, which replaces what a server has. */
export type KubepadFile =
  | { readonly kind: "world"; readonly world: World }
  | { readonly kind: "export"; readonly objects: number };

/** Encodes a world as a `.kubepad` file, in slices. Objects are JSON texts, which keep all numbers. */
export async function writeKubepadFile(
  { objects, versions, history: _old, ...parts }: World,
  options: WorldFileOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const facts = Object.keys(parts).length > 0 ? encodeJson(writeParts(parts)) : undefined;
  const rows = await rowsOf({ objects, ...(versions !== undefined && { versions }) });
  return writeWorldFile(rows, { parts: facts, compacted: versions?.compacted ?? 0 }, options);
}

/** Returns the rows of a file. The text of an object stands beside its versions, which have much in common with it. */
async function rowsOf({ objects, versions }: Pick<World, "objects" | "versions">): Promise<readonly WorldFileRow[]> {
  const pause = createPacer();
  const rows: WorldFileRow[] = [];
  const left = new Set(objects);
  const add = async (object: KubeObject): Promise<void> => {
    if (!left.delete(object)) return;
    const text = encodeJson(asJson(object));
    rows.push({ object: text });
    await pause(text.length);
  };
  const places = byPlace(objects);
  const all = versions?.versions ?? [];
  for (const [i, version] of all.entries()) {
    rows.push(version);
    if (all[i + 1]?.key === version.key) continue;
    const parts = version.key.split("/");
    for (const count of [-2, -1])
      for (const object of places.get(parts.slice(count).join("/")) ?? []) await add(object);
  }
  for (const object of objects) await add(object);
  return rows;
}

/** Reports whether bytes may be a `.kubepad` file: they are gzipped. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Decodes a `.kubepad` file, in slices. Rejects with an UnreadableWorldError for other files, damaged ones and newer
 * versions.
 */
export async function readKubepadFile(bytes: Uint8Array, options: WorldFileOptions = {}): Promise<KubepadFile> {
  const content = await contentOf(bytes, options);
  if (content === undefined) return readOldFile(bytes);
  const { parts, whole, objects, versions, compacted } = content;
  if (whole) return { kind: "export", objects: liveKeys(versions) };
  return {
    kind: "world",
    world: {
      objects: await objectsOf(objects, options),
      ...(versions.length > 0 && { versions: { compacted, versions } }),
      ...partsOf(parts),
    },
  };
}

/** Returns the content of a file of version 2; undefined for one of an older version. */
async function contentOf(bytes: Uint8Array, options: WorldFileOptions): Promise<WorldFileContent | undefined> {
  try {
    return await readWorldFile(bytes, options);
  } catch (cause) {
    if (cause instanceof NotPiecesError) return undefined;
    options.signal?.throwIfAborted();
    if (cause instanceof WorldFileVersionError) throw new UnreadableWorldError(cause.message, { cause });
    if (cause instanceof TooLargeError)
      throw new UnreadableWorldError(`This file is refused: ${cause.message}.`, { cause });
    throw new UnreadableWorldError("This is not a file that Kubepad wrote, or it is damaged.", { cause });
  }
}

function liveKeys(versions: WorldFileContent["versions"]): number {
  const newest = new Map(versions.map(({ key, text }) => [key, text]));
  return [...newest.values()].filter((text) => text !== null).length;
}

const notOurs = (cause?: unknown): UnreadableWorldError =>
  new UnreadableWorldError("This is not a file that Kubepad wrote.", { cause });

async function readOldFile(bytes: Uint8Array): Promise<KubepadFile> {
  const content = await unpack(bytes);
  if (!isRecord(content)) throw notOurs();
  if (oldExportFormat.test(String(content["format"])))
    return { kind: "export", objects: Array.isArray(content["objects"]) ? content["objects"].length : 0 };
  if (content["format"] !== oldFormat) throw notOurs();
  const found = content["version"];
  if (typeof found === "number" && found > oldVersion)
    throw new UnreadableWorldError(new WorldFileVersionError(found).message);
  if (found !== oldVersion) throw notOurs();
  return { kind: "world", world: await worldOf(content) };
}

async function unpack(bytes: Uint8Array): Promise<unknown> {
  try {
    const plain = await gunzipWithin(bytes, largestContent);
    if (plain[0] === 0x7b) return JSON.parse(new TextDecoder().decode(plain)); // exports of version 1 are JSON
    checkPlainCbor(plain);
    const { Decoder } = await import("cbor-x/index-no-eval");
    return new Decoder({ useRecords: false }).decode(plain);
  } catch (cause) {
    if (cause instanceof TooLargeError)
      throw new UnreadableWorldError(`This file is refused: ${cause.message}.`, { cause });
    throw new UnreadableWorldError("This is not a file that Kubepad wrote, or it is damaged.", { cause });
  }
}

async function worldOf({ objects, history = [], parts }: Readonly<Record<string, unknown>>): Promise<World> {
  if (!Array.isArray(objects) || !Array.isArray(history)) throw notOurs();
  return {
    objects: await objectsOf(objects),
    ...(history.length > 0 && { history: await objectsOf(history) }),
    ...partsOf(parts),
  };
}

function partsOf(parts: unknown): ReturnType<typeof readParts> {
  const value = parts === undefined ? {} : jsonOf(parts);
  return readParts(isRecord(value) ? value : {});
}

function jsonOf(text: unknown): JsonValue {
  if (typeof text !== "string") throw notOurs();
  const value = decoded(text);
  checkDepth(value);
  return value;
}

function decoded(text: string): JsonValue {
  try {
    return decodeJson(text);
  } catch (cause) {
    throw notOurs(cause);
  }
}

async function objectsOf(texts: readonly unknown[], { signal }: WorldFileOptions = {}): Promise<readonly KubeObject[]> {
  const pause = createPacer();
  const objects: KubeObject[] = [];
  for (const text of texts) {
    objects.push(objectOf(text));
    await pause(String(text).length);
    signal?.throwIfAborted();
  }
  return objects;
}

function objectOf(text: unknown): KubeObject {
  const object = readObject(jsonOf(text));
  if (object === undefined)
    throw new UnreadableWorldError("This file contains something that is not a Kubernetes object.");
  return object;
}
