import { textAnswer } from "../apiserver/endpoints/output/answers.ts";
import type { RequestContext } from "../apiserver/endpoints/request-context.ts";
import {
  inPieces,
  isListed,
  isStream,
  type Answer,
  type AnswerBody,
  type AnswerHeader,
} from "../component-base/exchange.ts";
import { largestExtensionAnswer } from "../component-base/extension-server.ts";
import { isAvailable, type ApiService } from "./api-service.ts";
import { hostOf, type ExtensionClient } from "./extension-client.ts";
import { namesUser } from "./user-headers.ts";

/** Headers that concern one connection only (httputil.ReverseProxy). */
const hopHeaders: ReadonlySet<string> = new Set(
  "connection proxy-connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

/** Headers that this server has acted on, and those that it sets itself. */
const ownHeaders: ReadonlySet<string> = new Set(
  "authorization host content-length accept-encoding audit-id x-forwarded-uri x-forwarded-host x-forwarded-proto".split(
    " ",
  ),
);

/**
 * Proxies a request to the extension server of an APIService (proxyHandler.ServeHTTP). What fails is answered as
 * upstream does: with 503 and a sentence as plain text.
 */
export async function proxy(ctx: RequestContext, service: ApiService, client: ExtensionClient): Promise<Answer> {
  const unavailable = (): Answer => textAnswer(ctx, 503, "service unavailable\n");
  if (!isAvailable(service)) return unavailable();
  const { method, target, body } = ctx.exchange;
  let address;
  try {
    address = client.addressOf(service);
  } catch {
    return unavailable();
  }
  const failed = (reason: string): Answer => textAnswer(ctx, 503, `error trying to reach service: ${reason}\n`);
  if (ctx.upgrades) return failed("this server proxies no upgrades of connections");
  const calling = new AbortController();
  const { signal } = calling;
  const stop = followDeadline(ctx, calling);
  const headers = [...forwardedHeaders(ctx), ...forwardingHeaders(ctx, hostOf(address))];
  const asked = { method, target: withSortedQuery(target, ctx), user: ctx.user, headers, body, signal };
  try {
    const answer = await orAborted(client.call(service, address, asked), signal);
    if (answer.status === 101) {
      calling.abort();
      throw new Error("the backend switched protocols, which was not asked for");
    }
    return proxied(ctx, answer, stop);
  } catch (error) {
    stop();
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** How much later than the filter for deadlines, which answers the client, a call is given up. */
const graceMs = 2000;

/** Aborts the call with the request: when the client leaves, or the request has timed out. */
function followDeadline(ctx: RequestContext, calling: AbortController): () => void {
  const leave = (): void => calling.abort(new Error("context canceled"));
  const late = (): void => calling.abort(new Error("context deadline exceeded"));
  ctx.signal.addEventListener("abort", leave, { once: true });
  if (ctx.signal.aborted) leave();
  const cancel =
    ctx.deadline === undefined ? undefined : ctx.clock.after(ctx.deadline - ctx.clock.monotonic() + graceMs, late);
  return () => {
    ctx.signal.removeEventListener("abort", leave);
    cancel?.();
  };
}

/** Rejects as soon as the signal is aborted, whether the called function follows the signal or not. */
function orAborted(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error); // of followDeadline
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * The headers of the client that go on to the extension server. Credentials and names of users do not: the first are
 * this server's, the second are what it found out by them.
 */
function forwardedHeaders({ exchange: { headers } }: RequestContext): readonly AnswerHeader[] {
  const sent = isListed(headers) ? [...headers] : listedNames.flatMap((name) => pairOf(name, headers.get(name)));
  const named = new Set((headers.get("Connection") ?? "").toLowerCase().split(/[ ,]+/));
  return sent.filter(([name]) => {
    const lower = name.toLowerCase();
    if (hopHeaders.has(lower) || ownHeaders.has(lower) || named.has(lower)) return false;
    return !namesUser(lower) && !lower.startsWith("impersonate-");
  });
}

/** What is forwarded of headers that cannot be listed. */
const listedNames = ["Accept", "Content-Type", "User-Agent", "If-None-Match", "X-Forwarded-For"];
const pairOf = (name: string, value: string | null): readonly AnswerHeader[] => (value === null ? [] : [[name, value]]);

/** The headers that tell of the request as it arrived here. */
function forwardingHeaders({ exchange, auditId, info }: RequestContext, host: string): readonly AnswerHeader[] {
  const { remoteAddress } = exchange;
  return [
    ["Audit-ID", auditId],
    ["X-Forwarded-Uri", info.path],
    ["X-Forwarded-Host", host],
    ["X-Forwarded-Proto", "https"],
    ...(remoteAddress === undefined ? [] : [["X-Forwarded-For", remoteAddress] as const]),
  ];
}

/** Returns the target with its parameters sorted by name, as Go encodes them. */
function withSortedQuery(target: string, ctx: RequestContext): string {
  const at = target.indexOf("?");
  if (at < 0) return target;
  const query = new URLSearchParams([...ctx.query].flatMap(([key, values]) => values.map((value) => [key, value])));
  query.sort();
  return query.size === 0 ? target.slice(0, at) : `${target.slice(0, at)}?${query.toString()}`;
}

/** The answer of the extension server as this server passes it on. */
function proxied(ctx: RequestContext, answer: Answer, stop: () => void): Answer {
  const headers = answer.headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !hopHeaders.has(lower) && lower !== "content-length";
  });
  const has = (wanted: string): boolean => headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase());
  const own: readonly AnswerHeader[] = [
    ["Audit-Id", ctx.auditId],
    ["Cache-Control", "no-cache, private"],
  ];
  return {
    status: answer.status,
    headers: [...own.filter(([name]) => !has(name)), ...headers],
    body: passedOn(answer.body, ctx.info.verb === "watch", stop),
  };
}

/** Ends the call with its body. A body that is no watch is bounded. */
function passedOn(body: AnswerBody, isWatch: boolean, stop: () => void): AnswerBody {
  if (!isStream(body)) {
    stop();
    return body;
  }
  return isWatch ? inTurn(body, Infinity, stop) : inPieces(inTurn(body, largestExtensionAnswer, stop));
}

/** Reads a part when the one before has been taken, so that a slow client slows the extension server. */
async function* inTurn(
  body: AsyncIterable<string | Uint8Array>,
  most: number,
  stop: () => void,
): AsyncGenerator<string | Uint8Array> {
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > most) throw new Error(`the answer is larger than ${most / 1_000_000} MB`);
      yield part;
    }
  } finally {
    stop();
  }
}
