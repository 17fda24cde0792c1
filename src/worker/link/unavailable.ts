import type { Status } from "../../apimachinery/meta.ts";
import type { Answer } from "../../component-base/exchange.ts";

/** Returns a response with a failure Status, for errors between a page and its server. */
export function newStatusAnswer(code: number, reason: string, message: string): Answer {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
  return { status: code, headers: [["Content-Type", "application/json"]], body: JSON.stringify(status) };
}

/**
 * Returns a 503 response: the server cannot be reached. It has no Retry-After, since a write in flight may have been
 * committed.
 */
export const newUnavailableAnswer = (message: string): Answer => newStatusAnswer(503, "ServiceUnavailable", message);

/** Returns the response for an aborted exchange, which is not read by anyone. */
export const newAbortedAnswer = (): Answer => newStatusAnswer(499, "", "the request was aborted");
