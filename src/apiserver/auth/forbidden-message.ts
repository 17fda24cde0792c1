import { newForbidden, type StatusError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { AuthorizationAttributes } from "../request/authorizer.ts";

/** Who cannot do what, in the words of the 403, with the authorizer's reason (responsewriters.ForbiddenStatusError). */
export function forbiddenMessage(attributes: AuthorizationAttributes, reason: string): string {
  const message = escapeHtml(describe(attributes));
  return reason === "" ? message : `${message}: ${reason}`;
}

/** The 403 for what an authorizer did not allow. */
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
