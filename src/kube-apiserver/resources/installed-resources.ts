import type { InstalledResource } from "../../apiserver/endpoints/routes/resource-table.ts";

/**
 * The built-in resources of a server by plural name; the resource that was added first represents all versions
 * of the name.
 */
export class InstalledResources {
  readonly #all: InstalledResource[] = [];
  readonly #byName = new Map<string, InstalledResource>();

  add(installed: InstalledResource): void {
    const { resource } = installed.resource;
    this.#all.push(installed);
    if (!this.#byName.has(resource)) this.#byName.set(resource, installed);
  }

  /** Returns all resources in the order in which they were added. */
  all(): readonly InstalledResource[] {
    return this.#all;
  }

  /** Returns the resource with a name; throws if none is installed. */
  named(resource: string): InstalledResource {
    const installed = this.#byName.get(resource);
    if (installed === undefined) throw new Error(`no resource ${resource} is installed`);
    return installed;
  }
}
