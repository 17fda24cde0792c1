import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Stored } from "../../storage/interface.ts";
import type { RequestContext } from "../request-context.ts";
import { encodeObject, fromStored, tailOf, type ResourceScope } from "../resource-scope.ts";

/**
 * Records the change of an object in the trace. `before` is the live object in the storage version, undefined
 * on create.
 */
export function traceChange(
  ctx: RequestContext,
  scope: ResourceScope,
  before: KubeObject | undefined,
  after: Stored<KubeObject> | undefined,
): void {
  if (ctx.trace === undefined) return;
  ctx.trace.end();
  const old = before && encodeObject(scope, fromStored(scope, before));
  ctx.trace.objects(old, after && scope.head + tailOf(scope, after));
}
