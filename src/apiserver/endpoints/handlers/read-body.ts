import { newRequestEntityTooLarge } from "../../../apimachinery/errors.ts";
import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import { largeSize } from "../../../component-base/work.ts";
import { duringStage } from "../../../component-base/trace.ts";
import type { RequestContext } from "../request-context.ts";
import type { RequestBody } from "../../../component-base/exchange.ts";
import { joinBytes } from "../../../component-base/join-bytes.ts";

/** The maximum size of a request body in bytes (server.Config.MaxRequestBodyBytes). */
const maxRequestBodyBytes = 3 * 1024 * 1024;

const empty = new Uint8Array();

/** Reads the body of a request; throws a 413 error as soon as it exceeds the limit (handlers.limitedReadBody). */
export const readBody = (ctx: RequestContext): MaybeAsync<Uint8Array> => {
  const body = duringStage(ctx.trace, "reading", () => wholeBody(ctx.exchange.body, maxRequestBodyBytes));
  return afterwards(body, (bytes) => {
    if (bytes.byteLength >= largeSize) ctx.isLarge = true;
    return bytes;
  });
};

function wholeBody(body: RequestBody, limit: number): MaybeAsync<Uint8Array> {
  if (body === null) return empty;
  if (body instanceof Uint8Array) {
    if (body.byteLength > limit) throw tooLarge(limit);
    return body;
  }
  return collect(body, limit);
}

const tooLarge = (limit: number) => newRequestEntityTooLarge(`limit is ${limit}`);

async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    parts.push(part.value);
  }
  return joinBytes(parts);
}
