import { isRecord } from "../apimachinery/is-record.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../apimachinery/meta.ts";
import { gunzipWithin, TooLargeError } from "../component-base/bounded-inflate.ts";
import { checkPlainCbor } from "../component-base/plain-cbor.ts";
import { checkDepth, readObject, readParts, writeParts } from "./read-world.ts";
import { UnreadableWorldError, type World } from "./world.ts";

/** The value of the `format` field of a file, and the newest version. */
const format = "kubepad";
const version = 1;

/** The value of the `format` field of an export of a whole store (kube-apiserver/export-file.ts). */
const exportFormat = /^kubepad-export(\/\d+)?$/;

const largestContent = 512_000_000;

/** The content of a file: a world, or an export of a whole store, which only a server can import. */
export type KubepadFile =
  | { readonly kind: "world"; readonly world: World }
  | { readonly kind: "export"; readonly objects: number };

/**
 * Encodes a world as a `.kubepad` file: gzipped CBOR of `{format, version, objects, history, settings, ...}`. Objects
 * are JSON texts, which keep all numbers.
 */
export async function writeKubepadFile({ objects, history = [], ...parts }: World): Promise<Uint8Array<ArrayBuffer>> {
  const [{ gzipSync }, { Encoder }] = await Promise.all([import("fflate"), import("cbor-x/index-no-eval")]);
  const content = {
    format,
    version,
    objects: objects.map(textOf),
    ...(history.length > 0 && { history: history.map(textOf) }),
    ...(Object.keys(parts).length > 0 && { parts: encodeJson(writeParts(parts)) }),
  };
  return new Uint8Array(gzipSync(new Encoder({ useRecords: false, variableMapSize: true }).encode(content)));
}

const textOf = (object: KubeObject): string => encodeJson(asJson(object));

/** Reports whether bytes may be a `.kubepad` file: they are gzipped. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Decodes a `.kubepad` file. Rejects with an UnreadableWorldError for other files and newer versions. */
export async function readKubepadFile(bytes: Uint8Array): Promise<KubepadFile> {
  const content = await unpack(bytes);
  if (!isRecord(content)) throw notOurs();
  if (exportFormat.test(String(content["format"])))
    return { kind: "export", objects: Array.isArray(content["objects"]) ? content["objects"].length : 0 };
  if (content["format"] !== format) throw notOurs();
  const found = content["version"];
  if (typeof found === "number" && found > version)
    throw new UnreadableWorldError(
      `This file has version ${found} of the format; this version of Kubepad reads version ${version}.`,
    );
  if (found !== version) throw notOurs();
  return { kind: "world", world: worldOf(content) };
}

const notOurs = (cause?: unknown): UnreadableWorldError =>
  new UnreadableWorldError("This is not a file that Kubepad wrote.", { cause });

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

function worldOf({ objects, history = [], parts }: Readonly<Record<string, unknown>>): World {
  if (!Array.isArray(objects) || !Array.isArray(history)) throw notOurs();
  const others = parts === undefined ? {} : jsonOf(parts);
  return {
    objects: objects.map(objectOf),
    ...(history.length > 0 && { history: history.map(objectOf) }),
    ...readParts(isRecord(others) ? others : {}),
  };
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

function objectOf(text: unknown): KubeObject {
  const object = readObject(jsonOf(text));
  if (object === undefined)
    throw new UnreadableWorldError("This file contains something that is not a Kubernetes object.");
  return object;
}
