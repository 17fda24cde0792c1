import type { Random } from "../../apimachinery/random.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import { checkedAnswer } from "../../apiserver/webhook/checked-answer.ts";
import { postReview } from "../../apiserver/webhook/post-review.ts";
import type { WebhookServices } from "../../apiserver/webhook/webhook-services.ts";
import type { Answerer } from "./answerer.ts";
import { newReview, readReview, reviewVersionOf } from "./conversion-review.ts";

const timeoutMs = 30_000;

type Webhook = NonNullable<NonNullable<Definition["spec"]["conversion"]>["webhook"]>;

/** Returns an answerer that calls the webhook of a definition (webhookConverter). */
export function webhookAnswerer(
  webhook: Webhook | undefined,
  services: WebhookServices & { readonly random: Random },
): Answerer {
  const clientConfig = webhook?.clientConfig ?? {};
  return async (texts, apiVersion, pace) => {
    const version = reviewVersionOf(webhook?.conversionReviewVersions ?? []);
    const uid = services.random.uuid();
    const body = newReview(version, uid, apiVersion, texts);
    const response = await postReview(services, clientConfig, { body, timeoutMs });
    return readReview(version, uid, await pace(() => checkedAnswer(response)));
  };
}
