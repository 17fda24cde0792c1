import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import { isStream, type Answer, type AnswerHeader } from "../component-base/exchange.ts";
import { gatherTexts, lengthOfTexts, wholeTextsLimit } from "../component-base/ready-texts.ts";
import type { Outbox } from "./outbox.ts";
import { hasNoBody, isContentLength, sendWhole } from "./send-whole.ts";
import { writeStream } from "./write-stream.ts";

/** Writes a response. Resolves when a stream has ended; returns undefined if the body was complete. */
export function writeAnswer(response: ServerResponse, answer: Answer, outbox: Outbox): Promise<void> | undefined {
  const { body } = answer;
  if (isStream(body)) return stream(response, answer, body, outbox);
  if (body instanceof Uint8Array) endWith(response, answer, body, body.byteLength);
  else if (typeof body === "string") endWithText(response, answer, [body]);
  else if (lengthOfTexts(body) > wholeTextsLimit) return stream(response, answer, gatherTexts(body), outbox);
  else if (body.length <= fewTexts) endWithText(response, answer, body);
  else endWith(response, answer, ...joinTexts(body));
  return undefined;
}

/** Streams a body in chunks, at the rate at which the client reads it. */
function stream(
  response: ServerResponse,
  { status, headers }: Answer,
  body: AsyncIterable<string | Uint8Array>,
  outbox: Outbox,
): Promise<void> {
  hideConnectionHeader(response);
  response.writeHead(status, flatHeaders(headers, -1));
  return writeStream(response, body, outbox);
}

// A string is sent in one piece with the headers. From this number of strings on, copying them into a buffer is faster
// than concatenating them.
const fewTexts = 16;

function endWithText(response: ServerResponse, answer: Answer, texts: readonly string[]): void {
  let text = "";
  let length = 0;
  for (const part of texts) {
    text += part;
    // computed on the parts, since computing it on the whole would flatten the string
    length += Buffer.byteLength(part);
  }
  if (length === text.length) {
    // ASCII needs no encoding, and the headers are bytes already
    if (!sendWhole(response, answer, text)) endWith(response, answer, text, length, "latin1");
    return;
  }
  if (!answer.headers.some(isBinary)) return endWith(response, answer, text, length);
  // otherwise headers and text would be joined into one string, and the headers encoded a second time
  const bytes = Buffer.from(text);
  endWith(response, answer, bytes, bytes.byteLength);
}

/** Whether a header value contains client input that must be sent as UTF-8 bytes. */
const isBinary = ([name, value]: AnswerHeader): boolean =>
  (name === "Warning" || name === "Audit-Id") && Buffer.byteLength(value) > value.length;

function endWith(
  response: ServerResponse,
  { status, headers }: Answer,
  body: string | Uint8Array,
  bytes: number,
  encoding: "latin1" | "utf8" = "utf8",
): void {
  const bodiless = hasNoBody(status);
  hideConnectionHeader(response);
  response.writeHead(status, flatHeaders(headers, bodiless ? -1 : bytes));
  if (bodiless) response.end();
  else response.end(body, encoding);
}

/** Encodes the strings of a list into one buffer, which avoids concatenating and copying them. */
function joinTexts(texts: readonly string[]): [Uint8Array, number] {
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text);
  const joined = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const text of texts) at += joined.write(text, at);
  return [joined, bytes];
}

/** Returns headers as a flat list for writeHead. `bytes` is -1 if the length is unknown or must not be sent. */
function flatHeaders(headers: readonly AnswerHeader[], bytes: number): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) {
    if (!isContentLength(name)) flat.push(name, value);
  }
  if (bytes >= 0) flat.push("Content-Length", String(bytes));
  return flat;
}

/** Omits `Connection: keep-alive`, which is the default in HTTP/1.1 and which Go does not send. */
function hideConnectionHeader(response: ServerResponse): void {
  if (response.shouldKeepAlive && response.req.httpVersionMinor === 1) response.removeHeader("Connection");
}
