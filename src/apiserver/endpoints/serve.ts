import type { Clock } from "../../apimachinery/clock.ts";
import type { Random } from "../../apimachinery/random.ts";
import {
  isStream,
  type Answer,
  type AnswerBody,
  type Handle,
  type HeaderReader,
} from "../../component-base/exchange.ts";
import type { OpenTrace } from "../../component-base/open-trace.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { TraceRing } from "../../component-base/trace-ring.ts";
import { traceSource } from "../../component-base/trace-source.ts";
import { resolveRequestInfo } from "../request/resolve-request-info.ts";
import type { RequestMetrics } from "./metrics/request-metrics.ts";
import type { MediaContext } from "./output/media-context.ts";
import { headerBytes } from "./output/warning-header.ts";
import { RequestContext } from "./request-context.ts";
import type { Handler } from "./handler.ts";

/** The services available to requests. */
export interface ServeServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly traces: TraceRing;
  readonly media: MediaContext;
  readonly metrics: RequestMetrics;
  readonly gates: FeatureGates;
}

/**
 * Creates the entry point of the server, which creates a context for an exchange, runs the handler and records
 * the trace.
 */
export function createHandle(
  handler: Handler,
  { clock, random, traces, media, metrics, gates }: ServeServices,
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
      receivedAt,
      media,
      metrics,
      gates,
      trace,
    });
    const underWay = metrics.begin(ctx);
    const answer = await handler(ctx);
    underWay?.leave();
    metrics.answered(ctx, answer.status, answer.body, (clock.monotonic() - receivedAt) / 1000);
    const body = method === "HEAD" ? "" : answer.body;
    if (trace === undefined) return body === answer.body ? answer : { ...answer, body };
    return traced(trace, ctx, { ...answer, body });
  };
}

/** Returns the audit ID that the client specified; it is returned in a header, as bytes. */
function auditIdOf(headers: HeaderReader): string | undefined {
  const given = headers.get("Audit-ID");
  return given === null || given === "" ? undefined : headerBytes(given);
}

/** Records the response in the trace, and the chunks of a stream as they are sent. */
function traced(trace: OpenTrace, ctx: RequestContext, answer: Answer): Answer {
  const { body, status } = answer;
  const streaming = isStream(body);
  trace.answered({
    status,
    user: ctx.user.name,
    warnings: ctx.warnings,
    streaming,
    bytes: streaming ? 0 : sizeOf(body),
  });
  return streaming ? { ...answer, body: counted(body, trace) } : answer;
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
