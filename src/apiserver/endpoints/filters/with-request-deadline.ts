import { DurationParseError, parseDuration } from "../../../apimachinery/duration.ts";
import { newBadRequest, newTimeoutError } from "../../../apimachinery/errors.ts";
import type { Clock } from "../../../apimachinery/clock.ts";
import type { Deadlines } from "../../../component-base/deadlines.ts";
import { isStream, type Answer } from "../../../component-base/exchange.ts";
import { isLongRunning } from "../../request/long-running.ts";
import type { Filter } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** How long requests may take. */
export interface RequestDeadlineOptions {
  readonly clock: Clock;
  /** The most, and what holds for requests that do not say. */
  readonly maximumMs: number;
  /** Deadlines of that many milliseconds. */
  readonly deadlines: Deadlines;
}

/**
 * Answers 504 for whatever takes longer than the server allows or the request's `timeout` asks for; watches and the
 * like may go on (filters.WithRequestDeadline and WithTimeoutForNonLongRunningRequests).
 */
export const withRequestDeadline =
  (options: RequestDeadlineOptions): Filter =>
  (next) =>
  (ctx) => {
    if (isLongRunning(ctx.info)) return next(ctx);
    const ms = requestedMs(ctx);
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
          if (late) return discard(made);
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

/** The user's own timeout counts where it is shorter than the server's; 0 is none. */
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
 * The `timeout` of a request in milliseconds, 0 where it has none; a 400 for what is no duration
 * (filters.parseTimeout).
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

/** Upstream writes this Status past all negotiation, without a kind, and Go takes it for text. */
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

/** Nobody waits for it any more; a stream has to be let go of. */
function discard({ body }: Answer): void {
  if (isStream(body)) void body[Symbol.asyncIterator]().return?.();
}
