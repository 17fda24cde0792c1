import { messageOf } from "../apimachinery/message-of.ts";
import { isAlreadyExists, StatusError } from "../apimachinery/errors.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject, type OwnerReference } from "../apimachinery/meta.ts";
import { answerText } from "../client/answer-text.ts";
import { Client, isConflict, isNotFound, type ClientOptions } from "../client/client.ts";
import { discover, findResource, type ServedResource } from "../client/discovery.ts";
import { established } from "../client/established.ts";
import { resourcePath, withQuery, type ResourceTarget } from "../client/resource-path.ts";
import { inCreationOrder, isPrerequisite } from "./object-order.ts";
import { asWritten, identityOf } from "./server-fields.ts";
import type { World } from "./world.ts";

/** What became of an object: `unchanged` and `left` existed before, with the same or with other content. */
export type Outcome = "created" | "unchanged" | "replaced" | "left" | "failed";

/** The content that an object has, and the one that it would have, as users write them. */
export interface ContentChange {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

export interface ObjectReport {
  readonly object: KubeObject;
  readonly outcome: Outcome;
  /** What replacing an object changes that exists with other content, where that is foreseen. */
  readonly change?: ContentChange;
  /** The server's message for an object that it rejected. */
  readonly message?: string;
}

type Existing = "leave" | "replace";

export interface CreateOptions {
  /** What to do with objects that exist with other content, all or each. Defaults to `leave`. */
  readonly existing?: Existing | ((object: KubeObject) => Existing);
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

const atOnce = 8;
const encoder = new TextEncoder();

/**
 * Creates objects on a server with their ownership, status and references to owners among them: namespaces and
 * definitions first, owners before what they own. A rejected object does not prevent the others; the reports are in the
 * order of creation.
 */
export async function createObjects(
  options: ClientOptions,
  objects: readonly KubeObject[],
  { existing = "leave", signal, onProgress }: CreateOptions = {},
): Promise<readonly ObjectReport[]> {
  const creation = new Creation(options, existing, signal);
  const reports: ObjectReport[] = [];
  for (const batch of batchesOf(objects)) {
    for (let at = 0; at < batch.length; at += atOnce) {
      signal?.throwIfAborted();
      reports.push(...(await Promise.all(batch.slice(at, at + atOnce).map((object) => creation.create(object)))));
      onProgress?.({ done: reports.length, total: objects.length });
    }
  }
  return reports;
}

/**
 * Writes the objects of a world to a new server, with their history if there is one: each earlier state is written in
 * its turn, before the last.
 */
export async function loadWorld(
  options: ClientOptions,
  { objects, history = [] }: Pick<World, "objects" | "history">,
  { signal, onProgress }: Pick<CreateOptions, "signal" | "onProgress"> = {},
): Promise<readonly ObjectReport[]> {
  const total = objects.length + history.length;
  const changed = new Set(history.map(identityOf));
  await createObjects(
    options,
    objects.filter((object) => isPrerequisite(object) && !changed.has(identityOf(object))),
    {
      signal,
    },
  );
  const creation = new Creation(options, "replace", signal);
  for (const [done, state] of history.entries()) {
    signal?.throwIfAborted();
    await creation.create(state);
    onProgress?.({ done, total });
  }
  return createObjects(options, objects, {
    existing: history.length === 0 ? "leave" : "replace",
    signal,
    onProgress: ({ done }) => onProgress?.({ done: history.length + done, total }),
  });
}

/** Reports what `createObjects` would do, without changing anything. */
export async function foreseeObjects(
  options: ClientOptions,
  objects: readonly KubeObject[],
  { existing = "leave", signal }: Pick<CreateOptions, "existing" | "signal"> = {},
): Promise<readonly ObjectReport[]> {
  const creation = new Creation(options, existing, signal);
  const reports: ObjectReport[] = [];
  for (let at = 0; at < objects.length; at += atOnce)
    reports.push(...(await Promise.all(objects.slice(at, at + atOnce).map((object) => creation.foresee(object)))));
  return reports;
}

/** Groups objects so that those of a batch do not need each other. */
function* batchesOf(objects: readonly KubeObject[]): Generator<readonly KubeObject[]> {
  const ordered = inCreationOrder(objects);
  for (const object of ordered) if (isPrerequisite(object)) yield [object];
  let waiting = ordered.filter((object) => !isPrerequisite(object));
  while (waiting.length > 0) {
    const pending = new Map(waiting.map((object) => [object.metadata.uid, object]));
    const owners = ({ metadata }: KubeObject): readonly KubeObject[] =>
      (metadata.ownerReferences ?? []).flatMap(({ uid }) => (uid === metadata.uid ? [] : (pending.get(uid) ?? [])));
    const free = waiting.filter((object) => owners(object).length === 0);
    const batch = new Set(free.length > 0 ? free : waiting.slice(0, 1).map((first) => oneOfCircle(first, owners)));
    yield [...batch];
    waiting = waiting.filter((object) => !batch.has(object));
  }
}

/** Returns an object of the circle that the owners of an object lead into. */
function oneOfCircle(object: KubeObject, owners: (object: KubeObject) => readonly KubeObject[]): KubeObject {
  const seen = new Set<KubeObject>();
  let at = object;
  while (!seen.has(at)) {
    seen.add(at);
    at = owners(at)[0] ?? at;
  }
  return at;
}

/** Writes the objects of one world to one server. */
class Creation {
  readonly #client: Client;
  readonly #existing: (object: KubeObject) => Existing;
  readonly #signal: AbortSignal | undefined;
  /** The new uids of objects by their uids in the source. */
  readonly #uids = new Map<string, string>();
  #resources: Promise<readonly ServedResource[]> | undefined;

