import { withWebhookTokens } from "../../kube-apiserver/access/webhook-tokens.ts";
import { openJwtAuthentication, type JwtAuthentication, type JwtSettings } from "../oidc/jwt-authentication.ts";
import type { WebhookTokens } from "../secure-options.ts";
import { openReviewClient } from "./review-client.ts";

/** What configures tokens besides those of service accounts and of files. */
export interface TokenSettings extends Omit<JwtSettings, "now"> {
  readonly tokenWebhook: WebhookTokens | undefined;
  /** How long to wait before a review is sent again. */
  readonly backoffMs?: number;
}

const timeoutMs = 30_000;

/** Opens the authentication by tokens of issuers and by a webhook, which is asked last. */
export function openTokens({ tokenWebhook, backoffMs, ...settings }: TokenSettings): JwtAuthentication {
  const client = tokenWebhook && openReviewClient(tokenWebhook.configFile, timeoutMs, backoffMs);
  const issuers = openJwtAuthentication({ ...settings, now: Date.now });
  if (tokenWebhook === undefined || client === undefined) return issuers;
  const { version, cacheTtlMs } = tokenWebhook;
  const options = { version, cacheTtlMs, sender: client, now: Date.now, report: settings.report };
  return {
    ...issuers,
    extend: (service) => withWebhookTokens(issuers.extend(service), options),
    close() {
      issuers.close();
      client.close();
    },
  };
}
