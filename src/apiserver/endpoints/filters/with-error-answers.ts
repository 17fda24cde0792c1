import { StatusError } from "../../../apimachinery/errors.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { Filter } from "../handler.ts";
import { errorAnswer } from "../output/error-answer.ts";

/** Told of errors that are no answers but bugs. */
export type ReportBug = (err: unknown) => void;

/**
 * Turns whatever is thrown below into a Status answer; what is no StatusError is reported and answers 500
 * (filters.WithPanicRecovery).
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
