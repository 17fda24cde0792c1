import { newForbidden, newInternalError } from "../../../apimachinery/errors.ts";
import { forbiddenMessage } from "../../auth/forbidden-message.ts";
import type { ValidateObject } from "../../registry/rest.ts";
import type { Authorizer } from "../../request/authorizer.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";

/** Authorizes the create verb for an update that creates the object (handlers.withAuthorization). */
export function authorizeCreate(
  ctx: RequestContext,
  { resource, subresource }: ResourceScope,
  name: string,
  authorizer: Authorizer,
  validate: ValidateObject,
): ValidateObject {
  return async (object) => {
    const attributes = {
      user: ctx.user,
      verb: "create",
      resourceRequest: true,
      namespace: ctx.namespace,
      apiGroup: resource.group,
      apiVersion: resource.version,
      resource: resource.resource,
      subresource,
      name,
      path: ctx.info.path,
    };
    const { decision, reason, error } = await authorizer.authorize(attributes);
    if (error !== undefined) throw newInternalError(new Error(error));
    if (decision !== "allow") throw newForbidden(resource, name, forbiddenMessage(attributes, reason));
    return validate(object);
  };
}
