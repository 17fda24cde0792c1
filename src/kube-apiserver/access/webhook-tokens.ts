import { messageOf } from "../../apimachinery/message-of.ts";
import { ExpiringMap } from "../../apimachinery/expiring-map.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { TokenService } from "../../apiserver/auth/serviceaccount/token-service.ts";
import type { TokenVerdict } from "../../apiserver/request/identity.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { sendReview, type ReviewSender } from "./send-review.ts";

/** How tokens are reviewed by a webhook. */
export interface WebhookTokenOptions {
  readonly version: "v1" | "v1beta1";
  readonly cacheTtlMs: number;
  readonly sender: ReviewSender;
  /** In milliseconds. */
  readonly now: () => number;
  /** Receives why a webhook could not be asked. */
  readonly report: (message: string) => void;
}

const mostRemembered = 4096;
const nobody: TokenVerdict = { user: undefined, error: "invalid bearer token" };

/**
 * Has a token service ask a webhook for the users of tokens that it does not know, or refuses
 * (plugin/pkg/authenticator/token/webhook).
 */
export function withWebhookTokens(service: TokenService, options: WebhookTokenOptions): TokenService {
  const { now, cacheTtlMs } = options;
  const remembered = new ExpiringMap<string, TokenVerdict>(mostRemembered, now);
  const ask = (token: string, audiences: readonly string[]): MaybeAsync<TokenVerdict> => {
    const key = JSON.stringify([token, audiences]);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    return review(service, options, token, audiences).then(({ verdict, isAnswer }) => {
      if (isAnswer) remembered.set(key, verdict, cacheTtlMs);
      return verdict;
    });
  };
  return {
    ...service,
    verify(token, audiences) {
      const before = service.verify(token, audiences);
      if (before === undefined) return ask(token, audiences);
      return afterwards(before, (earlier) => {
        if (earlier.user !== undefined) return earlier;
        return afterwards(ask(token, audiences), (found) =>
          found.user === undefined ? { user: undefined, error: joined(earlier.error, found.error) } : found,
        );
      });
    },
  };
}

const joined = (a: string, b: string): string => (b === nobody.error ? a : `${a}, ${b}`);

async function review(
  { audiences: own }: TokenService,
  { version, sender, report }: WebhookTokenOptions,
  token: string,
  asked: readonly string[],
): Promise<{ readonly verdict: TokenVerdict; readonly isAnswer: boolean }> {
  try {
    const status = await sendReview(sender, {
      kind: "TokenReview",
      apiVersion: `authentication.k8s.io/${version}`,
      metadata: {},
      spec: { token, audiences: asked },
      status: { user: {} },
    });
    return verdictOf(status, own, asked);
  } catch (cause) {
    const error = messageOf(cause);
    report(`Failed to make webhook authenticator request: ${error}`);
    return { verdict: { user: undefined, error }, isAnswer: false };
  }
}

/** Without audiences in the answer, a token is valid for those of this server. Answers with an error are not kept. */
function verdictOf(status: JsonObject, own: readonly string[], asked: readonly string[]) {
  const given = textsOf(status["audiences"]);
  const audiences = asked.filter((audience) => (given.length > 0 ? given : own).includes(audience));
  if (audiences.length === 0) return { verdict: nobody, isAnswer: true };
  const { error } = status;
  if (status["authenticated"] !== true)
    return typeof error === "string" && error !== ""
      ? { verdict: { user: undefined, error }, isAnswer: false }
      : { verdict: nobody, isAnswer: true };
  const user = isObject(status["user"]) ? status["user"] : {};
  const extra = isObject(user["extra"]) ? user["extra"] : {};
  const found = {
    name: textOf(user["username"]),
    uid: textOf(user["uid"]),
    groups: textsOf(user["groups"]),
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, textsOf(values)])),
  };
  return { verdict: { user: found, audiences }, isAnswer: true };
}

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");
const textsOf = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
