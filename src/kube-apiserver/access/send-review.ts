import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { checkedAnswer } from "../../apiserver/webhook/checked-answer.ts";
import type { WebhookResponse } from "../../component-base/webhook.ts";

/** Posts a review; rejects with Go's message if there is no answer. */
export type PostReview = (body: string) => Promise<WebhookResponse>;

/** How reviews are sent: what posts them, and how long to wait before the second of five attempts. */
export interface ReviewSender {
  readonly post: PostReview;
  readonly backoffMs: number;
  /** Waits. */
  readonly wait: (ms: number) => Promise<void>;
}

const attempts = 5;
const factor = 1.5;

/** The answers after which a review is sent again: of a server that fails, is late, or has too much to do. */
const passing: ReadonlySet<number> = new Set([429, 500, 504]);

/**
 * Sends a review and returns the status of the answer. Fails with upstream's message, after five attempts if the error
 * may pass (webhook.WithExponentialBackoff).
 */
export async function sendReview({ post, backoffMs, wait }: ReviewSender, review: JsonObject): Promise<JsonObject> {
  const body = JSON.stringify(review);
  for (let attempt = 1; ; attempt++) {
    const answer = await attemptOf(post, body, attempt < attempts);
    if (answer !== "again") {
      const { status } = checkedAnswer(answer);
      return isObject(status) ? status : {};
    }
    await wait(backoffMs * factor ** (attempt - 1));
  }
}

async function attemptOf(post: PostReview, body: string, mayRepeat: boolean): Promise<WebhookResponse | "again"> {
  try {
    const answer = await post(body);
    return mayRepeat && passing.has(answer.status) ? "again" : answer;
  } catch (error) {
    if (mayRepeat && error instanceof Error && wasReset(error.cause)) return "again";
    throw error;
  }
}

const wasReset = (cause: unknown): boolean =>
  cause instanceof Error && (("code" in cause && cause.code === "ECONNRESET") || wasReset(cause.cause));
