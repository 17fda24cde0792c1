import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { isStream, type Answer, type AnswerHeader } from "../../component-base/exchange.ts";
import { gatherTexts, lengthOfTexts, wholeTextsLimit } from "../../component-base/ready-texts.ts";
import { hasNoBody } from "../send-whole.ts";

/** Headers that HTTP/2 forbids, as they are about one connection. */
const ofConnection: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

/**
 * Writes an answer to a stream. Resolves once its body has been sent; a body that fails, or whose client is gone, is
 * released.
 */
export async function writeHttp2Answer(stream: ServerHttp2Stream, answer: Answer, method: string): Promise<void> {
  const { status, body } = answer;
  if (isStream(body)) return writeStreamed(stream, answer, body, method);
  const texts = body instanceof Uint8Array || typeof body === "string" ? undefined : body;
  if (texts !== undefined && lengthOfTexts(texts) > wholeTextsLimit)
    return writeStreamed(stream, answer, gatherTexts(texts), method);
  const bytes = Buffer.from(texts?.join("") ?? (body as string | Uint8Array)); // a list of texts is in `texts`
  if (stream.destroyed) return;
  if (hasNoBody(status)) return stream.respond(headersOf(answer, -1), { endStream: true });
  stream.respond(headersOf(answer, bytes.length), { endStream: method === "HEAD" });
  if (method !== "HEAD") stream.end(bytes);
}

async function writeStreamed(
  stream: ServerHttp2Stream,
  answer: Answer,
  body: AsyncIterable<string | Uint8Array>,
  method: string,
): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  const release = (): void => void iterator.return?.().catch(() => undefined);
  if (stream.destroyed) return release();
  stream.respond(headersOf(answer, -1), { endStream: method === "HEAD" });
  if (method === "HEAD") return release();
  stream.once("close", release);
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      if (stream.destroyed) return;
      if (next.value.length > 0 && !stream.write(next.value)) await drained(stream);
    }
    stream.end();
  } catch {
    // a body that fails ends without its end, so that the client can tell that it is incomplete
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}

/** Waits until the client has taken what was written, or is gone. */
const drained = (stream: ServerHttp2Stream): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.once("drain", done).once("close", done);
  });

/** Returns headers for a response; `bytes` is -1 if the length is unknown or must not be sent. */
function headersOf({ status, headers }: Answer, bytes: number): OutgoingHttpHeaders {
  const byName = new Map<string, string[]>();
  for (const [name, value] of headers) addTo(byName, name.toLowerCase(), value);
  if (bytes >= 0) byName.set("content-length", [String(bytes)]);
  return { ":status": status, ...Object.fromEntries(byName) };
}

function addTo(byName: Map<string, string[]>, name: AnswerHeader[0], value: AnswerHeader[1]): void {
  if (ofConnection.has(name) || name === "content-length") return;
  const values = byName.get(name);
  if (values === undefined) byName.set(name, [value]);
  else values.push(value);
}
