import { newBadRequest } from "../../../apimachinery/errors.ts";
import type { Filter } from "../handler.ts";

/**
 * Returns a 400 error if a body is nested so deeply that processing it overflows the stack. Decoders accept 10,000
 * levels, as Go's do, but most later processing is recursive, and the stack depth differs between JavaScript engines.
 */
export const withNestingLimit: Filter = (next) => (ctx) =>
  ctx.exchange.body === null ? next(ctx) : next(ctx).catch(refuseOverflow);

function refuseOverflow(err: unknown): never {
  throw isStackOverflow(err) ? newBadRequest("exceeded max depth: the body is nested too deep for this server") : err;
}

/**
 * Whether an error is a stack overflow: V8 and JavaScriptCore throw a RangeError with this message,
 * SpiderMonkey an InternalError.
 */
const isStackOverflow = (err: unknown): boolean =>
  err instanceof Error && /call stack|too much recursion/i.test(err.message) && !("status" in err);
