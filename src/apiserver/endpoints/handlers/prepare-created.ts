import type { KubeObject } from "../../../apimachinery/meta.ts";
import { dedupOwnerReferences, ensureNamespace, wipeSystemFields } from "../../registry/object-meta.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";

/**
 * Returns an object to create without the fields that only the server sets, in the namespace of the request
 * (handlers.createHandler). `keepsSystemFields` is for subresources in which these fields are preconditions
 * (rest.SubresourceObjectMetaPreserver).
 */
export function prepareCreated(
  ctx: RequestContext,
  { definition }: ResourceScope,
  body: KubeObject,
  keepsSystemFields = false,
): KubeObject {
  const wiped = keepsSystemFields ? body : wipeSystemFields(body);
  return dedupOwnerReferences(ensureNamespace(wiped, ctx.namespace, definition.namespaced), ctx, false);
}
