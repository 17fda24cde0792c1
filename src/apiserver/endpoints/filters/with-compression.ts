import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import { memoText } from "../../../component-base/memo.ts";
import { inPieces, isInPieces, isStream, type Answer, type AnswerBody } from "../../../component-base/exchange.ts";
import { gatherTexts, lengthOfTexts, wholeTextsLimit } from "../../../component-base/ready-texts.ts";
import { duringStage } from "../../../component-base/trace.ts";
import { gzip, gzipParts } from "../output/compress.ts";
import type { Filter } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** Bodies up to this size in bytes are not compressed (responsewriters defaultGzipThresholdBytes). */
const threshold = 128 * 1024;

/** Whether the header contains exactly `gzip`, without a quality value (negotiateContentEncoding). */
const acceptsGzip = memoText((header) => header.split(",").some((token) => token.trim() === "gzip"));

/**
 * Whether a path has its own compression rules: OpenAPI v2 and metrics are compressed regardless of size,
 * OpenAPI v3 never.
 */
const hasOwnRules = (path: string): boolean => path.startsWith("/openapi/") || path.startsWith("/metrics");

/** Headers of the answers of extension servers, which have decided about compression themselves. */
const decided = /^content-(length|encoding)$/i;

/**
 * Compresses large responses if the client accepts gzip, long lists while they are read. Watches are not compressed.
 */
export const withCompression: Filter = (next) => (ctx) => {
  const answer = next(ctx);
  const wanted =
    acceptsGzip(ctx.exchange.headers.get("Accept-Encoding") ?? "") &&
    ctx.exchange.method !== "HEAD" &&
    !hasOwnRules(ctx.info.path);
  return wanted ? answer.then((whole) => compressLarge(ctx, whole)) : answer;
};

function compressLarge({ trace }: RequestContext, answer: Answer): MaybeAsync<Answer> {
  const { body } = answer;
  if (isInPieces(body)) return isDecided(answer) ? answer : compressed(answer, inPieces(gzipParts(body)));
  if (isStream(body) || !isLarge(body) || isDecided(answer)) return answer;
  if (typeof body === "string" || body instanceof Uint8Array || lengthOfTexts(body) <= wholeTextsLimit)
    return duringStage(trace, "compression", () => compress(answer, bytesOf(body)));
  return compressed(answer, inPieces(gzipParts(gatherTexts(body))));
}

const isDecided = ({ headers }: Answer): boolean => headers.some(([name]) => decided.test(name));

const compressed = (answer: Answer, body: AnswerBody): Answer => ({
  ...answer,
  headers: [...answer.headers, ["Content-Encoding", "gzip"], ["Vary", "Accept-Encoding"]],
  body,
});

type WholeBody = Exclude<AnswerBody, AsyncIterable<unknown>>;

const bytesOf = (body: WholeBody): Uint8Array =>
  body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === "string" ? body : body.join(""));

/** Whether a body may exceed the threshold, given that a character takes at most three bytes. */
function isLarge(body: WholeBody): boolean {
  if (body instanceof Uint8Array) return body.length > threshold;
  const length = typeof body === "string" ? body.length : lengthOfTexts(body);
  return length * 3 > threshold;
}

const compress = async (answer: Answer, bytes: Uint8Array): Promise<Answer> =>
  bytes.length <= threshold ? answer : compressed(answer, await gzip(bytes));
