import type { LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { WebhookClientConfig } from "../../webhook/post-review.ts";
import type { MatchCondition, Rule } from "../policy/types.ts";

/** One webhook of a configuration, with its defaults (admissionregistration ValidatingWebhook, MutatingWebhook). */
export interface Webhook {
  readonly name: string;
  readonly clientConfig: WebhookClientConfig;
  readonly rules?: readonly Rule[];
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly matchPolicy?: "Exact" | "Equivalent";
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly objectSelector?: LabelSelectorSpec;
  readonly sideEffects?: string;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly matchConditions?: readonly MatchCondition[];
  /** Of mutating webhooks. */
  readonly reinvocationPolicy?: "Never" | "IfNeeded";
}

/** The fields of a ValidatingWebhookConfiguration or MutatingWebhookConfiguration. */
export interface WebhookConfiguration extends KubeObject {
  readonly webhooks?: readonly Webhook[];
}
