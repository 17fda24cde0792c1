import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Stored } from "../../storage/interface.ts";
import type { RequestContext } from "../request-context.ts";
import { fromStored, tailOf, type ResourceScope } from "../resource-scope.ts";

/**
 * Shows whoever listens what a write made of an object; `before` is the live object in the stored version, absent for a
 * creation.
 */
export function traceChange(
  ctx: RequestContext,
  scope: ResourceScope,
  before: KubeObject | undefined,
  after: Stored<KubeObject> | undefined,
): void {
  if (ctx.trace === undefined) return;
  ctx.trace.end();
  const old = before && scope.head + scope.codec.encodeTail(fromStored(scope, before));
  ctx.trace.objects(old, after && scope.head + tailOf(scope, after));
}
