import type { Answer, AnswerHeader, Handle, RequestBody } from "../component-base/exchange.ts";
import { discardBody, isStream } from "../component-base/exchange.ts";
import { PlainHeaders } from "./plain-headers.ts";

/** The part of the `fetch` interface that a client of one server needs. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that calls a handle. Unlike the browser's, it keeps all headers, can send a GET with a body, and
 * does not normalize a target given as a string, e.g. `..`. The host of the URL is ignored.
 */
export const createFetch =
  (handle: Handle): Fetch =>
  async (input, init = {}) => {
    const request = input instanceof Request ? input : undefined;
    const signal = init.signal ?? request?.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    const method = normalizeMethod(init.method ?? request?.method ?? "GET");
    const { body, contentType } = await readBody(init.body === undefined ? request?.body : init.body);
    const headers = readHeaders(init.headers ?? request?.headers ?? {}, contentType);
    const ending = linkedController(signal);
    const answer = await untilAborted(
      handle({ method, target: targetOf(input), headers, body, signal: ending.signal }),
      signal,
    );
    if (!isStream(answer.body)) ending.unlink();
    return toResponse(answer, method, signal, ending);
  };

/** Aborts an exchange when the caller's signal aborts or the response body is cancelled. */
interface LinkedController {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops listening to the caller's signal. */
  unlink(): void;
}

function linkedController(signal: AbortSignal): LinkedController {
  const own = new AbortController();
  const forward = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", forward, { once: true });
  return { signal: own.signal, abort: () => own.abort(), unlink: () => signal.removeEventListener("abort", forward) };
}

/** Upper-cases the methods that fetch normalizes; others are unchanged. */
function normalizeMethod(method: string): string {
  const upper = method.toUpperCase();
  return ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"].includes(upper) ? upper : method;
}

function targetOf(input: string | URL | Request): string {
  if (input instanceof URL) return input.pathname + input.search;
  const text = (input instanceof Request ? input.url : input).split("#", 1)[0] ?? "";
  const scheme = text.indexOf("://");
  if (text.startsWith("/") || scheme < 0) return text.startsWith("/") ? text : `/${text}`;
  const path = text.slice(scheme + 3).replace(/^[^/?]*/, "");
  return path.startsWith("/") ? path : `/${path}`;
}

function readHeaders(init: HeadersInit, contentType: string | undefined): PlainHeaders {
  const entries =
    Symbol.iterator in init
      ? [...init].map(([name = "", value = ""]) => [name, value] as const)
      : Object.entries(init).map(([name, value]) => [name, String(value)] as const);
  const typed = contentType === undefined || entries.some(([name]) => name.toLowerCase() === "content-type");
  return new PlainHeaders(typed ? entries : [...entries, ["Content-Type", contentType]]);
}

async function readBody(
  body: BodyInit | null | undefined,
): Promise<{ readonly body: RequestBody; readonly contentType?: string }> {
  if (body === null || body === undefined) return { body: null };
  if (typeof body === "string")
    return { body: new TextEncoder().encode(body), contentType: "text/plain;charset=UTF-8" };
  if (body instanceof ReadableStream) return { body };
  if (ArrayBuffer.isView(body)) return { body: new Uint8Array(body.buffer, body.byteOffset, body.byteLength) };
  if (body instanceof ArrayBuffer) return { body: new Uint8Array(body) };
  const carrier = new Response(body); // Response encodes a Blob, FormData or URLSearchParams
  const contentType = carrier.headers.get("Content-Type");
  return { body: new Uint8Array(await carrier.arrayBuffer()), ...(contentType !== null && { contentType }) };
}

function untilAborted(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason);
      void answer.then(discardBody);
    };
    signal.addEventListener("abort", abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function toResponse(answer: Answer, method: string, signal: AbortSignal, ending: LinkedController): Response {
  const { status, body } = answer;
  const headers = toHeaders(answer.headers);
  if (method === "HEAD" || status < 200 || status === 204 || status === 205 || status === 304) {
    discardBody({ body });
    ending.unlink();
    if (isStream(body)) ending.abort();
    return withStatus(new Response(null, { status: status < 200 ? 200 : status, headers }), status);
  }
  return new Response(isStream(body) ? toStream(body, signal, ending) : toBody(body), { status, headers });
}

/** Sets a status that the Response constructor rejects: those below 200, such as 101 for an upgrade. */
function withStatus(response: Response, status: number): Response {
  if (response.status === status) return response;
  return Object.defineProperties(response, { status: { value: status }, ok: { value: false } });
}

/** For an empty string, Response would add a Content-Type that the answer does not have. */
const toBody = (body: string | Uint8Array | readonly string[]): BodyInit =>
  body === ""
    ? new Uint8Array()
    : typeof body === "string"
      ? body
      : body instanceof Uint8Array
        ? new Uint8Array(body)
        : body.join("");

function toHeaders(pairs: readonly AnswerHeader[]): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

function toStream(
  parts: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  ending: LinkedController,
): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let abort = (): void => {};
  const stop = (): void => {
    signal.removeEventListener("abort", abort);
    ending.unlink();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      abort = () => {
        controller.error(signal.reason);
        void iterator.return?.();
      };
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
    },
    async pull(controller) {
      const next = await iterator.next();
      if (signal.aborted) return;
      if (next.done !== true)
        return controller.enqueue(typeof next.value === "string" ? encoder.encode(next.value) : next.value);
      stop();
      controller.close();
    },
    cancel() {
      stop();
      ending.abort(); // return() has no effect while next() is pending
      void iterator.return?.();
    },
  });
}
