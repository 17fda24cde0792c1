import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import { isStream, type Answer, type AnswerHeader } from "../component-base/exchange.ts";
import { gatherTexts, lengthOfTexts, wholeTextsLimit } from "../component-base/ready-texts.ts";
import { hasNoBody, isContentLength, sendWhole } from "./send-whole.ts";
import { writeStream } from "./write-stream.ts";

/** Sends an answer; resolves when a stream has ended, at once when the body was there. */
export function writeAnswer(response: ServerResponse, answer: Answer): Promise<void> | undefined {
  const { body } = answer;
  if (isStream(body)) return stream(response, answer, body);
  if (body instanceof Uint8Array) endWith(response, answer, body, body.byteLength);
  else if (typeof body === "string") endWithText(response, answer, [body]);
  else if (lengthOfTexts(body) > wholeTextsLimit) return stream(response, answer, gatherTexts(body));
  else if (body.length <= fewTexts) endWithText(response, answer, body);
  else endWith(response, answer, ...joinTexts(body));
  return undefined;
}

/** Sends a body in chunks, as its reader takes them. */
function stream(
  response: ServerResponse,
  { status, headers }: Answer,
  body: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  hideConnectionHeader(response);
  response.writeHead(status, flatHeaders(headers, -1));
  return writeStream(response, body);
}

// A text goes out in one piece with the head; from so many on, copying them into bytes is faster than making one text
// of them.
const fewTexts = 16;

function endWithText(response: ServerResponse, answer: Answer, texts: readonly string[]): void {
  let text = "";
  let length = 0;
  for (const part of texts) {
    text += part;
    length += Buffer.byteLength(part); // of the parts, since asking the whole would copy it
  }
  if (length === text.length) {
    // ASCII, which needs no encoder, and the head is bytes already
    if (!sendWhole(response, answer, text)) endWith(response, answer, text, length, "latin1");
    return;
  }
  if (!answer.headers.some(isBinary)) return endWith(response, answer, text, length);
  const bytes = Buffer.from(text); // head and text would go out as one text, and the head's bytes be encoded once more
  endWith(response, answer, bytes, bytes.byteLength);
}

/** Warnings and the name of a request hold what a client sent, in the bytes of UTF-8. */
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

/** Lists come as many texts: written into one buffer they are neither joined nor copied twice. */
function joinTexts(texts: readonly string[]): [Uint8Array, number] {
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text);
  const joined = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const text of texts) at += joined.write(text, at);
  return [joined, bytes];
}

/** Names and values in one list, as writeHead takes them. `bytes` is -1 where the length is not known or not told. */
function flatHeaders(headers: readonly AnswerHeader[], bytes: number): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) {
    if (!isContentLength(name)) flat.push(name, value);
  }
  if (bytes >= 0) flat.push("Content-Length", String(bytes));
  return flat;
}

/** HTTP/1.1 keeps connections anyway; Go does not say so either. */
function hideConnectionHeader(response: ServerResponse): void {
  if (response.shouldKeepAlive && response.req.httpVersionMinor === 1) response.removeHeader("Connection");
}
