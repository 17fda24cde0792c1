import { parseTarget } from "../../request/target.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import { internalErrorAnswer } from "../output/answers.ts";
import type { Filter } from "../handler.ts";

/** The answer of Go's HTTP server, which refuses such a path before any filter has set a header. */
const badRequest: Answer = {
  status: 400,
  headers: [["Content-Type", "text/plain; charset=utf-8"]],
  body: "400 Bad Request",
};

/** Rejects a malformed path with a plain-text error, as upstream does (filters.WithRequestInfo). */
export const withRequestInfo: Filter = (next) => (ctx) => {
  const { failure } = ctx.info;
  if (ctx.info.path === ctx.exchange.target && parseTarget(ctx.exchange.target).path === undefined)
    return Promise.resolve(badRequest);
  return failure === undefined
    ? next(ctx)
    : Promise.resolve(internalErrorAnswer(ctx, `failed to create RequestInfo: ${failure}`));
};
