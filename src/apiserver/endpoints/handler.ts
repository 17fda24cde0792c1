import type { Answer } from "../../component-base/exchange.ts";
import type { RequestContext } from "./request-context.ts";

/** Answers a request; errors are thrown and become Status bodies in `withPanicRecovery`. */
export type Handler = (ctx: RequestContext) => Promise<Answer>;

/** Something every request passes on its way to a handler. */
export type Filter = (next: Handler) => Handler;

/** Runs filters in reading order: the first sees the request first. */
export const chain = (filters: readonly Filter[], handler: Handler): Handler =>
  filters.reduceRight((next, filter) => filter(next), handler);
