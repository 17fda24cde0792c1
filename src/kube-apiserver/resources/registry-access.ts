import { isNotFound } from "../../apimachinery/errors.ts";
import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { DeleteOptions } from "../../apiserver/registry/delete-options.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { ignore } from "../../component-base/ignore.ts";
import { paceOf, Work } from "../../component-base/work.ts";
import { readyObject } from "../../apiserver/storage/interface.ts";
import type { SelectionPredicate } from "../../apiserver/storage/selection-predicate.ts";
import type { Identity } from "../../apiserver/request/identity.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { InstalledResources } from "./installed-resources.ts";
import { wholeList } from "../../apiserver/registry/selection.ts";

/** The objects of a kind, by namespace. */
interface KindObjects {
  list(namespace: string): MaybeAsync<readonly KubeObject[]>;
}

/**
 * Gives subresources and virtual kinds access to other built-in resources by plural name, and to custom ones by
 * `findKind`, with the identity of the server.
 */
export function createRegistryAccess(
  resources: InstalledResources,
  context: (namespace: string) => StrategyContext,
  identity: Identity,
  findKind: (kind: GroupVersionKind) => Promise<KindObjects | undefined>,
): RegistryAccess {
  const storeOf = async (resource: string): Promise<ResourceStore> =>
    (await resources.named(resource).open()).scope.store;
  return {
    identity,
    get: async (resource, namespace, name) =>
      readyObject(await (await storeOf(resource)).get(context(namespace), name, "")),
    async update(resource, namespace, name, change, { dryRun = false, preconditions, isLarge = false } = {}) {
      const store = await storeOf(resource);
      const ctx = { ...context(namespace), dryRun, isLarge, work: new Work(), turns: new Turns() };
      const info = {
        preconditions,
        updatedObject: (live: KubeObject | undefined) =>
          live === undefined
            ? Promise.reject(new Error(`${resource} ${name} is gone`))
            : paceOf(ctx)(() => change(live)),
      };
      const request = { info, strategy: {}, validateCreate: ignore, validateUpdate: ignore, forceAllowCreate: false };
      return readyObject((await store.update(ctx, name, request)).stored);
    },
    async delete(resource, namespace, name, options, { dryRun = false } = {}) {
      const store = await storeOf(resource);
      const live = await store.get(context(namespace), name, "");
      const ctx = { ...context(namespace), dryRun };
      await store.delete(ctx, name, (options ?? {}) as DeleteOptions, ignore); // decoded by the schema
      return live.object;
    },
    list: async (resource, namespace) =>
      (await (await storeOf(resource)).list(context(namespace), wholeList)).items.map((item) => item.object),
    listKind: async (kind, namespace) => (await (await findKind(kind))?.list(namespace)) ?? [],
    async *follow(resource, namespace, name, signal) {
      yield* followObject(await storeOf(resource), context(namespace), name, signal);
    },
  };
}

const named = (name: string): SelectionPredicate => ({
  everything: false,
  name,
  id: `\nmetadata.name=${name}`,
  matches: ({ fields }) => fields["metadata.name"] === name,
});

/** Yields the states of one object until the signal, by a watch that begins at the present one. */
async function* followObject(
  store: ResourceStore,
  ctx: StrategyContext,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<KubeObject | undefined> {
  const present = await store.get(ctx, name, "").catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
    return undefined;
  });
  yield present?.object;
  const events = await store.watch(ctx, {
    resourceVersion: present?.object.metadata.resourceVersion ?? "",
    predicate: named(name),
    allowWatchBookmarks: false,
    timeoutMs: 0,
    signal,
  });
  for await (const batch of events)
    for (const event of batch)
      if (event.type === "DELETED") yield undefined;
      else if (event.type !== "BOOKMARK" && event.type !== "ERROR") yield event.stored.object;
}
