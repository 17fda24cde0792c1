import { messageOf } from "../../../apimachinery/message-of.ts";
import { newInternalError, StatusError } from "../../../apimachinery/errors.ts";
import type { OpenStep } from "../../../component-base/trace.ts";
import type { PluginSteps } from "../lazy-plugin.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import { versionedAccessor } from "../policy/dispatch.ts";
import { callHook } from "./call-hook.ts";
import { HookSource } from "./hooks.ts";
import { isExempt, shouldCallHook, type WebhookInvocation } from "./invocation.ts";
import type { ObservedCall } from "../webhook-observer.ts";
import type { AdmissionWebhookServices } from "./services.ts";
import { WebhookCallError } from "./webhook-errors.ts";

const failedOpenAnnotation = "failed-open.validating.webhook.admission.k8s.io/";

/** The plugin ValidatingAdmissionWebhook: asks all webhooks that match a request at once. */
export function createValidatingWebhooks(services: AdmissionWebhookServices): PluginSteps {
  const source = new HookSource(services.configurations);
  return {
    validate: (attributes) =>
      isExempt(attributes) || source.hooks.length === 0 ? undefined : dispatch(source, attributes, services),
  };
}

async function dispatch(
  { hooks }: HookSource,
  attributes: AdmissionAttributes,
  services: AdmissionWebhookServices,
): Promise<void> {
  const versioned = versionedAccessor(attributes);
  const invocations: WebhookInvocation[] = [];
  for (const hook of hooks) {
    const invocation = await shouldCallHook(hook, attributes, versioned, services, "validate");
    if (invocation !== undefined) invocations.push(invocation);
  }
  /** The errors in the order in which the webhooks answered. */
  const errors: unknown[] = [];
  await Promise.all(
    invocations.map(async ({ hook, match }, index) => {
      const step = attributes.step?.step("webhook", hook.webhook.name);
      try {
        const call: ObservedCall = { name: hook.webhook.name, type: "validating", operation: attributes.operation };
        const ignored = hook.webhook.failurePolicy === "Ignore";
        const error = await observed(
          call,
          ignored,
          async () => callHook(hook, await versioned(match), false, services),
          services,
        );
        if (error === undefined) return;
        decide(step, error);
        if (!ignored || !(error instanceof WebhookCallError)) errors.push(error);
        else attributes.annotate(`${failedOpenAnnotation}round_0_index_${index}`, hook.webhook.name);
      } finally {
        step?.end();
      }
    }),
  );
  const [first] = errors;
  if (first !== undefined) throw asStatus(first);
}

/** Records what a webhook decided in the trace. */
export const decide = (step: OpenStep | undefined, error: unknown): void => step?.decide(messageOf(error));

/** Returns the error that a client gets: a failed call is an internal error. */
export const asStatus = (error: unknown): unknown =>
  error instanceof WebhookCallError ? newInternalError(error) : error;

/** Runs a call and counts it; returns its error. */
export async function observed(
  call: ObservedCall,
  ignored: boolean,
  run: () => Promise<unknown>,
  { observer, monotonic }: Pick<AdmissionWebhookServices, "observer" | "monotonic">,
): Promise<unknown> {
  const start = monotonic();
  try {
    await run();
    observer.called(call, 200, false, monotonic() - start);
    return undefined;
  } catch (error) {
    const ms = monotonic() - start;
    if (error instanceof WebhookCallError) {
      if (ignored) observer.failedOpen(call);
      else observer.rejected(call, "calling_webhook_error", error.code);
      observer.called(call, error.code, !ignored, ms);
    } else if (error instanceof StatusError && error.code < 500) {
      observer.rejected(call, "no_error", error.code);
      observer.called(call, error.code, true, ms);
    } else {
      observer.rejected(call, "apiserver_internal_error", 0);
      observer.called(call, 0, true, ms);
    }
    return error;
  }
}
