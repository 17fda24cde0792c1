import { createExtensionClient } from "./extension-client.ts";
import { createWebhookClient } from "./webhook-client.ts";
import { proxyCertificate, type FrontProxyOptions } from "./front-proxy-options.ts";

/** Returns what calls webhooks and extension API servers, and what ends its connections. */
export function outgoingCalls(settings: Partial<FrontProxyOptions>) {
  const webhooks = createWebhookClient();
  const extensions = createExtensionClient(proxyCertificate(settings));
  return {
    options: { callWebhook: webhooks.call, callExtension: extensions.call },
    close() {
      webhooks.close();
      extensions.close();
    },
  };
}
