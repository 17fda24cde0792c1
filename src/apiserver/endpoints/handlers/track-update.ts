import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import { keptObject, paceOf } from "../../../component-base/work.ts";
import { updateManagedFields } from "../../managedfields/field-manager.ts";
import { withConversions } from "../../managedfields/late-conversions.ts";
import { managerOrUserAgent } from "../../managedfields/manager-name.ts";
import type { RequestContext } from "../request-context.ts";
import { fromStored, toStored, type ResourceScope } from "../resource-scope.ts";

/** Returns the field manager of a request. */
const requestManager = (ctx: RequestContext, fieldManager: string | undefined): string =>
  managerOrUserAgent(fieldManager ?? "", ctx.exchange.headers.get("User-Agent") ?? "");

/**
 * Updates the managed fields for a create, update or patch; both objects are in the served version. The object of
 * another version than the stored one owns what it has after its conversion, such as annotations for members that the
 * version lacks (internal.structuredMergeManager toVersioned). Asynchronous only if a conversion is.
 */
export const trackUpdate = (
  ctx: RequestContext,
  scope: ResourceScope,
  live: KubeObject | undefined,
  decoded: KubeObject,
  manager: string | undefined,
): MaybeAsync<KubeObject> => {
  const { fieldManager } = scope;
  const object = scope.converter === undefined ? decoded : fromStored(scope, toStored(scope, decoded));
  ctx.trace?.stage("managed fields");
  return withConversions(fieldManager, paceOf(ctx), (fields) => {
    const before = keptObject(() => live ?? fields.emptyObject); // made when it is first asked for
    return updateManagedFields(fields, before, object, requestManager(ctx, manager), ctx.now);
  });
};
