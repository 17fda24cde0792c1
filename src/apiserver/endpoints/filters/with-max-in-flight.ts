import type { Answer } from "../../../component-base/exchange.ts";
import { isLongRunning } from "../../request/long-running.ts";
import { groupSystemMasters } from "../../request/user.ts";
import { answer } from "../output/answers.ts";
import type { Filter, Handler } from "../handler.ts";
import { isReadOnly } from "../metrics/request-place.ts";
import type { RequestContext } from "../request-context.ts";

/** The maximum number of concurrent requests; 0 for no limit. */
export interface InFlightLimits {
  readonly reading: number;
  readonly mutating: number;
}

interface Slots {
  readonly limit: number;
  taken: number;
  readonly leave: () => void;
}

function slotsFor(limit: number): Slots {
  const slots: Slots = { limit, taken: 0, leave: () => void (slots.taken -= 1) };
  return slots;
}

/**
 * Rejects requests beyond the limits with a 429 error. Mutating and non-mutating requests have separate limits;
 * long-running requests and those of system:masters are exempt (filters.WithMaxInFlightLimit).
 */
export const withMaxInFlight =
  ({ reading, mutating }: InFlightLimits): Filter =>
  (next) => {
    const readers = slotsFor(reading);
    const writers = slotsFor(mutating);
    return (ctx) => {
      if (isLongRunning(ctx.info)) return next(ctx);
      const slots = isReadOnly(ctx.info) ? readers : writers;
      if (slots.limit === 0) return next(ctx);
      if (slots.taken < slots.limit) return serve(ctx, next, slots);
      return ctx.user.groups.includes(groupSystemMasters) ? next(ctx) : Promise.resolve(tooManyRequests(ctx));
    };
  };

/**
 * Runs the handler while holding a slot. The promise of the handler is returned itself, so that the limit adds
 * no latency.
 */
function serve(ctx: RequestContext, next: Handler, slots: Slots): Promise<Answer> {
  slots.taken += 1;
  try {
    const answer = next(ctx);
    void answer.then(slots.leave, slots.leave);
    return answer;
  } catch (error) {
    slots.leave();
    throw error;
  }
}

function tooManyRequests(ctx: RequestContext): Answer {
  ctx.metrics.dropped(ctx);
  ctx.metrics.terminated(ctx, 429);
  return tooManyRequestsAnswer(ctx, 1);
}

/** The answer to a request that is too much (filters.tooManyRequests). */
export const tooManyRequestsAnswer = (ctx: RequestContext, retryAfterSeconds: number): Answer =>
  answer(ctx, 429, "text/plain; charset=utf-8", "Too many requests, please try again later.\n", [
    ["Retry-After", String(retryAfterSeconds)],
    ["X-Content-Type-Options", "nosniff"],
  ]);
