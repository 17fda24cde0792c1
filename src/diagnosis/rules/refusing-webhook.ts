import type { ObjectId } from "../diagnosis.ts";
import { itemsAt, textAt } from "../fields.ts";
import { idOf } from "../object-id.ts";
import type { Reading } from "../reading.ts";
import { listed } from "../words.ts";

/** Why a request to create an object was refused, with the object that the refusal comes from. */
export interface Refusal {
  /** The end of the name of the situation: `by-quota`. */
  readonly by: string;
  readonly text: string;
  readonly source?: ObjectId;
  readonly isMissing?: boolean;
  /** The expression of a match condition that cannot be evaluated. */
  readonly expression?: string;
}

/** Webhooks with their configurations, the mutating ones first, as they are called. */
async function webhooksOf(reading: Reading) {
  const lists = ["mutating", "validating"].map((kind) =>
    reading.all({ group: "admissionregistration.k8s.io", resource: `${kind}webhookconfigurations` }),
  );
  return (await Promise.all(lists))
    .flat()
    .flatMap((configuration) => itemsAt(configuration, "webhooks").map((webhook) => ({ configuration, webhook })));
}

/** Adds the webhook that a refusal comes from: by its name, its expression, or as the only one that mutates. */
export async function withWebhook(refusal: Refusal, reading: Reading): Promise<Refusal> {
  const { by, text, expression } = refusal;
  const all = await webhooksOf(reading);
  if (expression !== undefined) {
    const conditionOf = (webhook: unknown) =>
      itemsAt(webhook, "matchConditions").find((one) => one["expression"] === expression);
    const found = all.find(({ webhook }) => conditionOf(webhook) !== undefined);
    if (found === undefined) return refusal;
    const which = `the match condition ${textAt(conditionOf(found.webhook), "name")} of the webhook ${textAt(found.webhook, "name")}`;
    return {
      ...refusal,
      text: text.replace("a match condition of a webhook", which),
      source: idOf(found.configuration),
    };
  }
  if (by === "by-webhook-patch") {
    const mutating = all.filter(({ configuration }) => configuration.kind === "MutatingWebhookConfiguration");
    const names = listed(mutating.map(({ webhook }) => textAt(webhook, "name")));
    const [only, ...more] = mutating;
    if (only === undefined) return refusal;
    if (more.length > 0) return { ...refusal, text: `${text}; those are ${names}` };
    return {
      ...refusal,
      text: text.replace("a mutating webhook", `the webhook ${names}`),
      source: idOf(only.configuration),
    };
  }
  const name = /^the webhook (\S+)/.exec(text)?.[1];
  const found = all.find(({ webhook }) => webhook["name"] === name);
  return found === undefined ? refusal : { ...refusal, source: idOf(found.configuration) };
}
