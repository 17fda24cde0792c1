import { DurationParseError, parseDuration } from "../../../apimachinery/duration.ts";
import { newBadRequest, newTimeoutError } from "../../../apimachinery/errors.ts";
import type { Clock } from "../../../apimachinery/clock.ts";
import type { Deadlines } from "../../../component-base/deadlines.ts";
import { discardBody, type Answer } from "../../../component-base/exchange.ts";
import { isLongRunning } from "../../request/long-running.ts";
import type { Filter } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** Options for request timeouts. */
export interface RequestDeadlineOptions {
  readonly clock: Clock;
  /** The maximum timeout, which is also the default. */
  readonly maximumMs: number;
  /** Deadlines after `maximumMs` milliseconds. */
  readonly deadlines: Deadlines;
}

/**
 * Returns a 504 error for requests that exceed the timeout of the server or of the `timeout` parameter. Long-running
 * requests are exempt (filters.WithRequestDeadline and WithTimeoutForNonLongRunningRequests).
 */
export const withRequestDeadline =
  (options: RequestDeadlineOptions): Filter =>
  (next) =>
  (ctx) => {
    if (isLongRunning(ctx.info)) return next(ctx);
    const ms = requestedMs(ctx);
    ctx.deadline = ctx.receivedAt + (ms > 0 ? Math.min(ms, options.maximumMs) : options.maximumMs);
    const answer = next(ctx);
    return new Promise((resolve, reject) => {
      let late = false;
      const stop = startTimer(options, ms, ctx.receivedAt, () => {
        late = true;
        ctx.metrics.terminated(ctx, 504);
        resolve(timeoutAnswer(ctx));
      });
      answer.then(
        (made) => {
          if (late) return discardBody(made);
          stop();
          resolve(made);
        },
        (error: unknown) => {
          stop();
          reject(error);
        },
      );
    });
  };

/** Starts the timer with the timeout of the request if it is shorter than that of the server; 0 means none. */
function startTimer(
  { clock, maximumMs, deadlines }: RequestDeadlineOptions,
  ms: number,
  since: number,
  expire: () => void,
): () => void {
  if (ms > 0 && ms < maximumMs) return clock.after(ms, expire);
  const deadline = deadlines.add(expire, since);
  return () => deadlines.remove(deadline);
}

/**
 * Returns the `timeout` of a request in milliseconds, or 0 if there is none. Throws a 400 error if it is not a valid
 * duration (filters.parseTimeout).
 */
function requestedMs(ctx: RequestContext): number {
  if (!ctx.exchange.target.includes("?")) return 0;
  const text = ctx.query.get("timeout")?.[0] ?? "";
  if (text === "") return 0;
  try {
    return Number(parseDuration(text)) / 1e6;
  } catch (error) {
    if (!(error instanceof DurationParseError)) throw error;
    throw newBadRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}

/**
 * The response to a request that timed out. Upstream writes this Status without content negotiation and without a kind,
 * and Go detects its Content-Type as text.
 */
function timeoutAnswer(ctx: RequestContext): Answer {
  const { metadata, status, message, reason, details, code } = newTimeoutError(
    "request did not complete within the allotted timeout",
    0,
  ).status;
  return {
    status: 504,
    headers: [
      ["Audit-Id", ctx.auditId],
      ["Cache-Control", "no-cache, private"],
      ["Content-Type", "text/plain; charset=utf-8"],
    ],
    body: `${JSON.stringify({ metadata, status, message, reason, details, code })}\n`,
  };
}
