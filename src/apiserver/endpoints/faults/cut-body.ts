import { discardBody, isStream, type Answer, type AnswerBody } from "../../../component-base/exchange.ts";

type Chunk = string | Uint8Array;

/** Ends a body after some bytes, as if the connection was lost. */
export function truncatedAfter(made: Answer, bytes: number): Answer {
  const { body } = made;
  if (isStream(body)) return { ...made, body: firstBytes(body, bytes) };
  return { ...made, body: wholeOf(body).subarray(0, bytes) };
}

const encoder = new TextEncoder();

const bytesOf = (chunk: Chunk): Uint8Array => (typeof chunk === "string" ? encoder.encode(chunk) : chunk);

const wholeOf = (body: Exclude<AnswerBody, AsyncIterable<Chunk>>): Uint8Array =>
  body instanceof Uint8Array ? body : encoder.encode(typeof body === "string" ? body : body.join(""));

async function* firstBytes(body: AsyncIterable<Chunk>, bytes: number): AsyncGenerator<Chunk> {
  let left = bytes;
  if (left <= 0) return discardBody({ body });
  for await (const chunk of body) {
    const whole = bytesOf(chunk);
    yield whole.length <= left ? whole : whole.subarray(0, left);
    left -= whole.length;
    if (left <= 0) return;
  }
}
