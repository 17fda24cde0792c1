import type { Answer } from "../../component-base/exchange.ts";
import type { RequestContext } from "./request-context.ts";

/** Answers a request; errors are thrown and become Status bodies in `withErrorAnswers`. */
export type Handler = (ctx: RequestContext) => Promise<Answer>;

/** Wraps a handler with behavior that applies to every request. */
export type Filter = (next: Handler) => Handler;

/** Composes filters and a handler; the first filter is the outermost. */
export const chain = (filters: readonly Filter[], handler: Handler): Handler =>
  filters.reduceRight((next, filter) => filter(next), handler);
