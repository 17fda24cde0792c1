import { isRecord } from "../apimachinery/is-record.ts";
import { pushAll } from "../apimachinery/long-lists.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { groupBy } from "../apimachinery/group-by.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ServerInspector } from "../client/inspector.ts";
import { createPacer } from "../component-base/piece-file.ts";
import type { StoredVersion, WorldFileOptions } from "../component-base/world-file.ts";
import { isSecret } from "./companions.ts";
import type { WorldHistory } from "./world.ts";

/** What of a server's history is taken. `objects` are as `listObjects` returns them. */
export interface VersionChoice {
  readonly objects: readonly KubeObject[];
  /** Whether the versions of all other objects are taken too, but for Secrets, or Secrets included. */
  readonly all: boolean;
  readonly secrets?: boolean;
  /** What was written after this revision is left out; the newest one by default. */
  readonly upTo?: number | undefined;
}

/** What choosing the versions of a key takes, as characters of a text that is read. */
const charactersPerKey = 500;

/** Where the store keeps Secrets. */
const secretsPrefix = "/registry/secrets/";

/**
 * Returns the versions that a server retains of chosen objects, or of all, perhaps those up to a revision. Rejects with
 * a sentence if that is compacted. References to owners that do not come along are dropped, since the garbage collector
 * would delete the object.
 */
export async function collectVersions(
  inspect: Pick<ServerInspector, "versions">,
  choice: VersionChoice,
  { signal, onProgress }: WorldFileOptions = {},
): Promise<WorldHistory> {
  const chosen = new ChosenKeys(choice);
  const pause = createPacer();
  const versions: StoredVersion[] = [];
  let { upTo } = choice;
  let after: string | undefined;
  let [compacted, seen] = [0, 0];
  do {
    const portion = await inspect.versions({ after, upTo });
    signal?.throwIfAborted();
    upTo ??= portion.revision;
    compacted = Math.max(compacted, portion.compacted);
    if (compacted > upTo)
      throw new Error(`The state of revision ${upTo} is compacted; history begins at ${compacted}.`);
    for (const key of keysIn(portion.versions)) {
      seen++;
      pushAll(versions, chosen.of(key));
      await pause(charactersPerKey);
    }
    onProgress?.({ done: Math.min(seen, portion.keys), total: portion.keys });
    after = portion.next;
  } while (after !== undefined);
  return { compacted, versions };
}

/** Yields the versions of each key, which follow each other. */
function* keysIn(versions: readonly StoredVersion[]): Generator<readonly StoredVersion[]> {
  for (let from = 0; from < versions.length;) {
    const key = versions[from]?.key;
    let to = from + 1;
    while (versions[to]?.key === key) to++;
    yield versions.slice(from, to);
    from = to;
  }
}

class ChosenKeys {
  readonly #all: boolean;
  readonly #secrets: boolean;
  readonly #objects: ReadonlyMap<string, readonly KubeObject[]>;
  readonly #uids: ReadonlySet<string>;

  constructor({ objects, all, secrets = false }: VersionChoice) {
    this.#all = all;
    this.#secrets = secrets;
    this.#objects = byPlace(objects);
    this.#uids = new Set(objects.map(({ metadata }) => metadata.uid ?? ""));
  }

  /** Returns what is taken of the versions of a key. */
  of(versions: readonly StoredVersion[]): readonly StoredVersion[] {
    const [first] = versions;
    if (first === undefined) return [];
    if (this.#all && (this.#secrets || !first.key.startsWith(secretsPrefix))) return versions;
    const object = objectAt(this.#objects, versions);
    if (object === undefined || (this.#all && !isSecret(object))) return [];
    const begin = versions.findIndex(({ text }) => isOf(text, object)); // others of the same name came before it
    return versions.slice(begin).map((version) => this.#withKnownOwners(version));
  }

  #withKnownOwners(version: StoredVersion): StoredVersion {
    const { text } = version;
    if (this.#all || text?.includes('"ownerReferences"') !== true) return version;
    const value = decodeJson(`{${text}`); // the store leaves out the brace in front
    if (!isRecord(value) || !isRecord(value["metadata"]) || !Array.isArray(value["metadata"]["ownerReferences"]))
      return version;
    const { ownerReferences, ...metadata } = value["metadata"] as JsonObject;
    const known = (ownerReferences as readonly JsonValue[]).filter(
      (owner) => isRecord(owner) && this.#uids.has(String(owner["uid"])),
    );
    const kept = { ...metadata, ...(known.length > 0 && { ownerReferences: known }) };
    return { ...version, text: encodeJson({ ...(value as JsonObject), metadata: kept }).slice(1) };
  }
}

const placeOf = ({ metadata: { namespace, name = "" } }: KubeObject): string =>
  namespace === undefined ? name : `${namespace}/${name}`;

/** Groups objects by how the keys of their versions end. */
export const byPlace = (objects: readonly KubeObject[]): ReadonlyMap<string, readonly KubeObject[]> =>
  groupBy(objects, placeOf);

const isOf = (text: string | null, { metadata: { uid } }: KubeObject): boolean =>
  text !== null && uid !== undefined && text.includes(`"uid":"${uid}"`);

/** Returns the object whose versions are those of one key; undefined if it is none of them. */
export function objectAt(
  objects: ReadonlyMap<string, readonly KubeObject[]>,
  versions: readonly StoredVersion[],
): KubeObject | undefined {
  const [{ key } = { key: "" }] = versions;
  const parts = key.split("/");
  const last = versions.findLast(({ text }) => text !== null)?.text ?? null;
  for (const place of [parts.slice(-2).join("/"), parts.slice(-1).join("/")]) {
    const found = objects.get(place)?.find((object) => isOf(last, object));
    if (found !== undefined) return found;
  }
  return undefined;
}
