import { messageOf } from "../../../apimachinery/message-of.ts";
import { failureStatus, StatusError } from "../../../apimachinery/errors.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Status } from "../../../apimachinery/meta.ts";
import type { Answer, AnswerBody, AnswerHeader } from "../../../component-base/exchange.ts";
import { escapeHtml, stringify } from "../../codec/json/quote.ts";
import type { RequestContext } from "../request-context.ts";
import { warningHeaders } from "./warning-header.ts";

/** Returns the common headers of all responses and the given ones. */
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

/** Replaces Cache-Control, which by default forbids caches to keep a response. */
export const withCacheControl = (made: Answer, value: string): Answer => ({
  ...made,
  headers: made.headers.map(([name, old]) => [name, name === "Cache-Control" ? value : old]),
});

export const textAnswer = (ctx: RequestContext, status: number, body: string | AsyncIterable<string>): Answer =>
  answer(ctx, status, "text/plain; charset=utf-8", body, [["X-Content-Type-Options", "nosniff"]]);

/** A response without a body and its type. */
export const emptyAnswer = (ctx: RequestContext, status: number, more: readonly AnswerHeader[]): Answer => ({
  status,
  headers: answerHeaders(ctx, "", more).filter(([name]) => name !== "Content-Type"),
  body: "",
});

/**
 * A plain-text 500 response with the request target, without characters that are special in HTML
 * (responsewriters.InternalError).
 */
export const internalErrorAnswer = (ctx: RequestContext, message: string): Answer =>
  textAnswer(
    ctx,
    500,
    `${`Internal Server Error: ${quoteGo(ctx.exchange.target)}: ${message}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}\n`,
  );

/** A 304 response without a body. */
export const notModified = (ctx: RequestContext, more: readonly AnswerHeader[]): Answer => ({
  status: 304,
  headers: answerHeaders(ctx, "", more).filter(([name]) => name !== "Content-Type"),
  body: "",
});

/** The response for an unknown path (http.NotFound). */
export const pageNotFound = (ctx: RequestContext): Answer => textAnswer(ctx, 404, "404 page not found\n");

/** Returns the JSON of a Status, whose members are already in the order of the Go type. */
export const statusText = (status: Status): string => escapeHtml(stringify(status));

/**
 * Converts a thrown value to a Status (responsewriters.ErrorToAPIStatus). A value that is not a StatusError becomes a
 * 500 with its message.
 */
export function toStatus(err: unknown): Status {
  if (err instanceof StatusError) return err.status;
  return failureStatus(500, "", messageOf(err));
}
