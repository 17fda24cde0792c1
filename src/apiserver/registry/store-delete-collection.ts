import { isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import type { ListOptions, StoredList } from "../storage/interface.ts";
import type { DeleteOptions } from "./delete-options.ts";
import type { ResourceStore, ValidateObject } from "./rest.ts";
import type { StrategyContext } from "./strategy.ts";

/** The number of objects deleted before yielding to the event loop. */
const sliceObjects = 256;

/**
 * Deletes the objects that a list returns, and returns that list (registry.Store.DeleteCollection). Upstream lists page
 * by page. Here, the deletions could compact the revision of the pages, so all objects are listed in one page. The list
 * still has a limit, so that a resourceVersion has the same semantics as for pages.
 */
export async function deleteCollection(
  store: ResourceStore,
  ctx: StrategyContext,
  options: DeleteOptions,
  list: ListOptions,
  validate: ValidateObject,
): Promise<StoredList<KubeObject>> {
  const found = await store.list(ctx, list.limit > 0 ? list : { ...list, limit: Number.MAX_SAFE_INTEGER });
  for (const [at, item] of found.items.entries()) {
    if (at % sliceObjects === sliceObjects - 1) {
      await nextTask();
      list.signal?.throwIfAborted();
    }
    await deleteOne(store, item.object.metadata, ctx, options, validate);
  }
  return found;
}

async function deleteOne(
  store: ResourceStore,
  { name = "", namespace = "" }: { readonly name?: string; readonly namespace?: string },
  ctx: StrategyContext,
  options: DeleteOptions,
  validate: ValidateObject,
): Promise<void> {
  try {
    await store.delete(inNamespace(ctx, namespace), name, options, validate);
  } catch (err) {
    if (!isNotFound(err)) throw err;
  }
}

/** Returns the context of the request with the namespace of the object. */
const inNamespace = (ctx: StrategyContext, namespace: string): StrategyContext =>
  ctx.namespace === namespace
    ? ctx
    : {
        user: ctx.user,
        dryRun: ctx.dryRun,
        now: ctx.now,
        gates: ctx.gates,
        namespace,
        warn: (text) => ctx.warn(text),
        wrote: (revision) => ctx.wrote?.(revision),
      };
