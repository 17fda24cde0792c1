import { forbiddenError } from "../../auth/forbidden-message.ts";
import { readImpersonation, type Impersonation } from "../../auth/impersonation.ts";
import type { Authorizer } from "../../request/authorizer.ts";
import { internalErrorAnswer } from "../output/answers.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { Filter } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Implements user impersonation (filters.WithImpersonation). Each impersonated attribute is authorized separately; the
 * first denial is returned.
 */
export const withImpersonation =
  (authorizer: Authorizer): Filter =>
  (next) => {
    const asOther = async (ctx: RequestContext, impersonation: Impersonation): Promise<Answer> => {
      ctx.trace?.stage("impersonation");
      for (const attributes of impersonation.checks(ctx.user)) {
        const { decision, reason } = await authorizer.authorize(attributes);
        if (decision === "allow") continue;
        ctx.trace?.decide(`refused: ${reason}`);
        throw forbiddenError(attributes, reason);
      }
      ctx.user = impersonation.user;
      ctx.audit?.impersonate(ctx.user);
      ctx.trace?.decide(ctx.user.name);
      ctx.trace?.end();
      return next(ctx);
    };
    return (ctx) => {
      const impersonation = readImpersonation(ctx.exchange.headers);
      if (impersonation === undefined) return next(ctx);
      if (typeof impersonation === "string") return Promise.resolve(internalErrorAnswer(ctx, impersonation));
      return asOther(ctx, impersonation);
    };
  };
