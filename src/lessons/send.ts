import type { Clock } from "../apimachinery/clock.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import { gunzipWithin } from "../component-base/bounded-inflate.ts";
import { type Answer, type Handle, isInPieces, isStream } from "../component-base/exchange.ts";
import { joinBytes } from "../component-base/join-bytes.ts";
import { type LessonBounds, StepProblem, type Usage } from "./bounds.ts";
import { within } from "./timeout.ts";
import { OpenWatch } from "./open-watch.ts";
import type { RequestEndings } from "./request-endings.ts";

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** An answer that was read: bytes and, where they are text or JSON, those; or a watch that is open. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly value: JsonValue | undefined;
  readonly watch: OpenWatch | undefined;
}

export interface SendOptions {
  readonly handle: Handle;
  readonly clock: Clock;
  readonly bounds: LessonBounds;
  readonly usage: Usage;
  readonly signal: AbortSignal;
  readonly endings: RequestEndings;
}

/** Sends a request within the bounds; throws a StepProblem when one is passed. */
export async function send(
  { method, target, headers, body }: SentRequest,
  { handle, clock, bounds, usage, endings }: SendOptions,
): Promise<ReceivedAnswer> {
  usage.request(body.length + target.length);
  const ending = endings.open();
  const release = (): void => endings.release(ending);
  const stop = (): void => {
    release();
    ending.abort();
  };
  const exchange = {
    method,
    target,
    headers: new PlainHeaders(headers),
    body: body.length === 0 ? null : body,
    signal: ending.signal,
  };
  const answer = await within(clock, bounds.requestMs, handle(exchange)).catch((error: unknown) => {
    release();
    throw error;
  });
  if (answer === undefined) {
    stop();
    throw new StepProblem(`there was no answer within ${bounds.requestMs / 1000} s`);
  }
  if (isStream(answer.body) && !isInPieces(answer.body)) {
    // HTTP/1.1 sends what has no known length in chunks
    const watch = new OpenWatch(answer.body, { clock, bounds, stop });
    return {
      status: answer.status,
      headers: [...answer.headers, ["Transfer-Encoding", "chunked"]],
      bytes: new Uint8Array(),
      text: "",
      value: undefined,
      watch,
    };
  }
  const received = await within(clock, bounds.requestMs, read(answer, bounds)).finally(release);
  if (received === undefined) {
    stop();
    throw new StepProblem(`the answer did not end within ${bounds.requestMs / 1000} s`);
  }
  return received;
}

async function read({ status, headers, body }: Answer, bounds: LessonBounds): Promise<ReceivedAnswer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let length = 0;
  const whole = isStream(body) ? body : typeof body === "string" || body instanceof Uint8Array ? [body] : body;
  for await (const part of whole) {
    const bytes = typeof part === "string" ? encoder.encode(part) : part;
    length += bytes.length;
    if (length > bounds.answerBytes) throw new StepProblem(`the answer has more than ${bounds.answerBytes} bytes`);
    parts.push(bytes);
  }
  const raw = joinBytes(parts);
  const names = new PlainHeaders(headers);
  const bytes = names.get("content-encoding") === "gzip" ? await gunzipWithin(raw, bounds.answerBytes) : raw;
  const text = new TextDecoder().decode(bytes);
  return {
    status,
    headers,
    bytes,
    text,
    value: await valueOf(text, names.get("content-type") ?? ""),
    watch: undefined,
  };
}

/** Reads a text as the document that its media type says; undefined if it is none. */
export async function valueOf(text: string, type: string): Promise<JsonValue | undefined> {
  try {
    if (type.startsWith("application/json")) return decodeJson(text);
    if (!type.startsWith("application/yaml")) return undefined;
    const { parse } = await import("yaml");
    return parse(text, { intAsBigInt: false }) as JsonValue;
  } catch {
    return undefined;
  }
}
