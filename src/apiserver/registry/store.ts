import { isValidPathSegmentName } from "../../apimachinery/validation/names.ts";
import { newNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { Storage, StorageCodec } from "../storage/interface.ts";
import { createDryRunStorage } from "./dry-run-storage.ts";
import { createKeys, type Keys } from "./keys.ts";
import type { DeleteOptions } from "./delete-options.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import type { ResourceStore } from "./rest.ts";
import { interpretGetError, interpretListError, interpretWatchError } from "./storage-errors.ts";
import { createObject } from "./store-create.ts";
import { deleteCollection } from "./store-delete-collection.ts";
import { deleteCorruptObject } from "./store-delete-corrupt.ts";
import { deleteObject } from "./store-delete.ts";
import { updateObject } from "./store-update.ts";
import type { StoreHooks } from "./store-hooks.ts";
import type { StoreParts } from "./store-parts.ts";
import type { StrategyContext } from "./strategy.ts";

/** Creates the generic store of a resource, which implements the sequence of steps of each verb (registry.Store). */
export function createResourceStore(config: {
  readonly definition: ResourceDefinition;
  readonly storage: Storage<KubeObject>;
  readonly codec: StorageCodec<KubeObject>;
  readonly random: Random;
  readonly hooks?: StoreHooks | undefined;
}): ResourceStore {
  const { definition, storage, codec, random, hooks } = config;
  const keys = createKeys(definition);
  const dryRun = createDryRunStorage(storage, codec);
  const storageOf = (ctx: StrategyContext): Storage<KubeObject> =>
    ctx.steps === undefined ? plainStorageOf(ctx) : ctx.steps.around(plainStorageOf(ctx));
  const plainStorageOf = ({ trace, dryRun: isDryRun }: StrategyContext): Storage<KubeObject> => {
    if (trace === undefined || storage.traced === undefined) return isDryRun ? dryRun : storage;
    const traced = storage.traced(trace);
    return isDryRun ? createDryRunStorage(traced, codec) : traced;
  };
  const parts: StoreParts = { definition, keys, codec, random, hooks, storage: storageOf };
  const store: ResourceStore = {
    definition,
    get: (ctx, name, resourceVersion) => getObject(parts, ctx, name, resourceVersion),
    list: (ctx, options) =>
      storageOf(ctx)
        .list(listPrefix(keys, ctx.namespace, options.predicate.name), options)
        .catch(rethrow((err) => interpretListError(err, definition))),
    watch: (ctx, options) =>
      storage.watch(keys.root(ctx.namespace), options).catch(rethrow((err) => interpretWatchError(err, definition))),
    create: (ctx, object, validate) => createObject(parts, ctx, object, validate),
    update: (ctx, name, request) => updateObject(parts, ctx, name, request),
    delete: (ctx, name, options, validate) => {
      warnOfDeletion(parts, ctx, options);
      return deleteObject(parts, ctx, name, options, validate);
    },
    deleteCorrupt: (ctx, name) => deleteCorruptObject(parts, storage, ctx, name),
    deleteCollection: (ctx, options, list, validate) => {
      warnOfDeletion(parts, ctx, options);
      return deleteCollection(store, ctx, options, list, validate);
    },
  };
  return store;
}

function warnOfDeletion({ definition }: StoreParts, ctx: StrategyContext, options: DeleteOptions): void {
  for (const text of definition.strategy.warningsOnDelete?.(options) ?? []) ctx.warn(text);
}

async function getObject(
  { definition, keys, storage }: StoreParts,
  ctx: StrategyContext,
  name: string,
  resourceVersion: string,
) {
  const key = keys.key(ctx.namespace, name);
  const stored = await storage(ctx)
    .get(key, resourceVersion)
    .catch(rethrow((err) => interpretGetError(err, definition, name)));
  if (stored === undefined) throw newNotFound(definition, name);
  return stored;
}

/**
 * Returns the key of the object if the selector matches a single name, so that the list reads only this key
 * (SelectionPredicate.MatchesSingle).
 */
function listPrefix(keys: Keys, namespace: string, name: string | undefined): string {
  const isKey =
    name !== undefined &&
    name !== "" &&
    (namespace !== "" || !keys.namespaced) &&
    isValidPathSegmentName(name).length === 0;
  return isKey ? keys.key(namespace, name) : keys.root(namespace);
}

const rethrow =
  (interpret: (err: unknown) => unknown) =>
  (err: unknown): never => {
    throw interpret(err);
  };
