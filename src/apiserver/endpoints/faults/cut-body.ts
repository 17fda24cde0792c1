import { isStream, type Answer, type AnswerBody } from "../../../component-base/exchange.ts";

type Chunk = string | Uint8Array;

/** Ends a body after some bytes, as if the connection was lost. */
export function truncatedAfter(made: Answer, bytes: number): Answer {
  const { body } = made;
  if (isStream(body)) return { ...made, body: firstBytes(body, bytes) };
  return { ...made, body: wholeOf(body).subarray(0, bytes) };
}

/** Ends a watch after some events, as if the server had closed it. Other answers stay as they are. */
export const droppedAfter = (made: Answer, events: number): Answer =>
  isStream(made.body) ? { ...made, body: firstLines(made.body, events) } : made;

const encoder = new TextEncoder();

const bytesOf = (chunk: Chunk): Uint8Array => (typeof chunk === "string" ? encoder.encode(chunk) : chunk);

const wholeOf = (body: Exclude<AnswerBody, AsyncIterable<Chunk>>): Uint8Array =>
  body instanceof Uint8Array ? body : encoder.encode(typeof body === "string" ? body : body.join(""));

async function* firstBytes(body: AsyncIterable<Chunk>, bytes: number): AsyncGenerator<Chunk> {
  let left = bytes;
  if (left <= 0) return void (await body[Symbol.asyncIterator]().return?.());
  for await (const chunk of body) {
    const whole = bytesOf(chunk);
    yield whole.length <= left ? whole : whole.subarray(0, left);
    left -= whole.length;
    if (left <= 0) return;
  }
}

const newline = 0x0a;

async function* firstLines(body: AsyncIterable<Chunk>, events: number): AsyncGenerator<Chunk> {
  let left = events;
  if (left <= 0) return void (await body[Symbol.asyncIterator]().return?.());
  for await (const chunk of body) {
    const whole = bytesOf(chunk);
    let end = 0;
    while (left > 0 && end < whole.length) {
      const at = whole.indexOf(newline, end);
      if (at < 0) end = whole.length;
      else [end, left] = [at + 1, left - 1];
    }
    yield whole.subarray(0, end);
    if (left === 0) return;
  }
}
