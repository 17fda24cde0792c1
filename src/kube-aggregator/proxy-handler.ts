import { messageOf } from "../apimachinery/message-of.ts";
import { caBundleProblem } from "../apimachinery/ca-bundle.ts";
import { describeUser } from "../apiserver/endpoints/filters/with-authentication.ts";
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
import { forwardingHeaders, hostOf, type ExtensionClient } from "./extension-client.ts";
import { namesUser } from "./user-headers.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Headers that concern one connection only (httputil.ReverseProxy). */
const hopHeaders = words(
  "connection proxy-connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade",
);

/** Headers that this server has acted on, and those that it sets itself. */
const ownHeaders = words(
  "authorization host content-length audit-id x-forwarded-for x-forwarded-uri x-forwarded-host x-forwarded-proto",
);

/** Headers by which only this server may allow pages of other origins to read an answer (removeCORSHeaders). */
const corsHeaders = words(
  "access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin",
);

/**
 * Proxies a request to the extension server of an APIService (proxyHandler.ServeHTTP). What fails is answered as
 * upstream does: with 503 and a sentence as plain text.
 */
export async function proxy(ctx: RequestContext, service: ApiService, client: ExtensionClient): Promise<Answer> {
  ctx.trace?.stage("extension server");
  const unavailable = (): Answer => {
    ctx.trace?.decide(`not sent on: APIService ${service.metadata.name ?? ""} is not available`);
    return textAnswer(ctx, 503, "service unavailable\n");
  };
  if (!isAvailable(service)) return unavailable();
  const untrusted = caBundleProblem(service.spec.caBundle ?? "");
  if (untrusted !== undefined) {
    ctx.trace?.decide(`not sent on: the caBundle of APIService ${service.metadata.name ?? ""} has no certificate`);
    return textAnswer(ctx, 500, `${untrusted}\n`);
  }
  const { method, body } = ctx.exchange;
  let address;
  try {
    address = client.addressOf(service);
  } catch {
    return unavailable();
  }
  const sent = `sent to ${client.describe(service, address)} as ${describeUser(ctx.user)}`;
  const failed = (reason: string): Answer => {
    ctx.trace?.decide(`${sent}; it failed: ${reason}`);
    return textAnswer(ctx, 503, `error trying to reach service: ${reason}\n`);
  };
  if (ctx.upgrades) return failed("this server proxies no upgrades of connections");
  const calling = new AbortController();
  const { signal } = calling;
  const stop = followDeadline(ctx, calling);
  const path = escapedPath(ctx.info.path);
  const told = [...clientHeaders(ctx.exchange), ...forwardingHeaders(hostOf(address), cleanPath(path))];
  const headers: readonly AnswerHeader[] = [...forwardedHeaders(ctx), ["Audit-ID", ctx.auditId], ...told];
  const asked = { method, target: path + sortedQuery(ctx), user: ctx.user, headers, body, signal };
  try {
    const answer = await orAborted(client.call(service, address, asked), signal);
    if (answer.status === 101) {
      calling.abort();
      throw new Error("the backend switched protocols, which was not asked for");
    }
    ctx.trace?.decide(`${sent}; it answered ${answer.status}`);
    if (isRedirect(answer)) {
      calling.abort();
      return { ...answer, headers: [...commonHeaders(ctx), plainText], status: 502, body: redirected };
    }
    return proxied(ctx, answer, stop);
  } catch (error) {
    stop();
    return failed(messageOf(error));
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
  const endToEnd = withoutHops(sent).filter(([name]) => {
    const lower = name.toLowerCase();
    return !ownHeaders.has(lower) && !namesUser(lower) && !lower.startsWith("impersonate-");
  });
  const takesTrailers = /(^|,)\s*trailers\s*(,|$)/i.test(headers.get("TE") ?? "");
  return takesTrailers ? [...endToEnd, ["TE", "trailers"]] : endToEnd;
}

/** Returns headers without those of one connection, among them those that `Connection` names. */
function withoutHops(headers: readonly AnswerHeader[]): readonly AnswerHeader[] {
  const connection = headers.filter(([name]) => name.toLowerCase() === "connection");
  const named = new Set(connection.flatMap(([, value]) => value.toLowerCase().split(/[ ,]+/)));
  return headers.filter(([name]) => !hopHeaders.has(name.toLowerCase()) && !named.has(name.toLowerCase()));
}

/** What is forwarded of headers that cannot be listed. */
const listedNames = ["Accept", "Content-Type", "User-Agent", "If-None-Match"];
const pairOf = (name: string, value: string | null): readonly AnswerHeader[] => (value === null ? [] : [[name, value]]);

/** The addresses that the request came from: those that the client names, and its own (httputil.ReverseProxy). */
function clientHeaders({ headers, remoteAddress }: RequestContext["exchange"]): readonly AnswerHeader[] {
  const clients = [headers.get("X-Forwarded-For"), remoteAddress].filter((client) => typeof client === "string");
  return clients.length === 0 ? [] : [["X-Forwarded-For", clients.join(", ")]];
}

/** Escapes a path as Go does (URL.EscapedPath): an escaped slash of the client becomes a plain one. */
const escapedPath = (path: string): string =>
  encodeURI(path.toWellFormed()).replace(
    /[?#!*'()]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );

/** Returns a path without empty elements, `.` and `..` (path.Join), with its last slash. */
function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}${path.endsWith("/") ? "/" : ""}`;
}

/** Returns the parameters sorted by name, as Go encodes them, with the question mark. */
function sortedQuery(ctx: RequestContext): string {
  const query = new URLSearchParams([...ctx.query].flatMap(([key, values]) => values.map((value) => [key, value])));
  query.sort();
  return query.size === 0 ? "" : `?${query.toString()}`;
}

const plainText: AnswerHeader = ["Content-Type", "text/plain; charset=utf-8"];
const redirected = "the backend attempted to redirect this request, which is not permitted";

/** Reports whether an answer sends the client elsewhere (UpgradeAwareHandler.RejectForwardingRedirects). */
const isRedirect = ({ status, headers }: Answer): boolean =>
  status >= 300 && status <= 399 && headers.some(([name, value]) => name.toLowerCase() === "location" && value !== "");

const commonHeaders = (ctx: RequestContext): readonly AnswerHeader[] => [
  ["Audit-Id", ctx.auditId],
  ["Cache-Control", "no-cache, private"],
];

/** The answer of the extension server as this server passes it on, with its headers beside the common ones. */
function proxied(ctx: RequestContext, answer: Answer, stop: () => void): Answer {
  const headers = withoutHops(answer.headers).filter(([name]) => !corsHeaders.has(name.toLowerCase()));
  return {
    status: answer.status,
    headers: [...commonHeaders(ctx), ...headers],
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
