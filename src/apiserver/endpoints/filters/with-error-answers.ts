import { StatusError } from "../../../apimachinery/errors.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { Filter } from "../handler.ts";
import { errorAnswer } from "../output/error-answer.ts";

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
