import type { KubeObject } from "../../apimachinery/meta.ts";
import type { DeleteOptions } from "../../apiserver/registry/delete-options.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { Identity } from "../../apiserver/request/identity.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { InstalledResources } from "./installed-resources.ts";
import { wholeList } from "../../apiserver/registry/selection.ts";

const nothing = (): void => undefined;

/**
 * Gives subresources and virtual kinds access to other built-in resources by plural name, with the identity of
 * the server.
 */
export function createRegistryAccess(
  resources: InstalledResources,
  context: (namespace: string) => StrategyContext,
  identity: Identity,
): RegistryAccess {
  const storeOf = async (resource: string): Promise<ResourceStore> =>
    (await resources.named(resource).open()).scope.store;
  return {
    identity,
    get: async (resource, namespace, name) =>
      (await (await storeOf(resource)).get(context(namespace), name, "")).object,
    async update(resource, namespace, name, change) {
      const store = await storeOf(resource);
      const info = {
        updatedObject: (live: KubeObject | undefined) =>
          live === undefined ? Promise.reject(new Error(`${resource} ${name} is gone`)) : change(live),
      };
      const request = { info, strategy: {}, validateCreate: nothing, validateUpdate: nothing, forceAllowCreate: false };
      return (await store.update(context(namespace), name, request)).stored.object;
    },
    async delete(resource, namespace, name, options) {
      const store = await storeOf(resource);
      const live = await store.get(context(namespace), name, "");
      await store.delete(context(namespace), name, (options ?? {}) as DeleteOptions, nothing); // decoded by the schema
      return live.object;
    },
    list: async (resource, namespace) =>
      (await (await storeOf(resource)).list(context(namespace), wholeList)).items.map((item) => item.object),
  };
}
