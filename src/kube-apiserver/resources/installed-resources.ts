import type { InstalledResource } from "../../apiserver/endpoints/routes/resource-table.ts";

/** The built-in resources of a server by plural name; the first of a name stands for all its versions. */
export class InstalledResources {
  readonly #all: InstalledResource[] = [];
  readonly #byName = new Map<string, InstalledResource>();

  add(installed: InstalledResource): void {
    const { resource } = installed.scope.definition;
    this.#all.push(installed);
    if (!this.#byName.has(resource)) this.#byName.set(resource, installed);
  }

  /** In the order in which they were added. */
  all(): readonly InstalledResource[] {
    return this.#all;
  }

  /** Throws where none is installed under the name. */
  named(resource: string): InstalledResource {
    const installed = this.#byName.get(resource);
    if (installed === undefined) throw new Error(`no resource ${resource} is installed`);
    return installed;
  }
}
