import type { Random } from "../../../apimachinery/random.ts";
import type { AdmissionWebhooks } from "../../../client/admission-webhook.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import type { WebhookServices } from "../../webhook/webhook-services.ts";
import type { ObjectLister } from "../policy/hooks.ts";
import type { WebhookObserver } from "../webhook-observer.ts";
import type { MatcherServices } from "./invocation.ts";

/** The dependencies of admission webhooks. */
export interface AdmissionWebhookServices extends MatcherServices, WebhookServices {
  readonly configurations: ObjectLister;
  readonly types: TypeRegistry;
  readonly random: Pick<Random, "uuid">;
  readonly observer: WebhookObserver;
  /** Awaited before a webhook is called for a request, if it returns a promise; rejects if the call is to fail. */
  readonly failing?: ((name: string, timeoutMs: number, request: object) => Promise<void> | undefined) | undefined;
  /** Functions that take the place of webhooks, by name. */
  readonly functions?: AdmissionWebhooks | undefined;
  monotonic(): number;
  /** Runs a function after a time in milliseconds; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}
