import { StatusError } from "../../../apimachinery/errors.ts";
import type { Answer, AnswerBody, AnswerHeader } from "../../../component-base/exchange.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { Filter } from "../handler.ts";
import { answer, toStatus } from "../output/answers.ts";
import type { RequestContext } from "../request-context.ts";
import { negotiateErrorOutput } from "../output/negotiate.ts";
import { statusBody } from "../output/status-body.ts";

/** Receives unexpected errors, which are bugs. */
export type ReportBug = (err: unknown) => void;

/**
 * Converts errors thrown by handlers to Status responses. An error that is not a StatusError is reported and becomes a
 * 500 (filters.WithPanicRecovery).
 */
export const withErrorAnswers =
  (report: ReportBug): Filter =>
  (next) =>
  async (ctx): Promise<Answer> => {
    try {
      return await next(ctx);
    } catch (err) {
      if (!(err instanceof StatusError)) report(err);
      return errorAnswer(ctx, err);
    }
  };

/**
 * Returns a thrown value as a Status in the media type that the client accepts, or as plain text if that cannot
 * represent it (responsewriters.ErrorNegotiated).
 */
export function errorAnswer(ctx: RequestContext, err: unknown): MaybeAsync<Answer> {
  const status = toStatus(err);
  const output = negotiateErrorOutput(ctx);
  const retryAfter = status.details?.retryAfterSeconds ?? 0;
  const more: AnswerHeader[] = retryAfter > 0 ? [["Retry-After", String(retryAfter)]] : [];
  const inText = (): Answer =>
    answer(ctx, status.code ?? 500, "text/plain", `${status.reason ?? ""}: ${status.message ?? ""}`, more);
  const inOutput = (body: AnswerBody): Answer => answer(ctx, status.code ?? 500, output.mediaType, body, more);
  try {
    const body = statusBody(ctx, output, status);
    return body instanceof Promise ? body.then(inOutput, inText) : inOutput(body);
  } catch {
    return inText();
  }
}