  constructor(
    options: ClientOptions,
    existing: NonNullable<CreateOptions["existing"]>,
    signal: AbortSignal | undefined,
  ) {
    this.#client = new Client(options);
    this.#existing = typeof existing === "string" ? () => existing : existing;
    this.#signal = signal;
  }

  async create(object: KubeObject): Promise<ObjectReport> {
    try {
      return { object, outcome: await this.#write(object) };
    } catch (error) {
      if (this.#signal?.aborted === true) throw error;
      return { object, outcome: "failed", message: messageOf(error) };
    }
  }

  /** Reports what `create` would do, without changing anything. */
  async foresee(object: KubeObject): Promise<ObjectReport> {
    const resource = await this.#find(object);
    const live = resource && (await this.#get(targetOf(resource, object), object));
    if (resource === undefined || live === undefined) return { object, outcome: "created" };
    const change = await this.#changeOf(targetOf(resource, object), live, object, contentOf(object));
    if (change === undefined) return { object, outcome: "unchanged" };
    return { object, outcome: this.#existing(object) === "leave" ? "left" : "replaced", change };
  }

  async #write(object: KubeObject): Promise<Outcome> {
    const resource = await this.#find(object);
    // the same message as kubectl's
    if (resource === undefined)
      throw new Error(`no matches for kind "${object.kind ?? ""}" in version "${object.apiVersion ?? ""}"`);
    const target = targetOf(resource, object);
    const content = this.#withNewOwners(contentOf(object));
    const made = await this.#make(target, content);
    if (made === undefined) return this.#meet(resource, object, content);
    this.#uids.set(object.metadata.uid ?? "", made.metadata.uid ?? "");
    const written = await this.#setStatus(resource, target, made, object);
    if (resource.resource === "customresourcedefinitions") {
      await established(this.#client, resource, made, this.#signal);
      this.#resources = undefined; // it serves one more
    }
    await this.#setOwnership(target, written, object);
    return "created";
  }

  /** Creates an object; returns undefined if it exists. */
  async #make(target: ResourceTarget, content: KubeObject): Promise<KubeObject | undefined> {
    try {
      return await this.#send("POST", resourcePath(target), content);
    } catch (error) {
      if (isAlreadyExists(error)) return undefined;
      throw error;
    }
  }

  /** Handles an object that exists. */
  async #meet(resource: ServedResource, object: KubeObject, content: KubeObject): Promise<Outcome> {
    const target = targetOf(resource, object);
    const live = await this.#get(target, object);
    if (live === undefined) throw new Error(`${object.metadata.name ?? ""} was deleted meanwhile`);
    this.#uids.set(object.metadata.uid ?? "", live.metadata.uid ?? "");
    if ((await this.#changeOf(target, live, object, content)) === undefined) return "unchanged";
    if (this.#existing(object) === "leave") return "left";
    const updated = await this.#send("PUT", this.#pathOf(target, live), withRevision(content, live));
    await this.#setOwnership(target, await this.#setStatus(resource, target, updated, object), object);
    return "replaced";
  }

  /** Returns what an update would change, with defaults taken into account; undefined if that is nothing. */
  async #changeOf(
    target: ResourceTarget,
    live: KubeObject,
    object: KubeObject,
    content: KubeObject,
  ): Promise<ContentChange | undefined> {
    const before = asWritten(live);
    const updated = await this.#wouldBe(target, live, content);
    const after = asWritten(updated ?? content);
    if (!hasSameStatus(live, object)) return { before: withStatus(before, live), after: withStatus(after, object) };
    return updated !== undefined && textOf(after) === textOf(before) ? undefined : { before, after };
  }

  /** Returns what an object would be after an update; undefined if the update is rejected. */
  async #wouldBe(target: ResourceTarget, live: KubeObject, content: KubeObject): Promise<KubeObject | undefined> {
    try {
      const path = withQuery(this.#pathOf(target, live), { dryRun: "All" });
      return await this.#send("PUT", path, withRevision(content, live));
    } catch (error) {
      if (error instanceof StatusError) return undefined;
      throw error;
    }
  }

  /** Writes the status of a new object, if its resource takes one. */
  async #setStatus(
    { subresources }: ServedResource,
    target: ResourceTarget,
    made: KubeObject,
    { status }: KubeObject,
  ): Promise<KubeObject> {
    if (!isRecord(status) || !subresources.includes("status")) return made;
    return this.#send("PUT", this.#pathOf(target, made, "status"), { ...made, status });
  }

  /**
   * Sets managedFields by an update that changes nothing else, for which the server takes them as they are (upstream
   * fieldmanager's `decodeLiveOrNew`). Entries of the server's own controllers stay.
   */
  async #setOwnership(target: ResourceTarget, written: KubeObject, { metadata }: KubeObject): Promise<void> {
    const wanted = metadata.managedFields ?? [];
    if (wanted.length === 0) return;
    let live: KubeObject | undefined = written;
    for (let attempt = 1; live !== undefined; attempt++) {
      try {
        const others = (live.metadata.managedFields ?? []).filter(
          ({ subresource = "" }) => subresource !== "" && !wanted.some((entry) => entry.subresource === subresource),
        );
        const owned = { ...live, metadata: { ...live.metadata, managedFields: [...wanted, ...others] } };
        await this.#send("PUT", this.#pathOf(target, live), owned);
        return;
      } catch (error) {
        if (!isConflict(error) || attempt === mostAttempts) throw error;
        live = await this.#get(target, live); // a controller has written to it
      }
    }
  }

  /** Returns an object with references to the new uids of its owners, without owners that were not brought along. */
  #withNewOwners(object: KubeObject): KubeObject {
    const { ownerReferences, ...metadata } = object.metadata;
    if (ownerReferences === undefined) return object;
    const renewed = ownerReferences.flatMap((owner): readonly OwnerReference[] => {
      const uid = this.#uids.get(owner.uid);
      return uid === undefined ? [] : [{ ...owner, uid }];
    });
    return { ...object, metadata: { ...metadata, ...(renewed.length > 0 && { ownerReferences: renewed }) } };
  }

  async #find(object: KubeObject): Promise<ServedResource | undefined> {
    const known = findResource(await this.#discover(), object);
    if (known !== undefined) return known;
    this.#resources = undefined;
    return findResource(await this.#discover(), object);
  }

  #discover(): Promise<readonly ServedResource[]> {
    this.#resources ??= discover(this.#client, this.#signal).then(({ resources }) => resources);
    return this.#resources;
  }

  async #get(target: ResourceTarget, { metadata }: KubeObject): Promise<KubeObject | undefined> {
    try {
      return await this.#send("GET", resourcePath(target, metadata.name ?? ""));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #pathOf(target: ResourceTarget, { metadata }: KubeObject, subresource?: string): string {
    return resourcePath(target, metadata.name ?? "", subresource);
  }

  async #send(method: string, path: string, object?: KubeObject): Promise<KubeObject> {
    const body = object === undefined ? undefined : encoder.encode(textOf(object));
    const answer = await this.#client.request(method, path, body, { signal: this.#signal });
    return asKubeObject(decodeJson(await answerText(answer.body)));
  }
}

/** An object without a status does not ask for one. */
const hasSameStatus = (live: KubeObject, { status }: KubeObject): boolean =>
  !isRecord(status) || encodeJson(status as JsonObject) === encodeJson((live["status"] ?? null) as JsonValue);

const withStatus = (object: KubeObject, { status }: KubeObject): KubeObject => ({
  ...object,
  ...(status !== undefined && { status }),
});

const mostAttempts = 5;

const textOf = (object: KubeObject): string => encodeJson(asJson(object));

const targetOf = (resource: ServedResource, { metadata }: KubeObject): ResourceTarget => ({
  ...resource,
  namespace: resource.namespaced ? (metadata.namespace ?? "default") : "",
});

/** Returns what a client may write: an object without status, ownership and uid. */
function contentOf({ metadata, status: _status, ...content }: KubeObject): KubeObject {
  const { managedFields: _managed, uid: _uid, ...written } = metadata;
  return { ...content, metadata: written };
}

const withRevision = (content: KubeObject, { metadata }: KubeObject): KubeObject => ({
  ...content,
  metadata: {
    ...content.metadata,
    ...(metadata.resourceVersion !== undefined && { resourceVersion: metadata.resourceVersion }),
  },
});
