import { pushAll } from "../apimachinery/long-lists.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import type { JsonObject } from "../apimachinery/json/value.ts";
import { asKubeObject, type KubeObject } from "../apimachinery/meta.ts";
import { answerText } from "../client/answer-text.ts";
import { isForbidden } from "../apimachinery/errors.ts";
import { Client, isMethodNotSupported, isNotFound, type ClientOptions } from "../client/client.ts";
import { discover, preferred, supports, type ServedResource } from "../client/discovery.ts";
import { createPacer } from "../component-base/piece-file.ts";
import { resourcePath, withQuery } from "../client/resource-path.ts";
import { definedGroupKind, groupKindOf, isBootstrapObject, ownerUids, withoutServerFields } from "./server-fields.ts";

/** Whether the objects of a resource are taken: events, which controllers make by themselves, only if asked for. */
const isTaken = ({ group, resource }: ServedResource, events: boolean): boolean =>
  resource !== "events" || (events && group === ""); // the same events are served in two groups

const pageSize = 500;

export interface CollectOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of objects found so far. */
  readonly onProgress?: (found: number) => void;
  /** Whether events are listed too. */
  readonly events?: boolean;
  /** The revision at which objects are listed; the newest by default. Rejects with a 410 if it is compacted. */
  readonly revision?: number;
}

/**
 * Lists all objects of a server with their ownership, except for those that every server creates by itself, and events.
 * The fields that a server sets are still there (`sharedObjects`).
 */
export async function listObjects(
  options: ClientOptions,
  { signal, onProgress, events = false, revision }: CollectOptions = {},
): Promise<readonly KubeObject[]> {
  const client = new Client(options);
  const { resources } = await discover(client, signal);
  const found: KubeObject[] = [];
  for (const resource of preferred(resources)) {
    if (!supports(resource, "list", "create") || !isTaken(resource, events)) continue;
    for await (const objects of pagesOf(client, resource, { signal, revision })) {
      pushAll(
        found,
        objects.filter((object) => !isBootstrapObject(object)),
      );
      onProgress?.(found.length);
    }
  }
  return found;
}

const exact = { resourceVersionMatch: "Exact" };

/** Yields the pages of a list with exact numbers. What the user may not list, or is no longer served, has none. */
async function* pagesOf(
  client: Client,
  resource: ServedResource,
  { signal, revision }: { readonly signal: AbortSignal | undefined; readonly revision: number | undefined },
): AsyncGenerator<readonly KubeObject[]> {
  const apiVersion = resource.group === "" ? resource.version : `${resource.group}/${resource.version}`;
  let token: string | undefined;
  do {
    const at = token === undefined && revision !== undefined && { resourceVersion: String(revision), ...exact };
    const path = withQuery(resourcePath(resource), { limit: pageSize, continue: token, ...at });
    const list = await readList(client, path, signal);
    const items = Array.isArray(list?.["items"]) ? list["items"] : [];
    yield items.map((item: JsonObject) => asKubeObject({ ...item, apiVersion, kind: resource.kind }));
    const metadata: unknown = list?.["metadata"];
    const next: unknown = isRecord(metadata) ? metadata["continue"] : undefined;
    token = typeof next === "string" && next !== "" ? next : undefined;
  } while (token !== undefined);
}

async function readList(
  client: Client,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const list = decodeJson(await answerText((await client.request("GET", path, undefined, { signal })).body));
    return isRecord(list) ? list : undefined;
  } catch (error) {
    if (isNotFound(error) || isMethodNotSupported(error) || isForbidden(error)) return undefined;
    throw error;
  }
}

/** Reports whether simulated nodes define the kind. It is shared where there are objects of it. */
const isControllersDefinition = (object: KubeObject): boolean =>
  definedGroupKind(object)?.endsWith(".simulation.kubepad.dev") === true;

/** Returns objects ready to be shared: without fields of the server, and with references to owners among them. */
export function sharedObjects(objects: readonly KubeObject[]): readonly KubeObject[] {
  const { wanted, uids } = toShare(objects);
  return wanted.map((object) => withoutServerFields(object, uids));
}

/** About what an object has. */
const usualCharacters = 1000;

/** Returns the same as `sharedObjects`, in slices. */
export async function sharedInSlices(objects: readonly KubeObject[]): Promise<readonly KubeObject[]> {
  const { wanted, uids } = toShare(objects);
  const pause = createPacer();
  const shared: KubeObject[] = [];
  for (const object of wanted) {
    shared.push(withoutServerFields(object, uids));
    await pause(usualCharacters);
  }
  return shared;
}

function toShare(objects: readonly KubeObject[]) {
  const kinds = new Set(objects.map(groupKindOf));
  const wanted = objects.filter(
    (object) => !isControllersDefinition(object) || kinds.has(definedGroupKind(object) ?? ""),
  );
  return { wanted, uids: ownerUids(wanted) };
}
