import { isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ListOptions, Stored, StoredList } from "../storage/interface.ts";
import type { DeleteOptions } from "./delete-options.ts";
import type { ResourceStore, ValidateObject } from "./rest.ts";
import type { StrategyContext } from "./strategy.ts";

/** How many objects are listed at a time (registry.deleteCollectionPageSize). */
const pageSize = 10_000;

/** Deletes what a list finds and answers with the objects as they were (registry.Store.DeleteCollection). */
export async function deleteCollection(
  store: ResourceStore,
  ctx: StrategyContext,
  options: DeleteOptions,
  list: ListOptions,
  validate: ValidateObject,
): Promise<StoredList<KubeObject>> {
  const limited = list.limit > 0;
  const items: Stored<KubeObject>[] = [];
  for (let next = list.continue; ;) {
    const page = await store.list(ctx, { ...list, limit: limited ? list.limit : pageSize, continue: next });
    for (const item of page.items) await deleteOne(store, { ...item.object.metadata }, ctx, options, validate);
    items.push(...page.items);
    if (limited || page.continue === "") return { ...page, items };
    next = page.continue;
  }
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

/** The same request as if it had been made in the object's own namespace. */
const inNamespace = (ctx: StrategyContext, namespace: string): StrategyContext =>
  ctx.namespace === namespace
    ? ctx
    : { user: ctx.user, dryRun: ctx.dryRun, now: ctx.now, namespace, warn: (text) => ctx.warn(text) };
