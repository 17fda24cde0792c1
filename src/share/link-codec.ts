import { base64UrlOfBytes, bytesOfBase64Url } from "../apimachinery/base64.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { inflateWithin, TooLargeError } from "../component-base/bounded-inflate.ts";
import { checkDepth, compactObject, expandObject, readParts, writeParts } from "./read-world.ts";
import { UnreadableWorldError, type World } from "./world.ts";

/** The longest link that is offered; more belongs into a file. */
export const longestLink = 8 * 1024;

/** Longer texts are not read at all. */
const longestRead = 256 * 1024;
const largestContent = 8_000_000;

/**
 * Dictionaries by version. A version is the first character of a link, so the text of a dictionary that has been
 * released never changes (link-codec.test.ts holds their hashes).
 */
const dictionaries: Readonly<Record<string, () => Promise<string>>> = {
  "1": async () => (await import("./dictionaries/version-1.ts")).dictionary,
};
const newest = "1";

/** Encodes a world as the text of a link: a version, and compressed JSON in base64url. History is left out. */
export async function encodeLink({ objects, ...parts }: World): Promise<string> {
  const { deflateSync } = await import("fflate");
  const content = encodeJson({
    ...(objects.length > 0 && { objects: objects.map(compactObject) }),
    ...writeParts(parts),
  });
  const dictionary = await dictionaryOf(newest);
  const packed = deflateSync(new TextEncoder().encode(content), { level: 9, mem: 12, dictionary });
  return newest + base64UrlOfBytes(packed);
}

/** Decodes the text of a link. Rejects with an UnreadableWorldError for texts of other or newer versions. */
export async function decodeLink(text: string): Promise<World> {
  if (text.length > longestRead)
    throw new UnreadableWorldError(`This link is longer than ${longestRead / 1024} KB, which Kubepad does not read.`);
  const version = text.slice(0, 1);
  if (!Object.hasOwn(dictionaries, version)) throw otherVersion(version);
  const content = await unpack(text.slice(1), version);
  if (!isRecord(content)) throw new UnreadableWorldError("This link does not contain anything that Kubepad knows.");
  const { objects = [], ...parts } = content;
  if (!Array.isArray(objects)) throw notObjects();
  return { objects: objects.map((value: JsonValue) => expandObject(value) ?? fail()), ...readParts(parts) };
}

const fail = (): never => {
  throw notObjects();
};

const notObjects = (): UnreadableWorldError =>
  new UnreadableWorldError("This link contains something that is not a Kubernetes object.");

const otherVersion = (version: string): UnreadableWorldError =>
  new UnreadableWorldError(
    /^[2-9]$/.test(version)
      ? `This link has version ${version} of the format; this version of Kubepad reads version ${newest}.`
      : "This is not a link that Kubepad wrote.",
  );

async function unpack(packed: string, version: string): Promise<JsonValue> {
  const content = await decode(packed, version);
  checkDepth(content);
  return content;
}

async function decode(packed: string, version: string): Promise<JsonValue> {
  try {
    const bytes = await inflateWithin(bytesOfBase64Url(packed), largestContent, await dictionaryOf(version));
    return decodeJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof TooLargeError)
      throw new UnreadableWorldError(`This link is refused: ${cause.message}.`, { cause });
    throw new UnreadableWorldError("This link is damaged or incomplete.", { cause });
  }
}

const dictionaryOf = async (version: string): Promise<Uint8Array> =>
  new TextEncoder().encode(await (dictionaries[version] ?? (() => Promise.resolve("")))());
