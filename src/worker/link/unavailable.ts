import type { Status } from "../../apimachinery/meta.ts";
import type { Answer } from "../../component-base/exchange.ts";

/** A failure Status as a whole answer, for what goes wrong between a page and its server. */
export function newStatusAnswer(code: number, reason: string, message: string): Answer {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
  return { status: code, headers: [["Content-Type", "application/json"]], body: JSON.stringify(status) };
}

/** 503: the server cannot be reached. Without Retry-After, since a write that was under way may have been done. */
export const newUnavailableAnswer = (message: string): Answer => newStatusAnswer(503, "ServiceUnavailable", message);

/** What an aborted exchange gets, which nobody reads. */
export const newAbortedAnswer = (): Answer => newStatusAnswer(499, "", "the request was aborted");
