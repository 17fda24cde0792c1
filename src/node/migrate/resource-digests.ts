import { createHash } from "node:crypto";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { asJson } from "../../apimachinery/meta.ts";
import { parseStored } from "../../apiserver/codec/json/typed-codec.ts";
import type { BackendObject } from "../../apiserver/storage/backend/backend.ts";
import { keyOrder } from "../../apiserver/storage/backend/replay.ts";
import { createResourceOfKey } from "../../kube-apiserver/encryption/resource-of-key.ts";

/** How many objects of a resource there are, and a hash of their keys and contents without revisions. */
export interface ResourceDigest {
  readonly objects: number;
  readonly hash: string;
}

export type ResourceDigests = ReadonlyMap<string, ResourceDigest>;

/** Tells objects of the API from the keys that a server has for itself. */
const isObjectKey = (key: string): boolean => key.startsWith("/registry/");

/**
 * Returns the digests of objects by resource. They do not depend on the order of members, since each storage has its
 * own. `onRead` is called with each object after its text has been read.
 */
export function digestsOf(
  objects: readonly BackendObject[],
  onRead: (object: BackendObject) => void = () => undefined,
): ResourceDigests {
  const resourceOf = createResourceOfKey();
  const running = new Map<string, { objects: number; readonly hash: ReturnType<typeof createHash> }>();
  for (const object of objects.toSorted(keyOrder)) {
    const name = nameOf(resourceOf(object.key), object.key);
    const digest = running.get(name) ?? { objects: 0, hash: createHash("sha256") };
    running.set(name, digest);
    digest.objects++;
    digest.hash.update(`${object.key}\0${contentOf(object)}\n`);
    onRead(object);
  }
  return new Map(
    [...running].map(([name, { objects: count, hash }]) => [name, { objects: count, hash: hash.digest("hex") }]),
  );
}

function nameOf(resource: ReturnType<ReturnType<typeof createResourceOfKey>>, key: string): string {
  if (!isObjectKey(key)) return "keys of the server";
  if (resource === undefined) return key.split("/")[2] ?? "";
  return resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
}

/**
 * Returns the content of an object without its revision, with its members in the order of their names. Throws if it
 * cannot be read.
 */
export function contentOf({ key, text }: BackendObject): string {
  if (!isObjectKey(key)) return text;
  const object = parseStored(`{${text}`);
  const metadata = { ...object.metadata, resourceVersion: "" };
  return encodeJson(asJson({ ...object, metadata }));
}

/** Tells two digests of all resources apart. */
export const differences = (source: ResourceDigests, target: ResourceDigests): readonly string[] =>
  [...new Set([...source.keys(), ...target.keys()])].filter(
    (name) => source.get(name)?.hash !== target.get(name)?.hash,
  );

const shownDigits = 16;

/** Returns the lines of a table of what was in the source, and of what is in the target where that differs. */
export function digestTable(source: ResourceDigests, target: ResourceDigests): readonly string[] {
  const differing = new Set(differences(source, target));
  const cells = (digest: ResourceDigest | undefined): readonly string[] => [
    String(digest?.objects ?? 0),
    digest?.hash.slice(0, shownDigits) ?? "-",
  ];
  const rows = [...new Set([...source.keys(), ...target.keys()])].sort().map((name) => {
    const other = differing.has(name) ? ` differs: ${cells(target.get(name)).join(" ")}` : "equal";
    return [name, ...cells(source.get(name)), other.trim()];
  });
  const all = [["RESOURCE", "OBJECTS", "SHA-256", "TARGET"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
