import { messageOf } from "../../../apimachinery/message-of.ts";
import { newInternalError, StatusError } from "../../../apimachinery/errors.ts";
import { isInPieces, isStream, type Answer } from "../../../component-base/exchange.ts";
import { gatherPieces } from "../../../component-base/ready-texts.ts";
import type { RequestAudit } from "../../audit/request-audit.ts";
import { isLongRunning } from "../../request/long-running.ts";
import { statusText } from "../output/answers.ts";
import { answerJson } from "../audit/answer-json.ts";
import type { Auditor } from "../audit/auditor.ts";
import type { Filter, Handler } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** Audits authenticated requests as the policy demands (filters.WithAudit). */
export const withAudit =
  (auditor: Auditor): Filter =>
  (next) =>
  (ctx) => {
    if (!auditor.active) return next(ctx);
    ctx.audited = true;
    const audit = auditor.begin(ctx, ctx.user);
    if (audit === undefined) return next(ctx);
    ctx.audit = audit;
    const stored = audit.stage("RequestReceived");
    return stored instanceof Promise ? afterStored(stored, ctx, audit, next) : noted(ctx, audit, next);
  };

/**
 * Audits requests that are rejected before authentication completes, with a single event without a user
 * (filters.WithFailedAuthenticationAudit).
 */
export const withFailedRequestAudit =
  (auditor: Auditor): Filter =>
  (next) =>
  (ctx) =>
    auditor.active ? watched(ctx, auditor, next) : next(ctx);

async function watched(ctx: RequestContext, auditor: Auditor, next: Handler): Promise<Answer> {
  try {
    return await next(ctx);
  } catch (error) {
    if (ctx.audited || !(error instanceof StatusError)) throw error;
    const audit = auditor.begin(ctx, undefined);
    if (audit !== undefined) noteFailure(audit, error);
    await audit?.stage("ResponseStarted");
    throw error;
  }
}

/** Goes on once the event of the request's arrival is stored; fails the request if it must be, and is not. */
async function afterStored(
  stored: Promise<boolean>,
  ctx: RequestContext,
  audit: RequestAudit,
  next: Handler,
): Promise<Answer> {
  if (!(await stored)) throw newInternalError(new Error("failed to store audit event"));
  return noted(ctx, audit, next);
}

async function noted(ctx: RequestContext, audit: RequestAudit, next: Handler): Promise<Answer> {
  const longRunning = isLongRunning(ctx.info);
  try {
    let answer = await next(ctx);
    audit.responseCode(answer.status);
    if (isStream(answer.body) && !isInPieces(answer.body)) {
      await audit.stage("ResponseStarted");
      return { ...answer, body: notedStream(ctx, audit, answer.body) };
    }
    if (longRunning) await audit.stage("ResponseStarted");
    if (audit.keepsResponses && hasObject(ctx)) {
      if (isInPieces(answer.body)) answer = { ...answer, body: await gatherPieces(answer.body) };
      audit.responseObject(answerJson(ctx, answer, audit.decision.omitManagedFields));
    }
    const stored = complete(ctx, audit);
    if (stored instanceof Promise) await stored;
    return answer;
  } catch (error) {
    if (!(error instanceof StatusError)) await notePanic(audit, error);
    else {
      noteFailure(audit, error);
      if (longRunning) await audit.stage("ResponseStarted");
      await complete(ctx, audit);
    }
    throw error;
  }
}

/**
 * Whether responses contain objects. Upstream records only those, not health, metrics, versions and OpenAPI documents.
 */
const hasObject = ({ info: { path } }: RequestContext): boolean => path.startsWith("/api");

function noteFailure(audit: RequestAudit, { status }: StatusError): void {
  audit.responseStatus(status);
  if (audit.keepsResponses) audit.responseObject(statusText(status));
}

function notePanic(audit: RequestAudit, error: unknown): Promise<boolean> | void {
  audit.responseStatus({
    status: "Failure",
    reason: "InternalError",
    message: `APIServer panic'd: ${messageOf(error)}`,
    code: 500,
  });
  return audit.stage("Panic");
}

function complete({ removedRelease }: RequestContext, audit: RequestAudit): Promise<boolean> | void {
  if (removedRelease !== undefined) {
    audit.annotate("k8s.io/deprecated", "true");
    if (removedRelease !== "") audit.annotate("k8s.io/removed-release", removedRelease);
  }
  return audit.stage("ResponseComplete");
}

async function* notedStream(
  ctx: RequestContext,
  audit: RequestAudit,
  body: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  try {
    yield* body;
  } finally {
    await complete(ctx, audit);
  }
}
