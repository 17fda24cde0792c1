import { decodeGetOptions } from "../../../apimachinery/options.ts";
import type { Handler } from "../handler.ts";
import { negotiateOutput } from "../output/negotiate.ts";
import { objectAnswer } from "../output/object-answer.ts";
import type { ResourceScope } from "../resource-scope.ts";

/** Returns one object (handlers.GetResource). */
export const getHandler =
  (scope: ResourceScope, name: string): Handler =>
  async (ctx) => {
    const output = negotiateOutput(ctx, scope);
    const { resourceVersion } = decodeGetOptions(ctx.query);
    ctx.trace?.stage("storage");
    return objectAnswer(ctx, scope, output, 200, await scope.store.get(ctx, name, resourceVersion));
  };
