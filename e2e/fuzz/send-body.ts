import { PlainHeaders } from "../../src/client/plain-headers.ts";
import type { AnswerBody, Handle } from "../../src/component-base/exchange.ts";

export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
}

const { signal } = new AbortController();
const isList = (body: AnswerBody): body is readonly string[] => Array.isArray(body);

/** Sends `METHOD target` with a body, and accepts JSON. */
export async function sendBody(
  handle: Handle,
  request: string,
  contentType: string,
  body: Uint8Array,
): Promise<FuzzAnswer> {
  const [method = "", target = ""] = request.split(" ");
  const headers = new PlainHeaders([
    ["Content-Type", contentType],
    ["Accept", "application/json"],
  ]);
  const answer = await handle({ method, target, headers, body, signal });
  return {
    status: answer.status,
    text: typeof answer.body === "string" ? answer.body : isList(answer.body) ? answer.body.join("") : "",
  };
}

/**
 * Returns what is wrong with a response: an error must be a Status, and any other response an object. Internal errors
 * that the server reports are checked before.
 */
export function wrongAnswer({ status, text }: FuzzAnswer): string | undefined {
  if (status < 400) return text.startsWith("{") ? undefined : `${status} without an object`;
  return text.includes('"kind":"Status"') && text.includes('"status":"Failure"') && text.includes(`"code":${status}`)
    ? undefined
    : `${status}: ${text}`;
}

export const describeBug = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
