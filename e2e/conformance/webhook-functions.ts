import type { AdmissionWebhookResponse } from "../../src/client/admission-webhook.ts";
import type { KubepadServer } from "../../src/worker/tabs/opened-servers.ts";
import { isList, isMap, type Json, type RecordedCase } from "./recorded-case.ts";
import type { WebhookService } from "./run-case.ts";
import { behaviourOf, type Review, type WebhookAnswer } from "./webhook-behaviours.ts";
import { takenCalls, type Call } from "./webhook-calls.ts";

// Functions of a page take the place of the webhooks of recorded cases. They answer what the webhooks would, and know
// nothing of connections.

const url = "https://webhooks.example.com";

/** Returns whether a case can run on a server in a worker, which cannot call webhooks: functions take their place. */
export const isForWorker = (recorded: RecordedCase): boolean =>
  recorded.webhooks !== true || needsNoConnection(recorded);

/** Returns whether functions can take the place of a case's webhooks: nothing in it is about the connection. */
const needsNoConnection = (recorded: RecordedCase): boolean => {
  const text = JSON.stringify(recorded.steps);
  const webhooks = webhooksOf(recorded);
  return (
    webhooks.length === new Set(webhooks.map(({ name }) => name)).size &&
    webhooks.every(({ path }) => path !== undefined) &&
    recorded.steps.every((step) => !("calls" in step) || (step.calls.keep ?? []).every(isOfRequest)) &&
    !/\$\{(refused|otherCaBundle)\}/.test(text) &&
    !/\\"(raw|review|headers|uid|patchType)\\"|\\"status\\":\d/.test(text)
  );
};

const isOfRequest = (name: string): boolean => name === "path" || name.startsWith("request");

interface CalledWebhook {
  readonly name: string;
  /** Undefined if the webhook is none of the service. */
  readonly path: string | undefined;
}

/** Returns the webhooks that a case configures. */
function webhooksOf({ steps }: RecordedCase): readonly CalledWebhook[] {
  return steps.flatMap((step) => {
    const body: Json = "request" in step ? (step.request.body ?? null) : null;
    const webhooks = isMap(body) ? body["webhooks"] : undefined;
    return (isList(webhooks) ? webhooks : []).filter(isMap).map(({ name, clientConfig }) => {
      const address = isMap(clientConfig) ? clientConfig["url"] : undefined;
      const isOurs = typeof address === "string" && address.startsWith("${webhooks}/");
      return { name: String(name), path: isOurs ? address.slice("${webhooks}/".length) : undefined };
    });
  });
}

/** Registers functions for the webhooks of a case. `caBundle` is a PEM certificate in base64. */
export async function registerCase(
  server: Pick<KubepadServer, "registerWebhook">,
  recorded: RecordedCase,
  caBundle: string,
): Promise<{ readonly service: WebhookService; close(): Promise<void> }> {
  let calls: Call[] = [];
  const removers = await Promise.all(
    webhooksOf(recorded).map(({ name, path = "" }) =>
      server.registerWebhook(name, async (given) => {
        const review = given as unknown as Review; // an AdmissionReview
        calls.push({ path, review, request: review.request });
        const answer = behaviourOf(path.split("/").map(decodeURIComponent), review);
        await new Promise((resolve) => setTimeout(resolve, answer.ms ?? 0));
        return responseOf(answer);
      }),
    ),
  );
  const service: WebhookService = {
    variables: (namespace) => ({ webhooks: `${url}/${namespace}`, caBundle }),
    hidden: (namespace) => [
      [`${url}/${namespace}`, "<webhooks>"],
      [caBundle, "<caBundle>"],
    ],
    called: (_, paths) => paths.every((path) => calls.some((call) => call.path === path)),
    take(_, wanted) {
      const mine = calls;
      calls = [];
      return takenCalls(mine, wanted);
    },
  };
  return {
    service,
    async close() {
      for (const remove of removers) await remove();
    },
  };
}

const responseOf = ({ response = {}, patch }: WebhookAnswer): AdmissionWebhookResponse => ({
  allowed: true,
  ...(patch !== undefined && { patch }),
  ...response,
});
