import type { Clock } from "../apimachinery/clock.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { Random } from "../apimachinery/random.ts";
import type { ParamSource } from "../apiserver/admission/policy/params.ts";
import type { PolicyObserver } from "../apiserver/admission/policy/policy-metrics.ts";
import type { WebhookObserver } from "../apiserver/admission/webhook-observer.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { WebhookServices } from "../apiserver/webhook/webhook-services.ts";
import type { AdmissionWebhooks } from "../client/admission-webhook.ts";
import type { FeatureGates } from "../component-base/features/feature-gates.ts";
import type { BuiltInPluginServices } from "../plugin/admission/plugins.ts";
import type { StoredObjects } from "./storage/stored-objects.ts";

/** The dependencies of admission plugins. */
export interface PluginServices extends BuiltInPluginServices {
  readonly objects: StoredObjects;
  readonly gates: FeatureGates;
  /** Finds the parameters of policies. */
  readonly params: ParamSource;
  readonly policyObserver: PolicyObserver;
  readonly types: TypeRegistry;
  readonly random: Random;
  readonly webhookObserver: WebhookObserver;
  readonly callWebhook: WebhookServices["callWebhook"];
  readonly serviceAddress: WebhookServices["serviceAddress"];
  readonly routesToEndpoints: boolean | undefined;
  readonly admissionWebhooks: AdmissionWebhooks | undefined;
  readonly clock: Clock;
  /** Awaited before a webhook is called for a request, if it returns a promise; rejects if the call is to fail. */
  failing(name: string, timeoutMs: number, request: object): Promise<void> | undefined;
  /** Called with the validating policies whose current spec has not been checked. */
  policiesChanged(policies: readonly KubeObject[]): void;
  /** Runs work beside the requests until the server is closed. */
  background(work: (signal: AbortSignal) => Promise<void>): void;
}
