import { failureStatus, StatusError } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Status } from "../../../apimachinery/meta.ts";
import type { Answer, AnswerBody, AnswerHeader } from "../../../component-base/exchange.ts";
import { escapeHtml } from "../../codec/json/quote.ts";
import type { RequestContext } from "../request-context.ts";
import { warningHeaders } from "./warning-header.ts";

/** Headers of every answer, plus those of this one. */
export function answerHeaders(
  ctx: RequestContext,
  contentType: string,
  more: readonly AnswerHeader[] = [],
): AnswerHeader[] {
  const headers: AnswerHeader[] = [
    ["Audit-Id", ctx.auditId],
    ["Cache-Control", "no-cache, private"],
    ["Content-Type", contentType],
    ...more,
  ];
  const { warnings } = ctx;
  if (warnings.length > 0) for (const value of warningHeaders(warnings)) headers.push(["Warning", value]);
  return headers;
}

export const answer = (
  ctx: RequestContext,
  status: number,
  contentType: string,
  body: AnswerBody,
  more?: readonly AnswerHeader[],
): Answer => ({
  status,
  headers: answerHeaders(ctx, contentType, more),
  body,
});

export const textAnswer = (ctx: RequestContext, status: number, body: string): Answer =>
  answer(ctx, status, "text/plain; charset=utf-8", body, [["X-Content-Type-Options", "nosniff"]]);

/** A plain 500 that names the target, with nothing in it that looks like HTML (responsewriters.InternalError). */
export const internalErrorAnswer = (ctx: RequestContext, message: string): Answer =>
  textAnswer(
    ctx,
    500,
    `${`Internal Server Error: ${quoteGo(ctx.exchange.target)}: ${message}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}\n`,
  );

/** What a client already has is still right: headers alone. */
export const notModified = (ctx: RequestContext, more: readonly AnswerHeader[]): Answer => ({
  status: 304,
  headers: answerHeaders(ctx, "", more).filter(([name]) => name !== "Content-Type"),
  body: "",
});

/** What answers a path that leads nowhere (http.NotFound). */
export const pageNotFound = (ctx: RequestContext): Answer => textAnswer(ctx, 404, "404 page not found\n");

/** The JSON text of a Status; its members stand in Go's order already. */
export const statusText = (status: Status): string => escapeHtml(JSON.stringify(status));

/**
 * Any thrown value as the Status that clients see (responsewriters.ErrorToAPIStatus): what is not a StatusError is a
 * 500 with its text.
 */
export function toStatus(err: unknown): Status {
  if (err instanceof StatusError) return err.status;
  return failureStatus(500, "", err instanceof Error ? err.message : String(err));
}
