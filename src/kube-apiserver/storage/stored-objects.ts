import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Storage } from "../../apiserver/storage/interface.ts";
import type { InstalledResource, ResourceTable } from "../../apiserver/endpoints/routes/resource-table.ts";

/**
 * Built-in resources and their objects by plural name, looked up at once: for the server's own decisions. Namespaces do
 * not matter for cluster-scoped ones.
 */
export interface StoredObjects<S> {
  installed(resource: string): InstalledResource | undefined;
  /** The storage of a resource, which must be installed. */
  storage(resource: string): S;
  keyOf(resource: string, namespace: string, name: string): string;
  has(resource: string, namespace: string, name: string): boolean;
  /** The newest committed object. */
  find(resource: string, namespace: string, name: string): KubeObject | undefined;
}

/** Looks objects up in the storages of a table, by the prefix of their keys. */
export function createStoredObjects<S extends Pick<Storage<KubeObject>, "peek">>(
  table: () => ResourceTable,
  storages: ReadonlyMap<string, S>,
): StoredObjects<S> {
  const byName = new Map<string, InstalledResource>();
  const installed = (resource: string): InstalledResource | undefined => {
    if (byName.size === 0)
      for (const one of table().all())
        if (!byName.has(one.scope.definition.resource)) byName.set(one.scope.definition.resource, one);
    return byName.get(resource);
  };
  const prefixOf = (resource: string): string =>
    `/registry/${installed(resource)?.scope.definition.storagePrefix ?? resource}/`;
  const keyOf = (resource: string, namespace: string, name: string): string =>
    `${prefixOf(resource)}${installed(resource)?.scope.definition.namespaced === true ? `${namespace}/` : ""}${name}`;
  const peek = (resource: string, namespace: string, name: string) =>
    storages.get(prefixOf(resource))?.peek(keyOf(resource, namespace, name));
  return {
    installed,
    keyOf,
    storage(resource) {
      const found = storages.get(prefixOf(resource));
      if (found === undefined) throw new Error(`${resource} are not installed`);
      return found;
    },
    has: (resource, namespace, name) => peek(resource, namespace, name) !== undefined,
    find: (resource, namespace, name) => peek(resource, namespace, name)?.object,
  };
}
