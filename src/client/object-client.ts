import { nextTask } from "../component-base/event-loop.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { type Client, isGone } from "./client.ts";
import { discover, findResource, type ServedResource } from "./discovery.ts";
import { established } from "./established.ts";
import { followSignal } from "./follow-signal.ts";

/** Identifies an object by its kind and name, as a manifest does. Objects of typed clients satisfy it. */
export interface ObjectReference {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
}

/** An object to create: a manifest, or an object of a typed client. */
export interface ApiObject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: ObjectReference["metadata"] & { readonly generateName?: string | undefined };
}

/** A resource and the namespace in which an object of a kind is. */
export interface MappedResource extends ServedResource {
  /** "" for resources without namespaces. */
  readonly namespace: string;
}

/** How often kinds are asked for whose extension server has not been asked for them yet. */
const mostQuestions = 100;

/**
 * A client for objects of any kind: finds their resources by apiVersion and kind, as kubectl does (meta.RESTMapper).
 * Objects without a namespace are in `default`. Custom resources are found once their CustomResourceDefinition is
 * established.
 */
export class ObjectClient {
  readonly #client: Client;
  #resources: readonly ServedResource[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the resource of an object; rejects with kubectl's message if its kind is not served. */
  async resourceOf(reference: ObjectReference): Promise<MappedResource> {
    const { apiVersion = "", kind = "", metadata } = reference;
    const find = (): ServedResource | undefined => findResource(this.#resources, { apiVersion, kind, metadata: {} });
    for (let asked = 0, isStale = true; find() === undefined && isStale && asked < mostQuestions; asked++) {
      if (asked > 0) await nextTask();
      const { resources, failures } = await discover(this.#client);
      this.#resources = resources;
      isStale = failures.some(({ groupVersion }) => groupVersion === apiVersion);
    }
    const resource = find();
    if (resource === undefined) throw new Error(`no matches for kind "${kind}" in version "${apiVersion}"`);
    return { ...resource, namespace: resource.namespaced ? (metadata?.namespace ?? "default") : "" };
  }

  /** Creates an object. A CustomResourceDefinition is waited for until its resources are served. */
  async create(object: ApiObject): Promise<KubeObject> {
    const resource = await this.resourceOf(object);
    const created = await this.#client.create(resource, object as KubeObject);
    if (resource.resource === "customresourcedefinitions") await established(this.#client, resource, created);
    return created;
  }

  async get(reference: ObjectReference): Promise<KubeObject> {
    return this.#client.get(await this.resourceOf(reference), reference.metadata?.name ?? "");
  }

  /** Lists the objects of a kind in all namespaces. */
  async list(reference: ObjectReference): Promise<readonly KubeObject[]> {
    const resource = await this.resourceOf(reference);
    return (await this.#client.list({ ...resource, namespace: "" })).items;
  }

  async delete(reference: ObjectReference): Promise<void> {
    await this.#client.delete(await this.resourceOf(reference), reference.metadata?.name ?? "");
  }

  /**
   * Yields the object as it is and after every change, undefined while it does not exist. Without a name, yields the
   * objects of the kind in the namespace.
   */
  async *changes(reference: ObjectReference, signal: AbortSignal): AsyncGenerator<KubeObject | undefined> {
    const resource = await this.resourceOf(reference);
    const name = reference.metadata?.name;
    const selection = name === undefined ? {} : { fieldSelector: `metadata.name=${name}` };
    const ending = followSignal(signal);
    try {
      while (!ending.signal.aborted) {
        const { items, resourceVersion } = await this.#client.list(resource, selection, ending.signal);
        yield* items.length === 0 ? [undefined] : items.map((item) => ({ ...typeOf(reference), ...item }));
        yield* this.#watched(resource, { ...selection, resourceVersion }, ending.signal);
      }
    } finally {
      ending.abort();
    }
  }

  /** Yields changes until the server ends the watch. */
  async *#watched(
    resource: MappedResource,
    selection: { readonly fieldSelector?: string; readonly resourceVersion: string },
    signal: AbortSignal,
  ): AsyncGenerator<KubeObject | undefined> {
    try {
      for await (const { type, object } of this.#client.watch(resource, selection, signal))
        yield type === "DELETED" ? undefined : object;
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

/** The items of a list have no type of their own. */
const typeOf = ({ apiVersion, kind }: ObjectReference) => ({
  ...(apiVersion !== undefined && { apiVersion }),
  ...(kind !== undefined && { kind }),
});
