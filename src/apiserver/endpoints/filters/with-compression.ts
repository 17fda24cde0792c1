import { memoText } from "../../../component-base/memo.ts";
import { isStream, type Answer, type AnswerBody } from "../../../component-base/exchange.ts";
import { gzip } from "../output/compress.ts";
import type { Filter } from "../handler.ts";

/** Bodies up to this many bytes are sent as they are (responsewriters defaultGzipThresholdBytes). */
const threshold = 128 * 1024;

/** The header names gzip to the letter, without a quality (negotiateContentEncoding). */
const acceptsGzip = memoText((header) => header.split(",").some((token) => token.trim() === "gzip"));

/**
 * OpenAPI and metrics have rules of their own: version 2 and metrics are compressed whatever their size, version 3
 * never.
 */
const hasOwnRules = (path: string): boolean => path.startsWith("/openapi/") || path.startsWith("/metrics");

/** Compresses large answers for who accepts gzip; streams stay as they are. */
export const withCompression: Filter = (next) => (ctx) => {
  const answer = next(ctx);
  const wanted =
    acceptsGzip(ctx.exchange.headers.get("Accept-Encoding") ?? "") &&
    ctx.exchange.method !== "HEAD" &&
    !hasOwnRules(ctx.info.path);
  return wanted ? answer.then(compressLarge) : answer;
};

const compressLarge = (answer: Answer): Answer | Promise<Answer> =>
  isStream(answer.body) || !isLarge(answer.body) ? answer : compress(answer, bytesOf(answer.body));

type WholeBody = Exclude<AnswerBody, AsyncIterable<unknown>>;

const bytesOf = (body: WholeBody): Uint8Array =>
  body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === "string" ? body : body.join(""));

/** Whether a body may have more bytes than the threshold; no character takes more than three. */
function isLarge(body: WholeBody): boolean {
  if (body instanceof Uint8Array) return body.length > threshold;
  const length = typeof body === "string" ? body.length : body.reduce((sum, part) => sum + part.length, 0);
  return length * 3 > threshold;
}

async function compress(answer: Answer, bytes: Uint8Array): Promise<Answer> {
  if (bytes.length <= threshold) return answer;
  return {
    ...answer,
    headers: [...answer.headers, ["Content-Encoding", "gzip"], ["Vary", "Accept-Encoding"]],
    body: await gzip(bytes),
  };
}
