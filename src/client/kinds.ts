import type { Client } from "./client.ts";
import { discover, preferred, type ServedResource } from "./discovery.ts";
import type { ResourceTarget } from "./resource-path.ts";

/** The resources of kinds, as discovery has them; read anew for a kind that is unknown (meta.RESTMapper). */
export class Kinds {
  readonly #client: Client;
  #known: readonly ServedResource[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the resources of a kind in their preferred versions. Rejects with upstream's NoKindMatchError. */
  async mappings(group: string, kind: string, signal: AbortSignal): Promise<readonly ResourceTarget[]> {
    const served = await this.#find((one) => one.group === group && one.kind === kind, signal);
    if (served.length > 0) return served;
    throw new Error(`no matches for kind "${kind}" in group "${group}"`);
  }

  /** Returns a resource by its plural name in its preferred version; undefined if it is not served. */
  async resource(group: string, resource: string, signal?: AbortSignal): Promise<ServedResource | undefined> {
    return (await this.#find((one) => one.group === group && one.resource === resource, signal))[0];
  }

  async #find(isMeant: (one: ServedResource) => boolean, signal?: AbortSignal): Promise<readonly ServedResource[]> {
    const known = this.#known.filter(isMeant);
    if (known.length > 0) return known;
    this.#known = preferred((await discover(this.#client, signal)).resources);
    return this.#known.filter(isMeant);
  }
}

export const groupOf = (apiVersion: string): string => apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));
