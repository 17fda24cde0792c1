import { parseTarget } from "../../request/target.ts";
import { internalErrorAnswer, textAnswer } from "../output/answers.ts";
import type { Filter } from "../handler.ts";

/** Rejects a malformed path with a plain-text error, as upstream does (filters.WithRequestInfo). */
export const withRequestInfo: Filter = (next) => (ctx) => {
  const { failure } = ctx.info;
  if (ctx.info.path === ctx.exchange.target && parseTarget(ctx.exchange.target).path === undefined)
    return Promise.resolve(textAnswer(ctx, 400, "400 Bad Request"));
  return failure === undefined
    ? next(ctx)
    : Promise.resolve(internalErrorAnswer(ctx, `failed to create RequestInfo: ${failure}`));
};
