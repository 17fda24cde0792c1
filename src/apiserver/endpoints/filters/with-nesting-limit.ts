import { newBadRequest } from "../../../apimachinery/errors.ts";
import type { Filter } from "../handler.ts";

/**
 * Answers 400 where a body is nested so deep that looking through it overflows the stack. Decoders take the 10,000
 * levels that Go takes; most of what reads values afterwards calls itself, and engines differ in how far that goes.
 */
export const withNestingLimit: Filter = (next) => (ctx) =>
  ctx.exchange.body === null ? next(ctx) : next(ctx).catch(refuseOverflow);

function refuseOverflow(err: unknown): never {
  throw isStackOverflow(err) ? newBadRequest("exceeded max depth: the body is nested too deep for this server") : err;
}

/** V8 and JavaScriptCore throw a RangeError of these words, SpiderMonkey an error that only it has. */
const isStackOverflow = (err: unknown): boolean =>
  err instanceof Error && /call stack|too much recursion/i.test(err.message) && !("status" in err);
