import { firstValue } from "../../../apimachinery/query.ts";
import { forbiddenError } from "../../auth/forbidden-message.ts";
import { internalErrorAnswer } from "../output/answers.ts";
import type { AuthorizationAttributes, Authorizer, Decision } from "../../request/authorizer.ts";
import { groupSystemMasters } from "../../request/user.ts";
import type { Filter } from "../handler.ts";
import type { AccessMetrics } from "../metrics/access-metrics.ts";
import type { RequestContext } from "../request-context.ts";

/** Rejects requests that the authorizer does not allow with a 403 error (filters.WithAuthorization). */
export const withAuthorization =
  (authorizer: Authorizer, metrics: AccessMetrics): Filter =>
  (next) => {
    const go = (ctx: RequestContext, attributes: AuthorizationAttributes, found: Decision, start: number) => {
      const { decision, reason, error } = found;
      metrics.authorized(decision === "allow", ctx.clock.monotonic() - start);
      if (ctx.audit !== undefined) {
        ctx.audit.annotate("authorization.k8s.io/decision", decision === "allow" ? "allow" : "forbid");
        ctx.audit.annotate("authorization.k8s.io/reason", reason);
      }
      ctx.trace?.decide(`${decision === "allow" ? "allowed" : "refused"}: ${reason || explanation(ctx)}`);
      ctx.trace?.end();
      if (decision === "allow") return next(ctx);
      if (error !== undefined) return Promise.resolve(internalErrorAnswer(ctx, error));
      return Promise.reject(forbiddenError(attributes, reason));
    };
    return (ctx) => {
      ctx.trace?.stage("authorization");
      const start = ctx.clock.monotonic();
      const attributes = authorizationAttributes(ctx);
      const found = authorizer.authorize(attributes);
      return found instanceof Promise
        ? found.then((late) => go(ctx, attributes, late, start))
        : go(ctx, attributes, found, start);
    };
  };

/** Tells in the trace what the authorizer gives no reason for. */
const explanation = ({ user }: RequestContext): string =>
  user.groups.includes(groupSystemMasters) ? `group "${groupSystemMasters}"` : "no reason given";

/** Returns the authorization attributes of a request (filters.GetAuthorizerAttributes). */
export function authorizationAttributes(ctx: RequestContext): AuthorizationAttributes {
  const { info, user } = ctx;
  return {
    user,
    verb: info.verb,
    resourceRequest: info.isResourceRequest,
    namespace: info.namespace,
    apiGroup: info.apiGroup,
    apiVersion: info.apiVersion,
    resource: info.resource,
    subresource: info.subresource,
    name: info.name,
    path: info.path,
    // most requests have none, and are not parsed for it
    fieldSelector: ctx.exchange.target.includes("fieldSelector") ? firstValue(ctx.query, "fieldSelector") : undefined,
  };
}
