import type { Clock } from "../../apimachinery/clock.ts";
import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import {
  inPieces,
  isInPieces,
  isStream,
  type Answer,
  type AnswerBody,
  type Exchange,
  type Handle,
  type HeaderReader,
} from "../../component-base/exchange.ts";
import type { OpenTrace } from "../../component-base/open-trace.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { TraceRing } from "../../component-base/trace-ring.ts";
import type { WriteAuthors } from "../../component-base/write-authors.ts";
import { traceSource } from "../../component-base/trace-source.ts";
import { resolveRequestInfo } from "../request/resolve-request-info.ts";
import type { Turns } from "../../component-base/event-loop.ts";
import type { RequestMetrics } from "./metrics/request-metrics.ts";
import type { MediaContext } from "./output/media-context.ts";
import { tracedAnswer, tracedRequest, writtenRevision } from "./traced-messages.ts";
import { headerBytes } from "./output/warning-header.ts";
import type { Authorizer } from "../request/authorizer.ts";
import { RequestContext } from "./request-context.ts";
import type { Handler } from "./handler.ts";

/** The services available to requests. */
export interface ServeServices {
  readonly clock: Clock;
  /** The time of the objects. */
  readonly world: Clock;
  readonly random: Random;
  readonly traces: TraceRing;
  readonly media: MediaContext;
  readonly metrics: RequestMetrics;
  readonly gates: FeatureGates;
  readonly turns: Turns;
  /** Returns the last committed state of an object. */
  find(resource: string, namespace: string, name: string): KubeObject | undefined;
  /** Returns the name of the served resource of a kind. */
  resourceOf(kind: GroupVersionKind): string | undefined;
  readonly authorizer: Authorizer;
  readonly authors: WriteAuthors;
}

/**
 * Creates the entry point of the server, which creates a context for an exchange, runs the handler and records
 * the trace.
 */
export function createHandle(
  handler: Handler,
  { clock, world, random, traces, media, metrics, gates, turns, find, resourceOf, authorizer, authors }: ServeServices,
): Handle {
  return async (exchange) => {
    const { method, target, headers } = exchange;
    const auditId = auditIdOf(headers) ?? random.uuid();
    const trace = traces.active
      ? traces.begin({ requestId: auditId, source: traceSource(headers.get("User-Agent")), method, target })
      : undefined;
    const receivedAt = clock.monotonic();
    const ctx = new RequestContext(exchange, resolveRequestInfo(method, target), {
      auditId,
      clock,
      world,
      receivedAt,
      media,
      metrics,
      gates,
      turns,
      find,
      resourceOf,
      authorizer,
      authors,
      trace,
    });
    const underWay = metrics.begin(ctx);
    const answer = await handler(ctx);
    underWay?.leave();
    metrics.answered(ctx, answer.status, answer.body, (clock.monotonic() - receivedAt) / 1000);
    const body = method === "HEAD" ? "" : measured(metrics, ctx, answer.body);
    if (trace === undefined) return body === answer.body ? answer : { ...answer, body };
    return traced(trace, ctx, exchange, { ...answer, body });
  };
}

/** Returns the audit ID that the client specified; it is returned in a header, as bytes. */
function auditIdOf(headers: HeaderReader): string | undefined {
  const given = headers.get("Audit-ID");
  return given === null || given === "" ? undefined : headerBytes(given);
}

const measured = (metrics: RequestMetrics, ctx: RequestContext, body: AnswerBody): AnswerBody =>
  isInPieces(body) ? inPieces(metrics.measured(ctx, body)) : body;

/** Records the response in the trace, and the chunks of a stream as they are sent. */
function traced(trace: OpenTrace, ctx: RequestContext, exchange: Exchange, answer: Answer): Answer {
  const { body, status, headers } = answer;
  const finite = isInPieces(body);
  const revision = writtenRevision(exchange, answer);
  trace.answered({
    ...(revision !== undefined && { revision }),
    status,
    user: ctx.user.name,
    warnings: ctx.warnings,
    streaming: isStream(body) && !finite,
    bytes: isStream(body) ? 0 : sizeOf(body),
    request: tracedRequest(exchange),
    answer: tracedAnswer(headers, body, traceSource(exchange.headers.get("User-Agent"))),
  });
  if (!isStream(body)) return answer;
  const parts = counted(body, trace);
  return { ...answer, body: finite ? inPieces(parts) : parts };
}

const sizeOf = (body: Exclude<AnswerBody, AsyncIterable<unknown>>): number =>
  typeof body === "string" || body instanceof Uint8Array
    ? body.length
    : body.reduce((size, part) => size + part.length, 0);

async function* counted(
  parts: AsyncIterable<string | Uint8Array>,
  trace: OpenTrace,
): AsyncGenerator<string | Uint8Array> {
  try {
    for await (const part of parts) {
      trace.sent(part.length);
      yield part;
    }
  } finally {
    trace.ended();
  }
}
