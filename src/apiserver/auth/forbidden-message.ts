import { newForbidden, type StatusError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { AuthorizationAttributes } from "../request/authorizer.ts";

/**
 * Returns the message of a 403 error: the user, the action and the authorizer's reason
 * (responsewriters.ForbiddenStatusError).
 */
export function forbiddenMessage(attributes: AuthorizationAttributes, reason: string): string {
  const message = escapeHtml(describe(attributes));
  return reason === "" ? message : `${message}: ${reason}`;
}

/** Creates the 403 error for a request that was not authorized. */
export const forbiddenError = (attributes: AuthorizationAttributes, reason: string): StatusError =>
  newForbidden(
    { group: attributes.apiGroup, resource: attributes.resource },
    attributes.name,
    forbiddenMessage(attributes, reason),
  );

function describe({
  user,
  verb,
  resourceRequest,
  namespace,
  apiGroup,
  resource,
  subresource,
  path,
}: AuthorizationAttributes): string {
  const who = `User ${quoteGo(user.name)} cannot ${verb}`;
  if (!resourceRequest) return `${who} path ${quoteGo(path)}`;
  const what = quoteGo(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${quoteGo(namespace)}`;
  return `${who} resource ${what} in API group ${quoteGo(apiGroup)} ${where}`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
