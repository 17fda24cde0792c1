import type { Answer, AnswerHeader } from "../../../component-base/exchange.ts";
import { answer, statusText, toStatus } from "./answers.ts";
import type { RequestContext } from "../request-context.ts";
import { negotiateErrorOutput } from "./negotiate.ts";
import { render } from "./output.ts";

/**
 * Returns a thrown value as a Status in the media type that the client accepts, or as plain text if that cannot
 * represent it (responsewriters.ErrorNegotiated).
 */
export function errorAnswer(ctx: RequestContext, err: unknown): Answer {
  const status = toStatus(err);
  const output = negotiateErrorOutput(ctx);
  const retryAfter = status.details?.retryAfterSeconds ?? 0;
  const more: AnswerHeader[] = retryAfter > 0 ? [["Retry-After", String(retryAfter)]] : [];
  try {
    return answer(ctx, status.code ?? 500, output.mediaType, render(output, statusText(status)), more);
  } catch {
    return answer(ctx, status.code ?? 500, "text/plain", `${status.reason ?? ""}: ${status.message ?? ""}`, more);
  }
}
