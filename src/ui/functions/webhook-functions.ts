import type { AdmissionWebhookResponse } from "../../client/admission-webhook.ts";
import { webhooksSetting } from "./functions-setting.ts";
import { defineKeptFunctions } from "./kept-functions.ts";

/** The functions written on this page in place of admission webhooks, by the name of the webhook. */
export const webhookFunctions = defineKeptFunctions({
  setting: webhooksSetting,
  entry: "review",
  register: (page, name, worker) =>
    page.registrations.registerWebhook(name, async (review) => {
      const [answer] = await worker.call([[review]]);
      // what a function answers is checked where webhooks are called
      return answer as AdmissionWebhookResponse;
    }),
});
