import { rested } from "../../../component-base/work.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { listAnswer } from "../output/object-answer.ts";
import type { ResourceScope } from "../resource-scope.ts";
import { readListOptions, toStorageOptions } from "./list-request.ts";
import type { WatchTimeouts } from "../routes/route-services.ts";
import { serveWatch } from "./watch.ts";

/** Returns a list, or starts a watch if the query or path requests one (handlers.ListResource). */
export const listHandler =
  (
    scope: ResourceScope,
    watchPath: { readonly name: string | undefined } | undefined,
    timeouts: WatchTimeouts,
  ): Handler =>
  async (ctx) => {
    const options = await rested(ctx, readListOptions(ctx, watchPath !== undefined));
    const output = negotiateOutput(ctx, scope);
    const request = toStorageOptions(ctx, scope, options, watchPath?.name);
    if (options.watch) return serveWatch(ctx, scope, options, request, timeouts);
    ctx.trace?.stage("storage");
    const list = await scope.store.list(ctx, request);
    ctx.metrics.listed(scope.resource, {
      fetched: list.fetched ?? list.items.length,
      returned: list.items.length,
      consistent: request.resourceVersion === "" && request.continue === "",
    });
    return listAnswer(ctx, scope, output, list);
  };
