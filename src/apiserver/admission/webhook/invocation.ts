import { newForbidden } from "../../../apimachinery/errors.ts";
import type { Authorizer } from "../../request/authorizer.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import type { VersionedAttributes } from "../cel/activation.ts";
import { authorizeFor } from "../policy/dispatch.ts";
import { matchesRule, selectsNamespace, selectsObject, type FindNamespace, type Match } from "../policy/matching.ts";
import type { PolicyObserver } from "../policy/policy-metrics.ts";
import { checkMatchConditions } from "../policy/validator.ts";
import type { Hook } from "./hooks.ts";

/** A webhook that is called for a request, and the version of the request's resource that it matches. */
export interface WebhookInvocation {
  readonly hook: Hook;
  readonly match: Match;
}

export interface MatcherServices {
  readonly authorizer: Authorizer;
  readonly conditions: Pick<PolicyObserver, "matchConditions" | "monotonic">;
  readonly findNamespace: FindNamespace;
}

/** The kinds that configure admission; webhooks are not asked about them. */
const exempt: ReadonlySet<string> = new Set([
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/** Whether a request configures admission itself (rules.IsExemptAdmissionConfigurationResource). */
export const isExempt = ({ kind: { group, kind } }: AdmissionAttributes): boolean =>
  group === "admissionregistration.k8s.io" && exempt.has(kind);

/**
 * Decides whether a webhook is called, and in which version (generic.Webhook.ShouldCallHook). `attributes` may be those
 * of an object that earlier webhooks have changed. Throws a StatusError if that cannot be decided.
 */
export async function shouldCallHook(
  hook: Hook,
  attributes: AdmissionAttributes,
  versioned: (match: Match) => Promise<VersionedAttributes>,
  services: MatcherServices,
  step: "admit" | "validate",
): Promise<WebhookInvocation | undefined> {
  const { criteria } = hook;
  const namespace = decided(() => selectsNamespace(criteria, attributes, services.findNamespace));
  if (namespace === false) return undefined;
  if (criteria.objectSelector !== undefined && !selectsObject(criteria.objectSelector, attributes)) return undefined;
  const match = matchedRule(hook, attributes);
  if (match === undefined) return undefined;
  if (namespace !== true) throw namespace.error;
  const matches = await meetsConditions(hook, attributes, () => versioned(match), services, step);
  return matches ? { hook, match } : undefined;
}

function decided(decide: () => boolean): boolean | { readonly error: unknown } {
  try {
    return decide();
  } catch (error) {
    return { error };
  }
}

function matchedRule({ webhook }: Hook, attributes: AdmissionAttributes): Match | undefined {
  const { rules = [], matchPolicy } = webhook;
  const { resource, kind, objects } = attributes;
  if (rules.some((rule) => matchesRule(rule, attributes, resource))) return { resource, kind };
  if (matchPolicy !== "Equivalent") return undefined;
  const others = objects
    .equivalents()
    .filter((other) => other.resource.group !== resource.group || other.resource.version !== resource.version);
  for (const rule of rules) for (const other of others) if (matchesRule(rule, attributes, other.resource)) return other;
  return undefined;
}

async function meetsConditions(
  hook: Hook,
  attributes: AdmissionAttributes,
  versioned: () => Promise<VersionedAttributes>,
  { authorizer, conditions }: MatcherServices,
  step: "admit" | "validate",
): Promise<boolean> {
  const compiled = hook.matchConditions();
  if (compiled === undefined) return true;
  const start = conditions.monotonic();
  const result = await checkMatchConditions(compiled, {
    bindings: { versioned: await versioned(), params: undefined, namespace: undefined },
    authorize: authorizeFor(authorizer, attributes),
    trace: attributes.step,
    turns: attributes.turns,
  });
  const about = { name: hook.webhook.name, kind: "webhook", step, operation: attributes.operation } as const;
  const excluded = !result.matches && result.error === undefined;
  conditions.matchConditions(about, conditions.monotonic() - start, result.evaluationErrors, excluded);
  if (result.error !== undefined) throw newForbidden(attributes.resource, attributes.name, result.error);
  return result.matches;
}
