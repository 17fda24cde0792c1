import type { Client } from "../../client/client.ts";
import { discover, preferred, type ServedResource } from "../../client/discovery.ts";
import { type ResourceTarget, resourcePath } from "../../client/resource-path.ts";

/** The resources of kinds, as discovery has them; read anew for a kind that is unknown (meta.RESTMapper). */
export class Kinds {
  readonly #client: Client;
  #known: readonly ServedResource[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the resources of a kind in their preferred versions. Rejects with upstream's NoKindMatchError. */
  async mappings(group: string, kind: string, signal: AbortSignal): Promise<readonly ResourceTarget[]> {
    const served = await this.#find(group, kind, signal);
    if (served.length > 0) return served;
    throw new Error(`no matches for kind "${kind}" in group "${group}"`);
  }

  /** Returns the path of a kind's objects in a namespace; undefined if there is no such kind. */
  async collectionOf(
    apiVersion: string,
    kind: string,
    namespace: string,
    signal: AbortSignal,
  ): Promise<{ readonly path: string } | undefined> {
    const [resource] = await this.#find(groupOf(apiVersion), kind, signal);
    if (resource === undefined) return undefined;
    return { path: resourcePath(resource.namespaced ? { ...resource, namespace } : resource) };
  }

  async #find(group: string, kind: string, signal: AbortSignal): Promise<readonly ServedResource[]> {
    const find = () => this.#known.filter((one) => one.group === group && one.kind === kind);
    if (find().length === 0) this.#known = preferred((await discover(this.#client, signal)).resources);
    return find();
  }
}

export const groupOf = (apiVersion: string): string => apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));
