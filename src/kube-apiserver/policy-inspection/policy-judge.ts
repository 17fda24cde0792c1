import { messageOf } from "../../apimachinery/message-of.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { StatusError } from "../../apimachinery/errors.ts";
import { admissionRequest } from "../../apiserver/admission/cel/activation.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import { isPolicyResource } from "../../apiserver/admission/policy/policy-resources.ts";
import {
  withSpec,
  type MutatingPolicySpec,
  type ValidatingPolicySpec,
} from "../../apiserver/admission/policy/types.ts";
import type { EvaluatedExpression, PolicyOutcome, PolicyVerdict } from "../../client/policies.ts";
import { expressionPlaces, placeFinder, type ExpressionPlace } from "./expression-places.ts";
import { StepRecord, type RecordedStep } from "./recorded-steps.ts";
import { attributesOf, type Said, type HypotheticalRequest } from "./hypothetical-request.ts";

const isWebhooks = ({ kind = "" }: KubeObject): boolean => kind.endsWith("WebhookConfiguration");

/** The verdict on a request that cannot be evaluated. */
export const failedVerdict = (message: string): PolicyVerdict => ({
  outcome: "failed",
  message,
  warnings: [],
  annotations: {},
  expressions: [],
  cost: 0,
});

/** What a policy decided, and why. */
type Decided = Pick<PolicyVerdict, "outcome" | "message" | "reason" | "code">;

/** Evaluates one policy, or the webhooks of one configuration, for hypothetical requests. */
export class PolicyJudge {
  readonly #policy: KubeObject;
  readonly #plugin: PluginSteps;
  readonly #places: readonly ExpressionPlace[];

  /** `plugin` is admission's own, for this policy alone. */
  constructor(policy: KubeObject, plugin: PluginSteps) {
    this.#policy = policy;
    this.#plugin = plugin;
    this.#places = isWebhooks(policy)
      ? []
      : expressionPlaces(withSpec<ValidatingPolicySpec & MutatingPolicySpec>(policy).spec);
  }

  async judge(request: HypotheticalRequest): Promise<PolicyVerdict> {
    const record = new StepRecord();
    // A webhook may not have side effects for a hypothetical request.
    const { attributes, said } = attributesOf(request, isWebhooks(this.#policy));
    attributes.step = record;
    const { scope } = request;
    const seen = admissionRequest({ attributes, kind: scope.kind, resource: scope.resource });
    const verdict = (decided: Decided, changed?: KubeObject): PolicyVerdict => ({
      ...this.#verdict(request, record, said(), decided, changed),
      request: seen,
    });
    if (!isWebhooks(this.#policy) && !isPolicyResource(attributes))
      return verdict({ outcome: "unmatched", message: "No policy sees such objects." });
    try {
      const changed = await this.#plugin.admit?.(attributes);
      await this.#plugin.validate?.(attributes);
      return verdict(this.#admitted(record, said()), changed);
    } catch (error) {
      if (!(error instanceof StatusError)) return failedVerdict(messageOf(error));
      const { reason = "", code = 0, message = "" } = error.status;
      const denied = { outcome: "denied", message: withoutPreamble(message), reason, code } as const;
      return verdict(denied);
    }
  }

  /** Tells what happened to a request that was let through. */
  #admitted({ steps }: StepRecord, { warnings, annotations }: Said): Pick<PolicyVerdict, "outcome" | "message"> {
    if (steps.length === 0)
      return {
        outcome: "unmatched",
        message: isWebhooks(this.#policy)
          ? "The rules, selectors or match conditions leave this request out."
          : "The rules or selectors leave this request out.",
      };
    const expressions = this.#expressions(steps);
    const excluded = expressions.find(
      ({ place, decision }) => place.startsWith("spec.matchConditions") && decision === "false",
    );
    if (excluded !== undefined)
      return { outcome: "unmatched", message: `The match condition at ${excluded.place} is false.` };
    if (expressions.length === 0 && this.#places.length > 0)
      return { outcome: "unmatched", message: "No binding covers this request, or there is no parameter for it." };
    const [warning] = warnings;
    if (warning !== undefined) return { outcome: "warned", message: withoutPreamble(warning) };
    const failure = annotations["validation.policy.admission.k8s.io/validation_failure"];
    return failure === undefined
      ? { outcome: "allowed", message: "" }
      : { outcome: "audited", message: failureMessage(failure) };
  }

  #expressions(steps: readonly RecordedStep[]): readonly EvaluatedExpression[] {
    const placeOf = placeFinder(this.#places);
    return steps.flatMap(expressionSteps).map(({ name, decision = "", cost = 0, before, after }) => ({
      place: placeOf(name),
      expression: name,
      decision,
      cost,
      ...(before !== undefined && after !== undefined && { before: parsed(before), after: parsed(after) }),
    }));
  }

  #verdict(
    { scope, object, old }: HypotheticalRequest,
    { steps }: StepRecord,
    said: Said,
    decided: Decided,
    changed?: KubeObject,
  ): PolicyVerdict {
    const shown = (one: KubeObject): unknown => parsed(scope.objects.text(one));
    const expressions = this.#expressions(steps);
    const isChanged =
      changed !== undefined && object !== undefined && scope.objects.text(changed) !== scope.objects.text(object);
    const isAdmitted = decided.outcome === "allowed" || decided.outcome === "warned";
    const outcome: PolicyOutcome = isAdmitted && isChanged ? "changed" : decided.outcome;
    return {
      ...decided,
      ...said,
      outcome,
      expressions,
      cost: expressions.reduce((sum, { cost }) => sum + cost, 0),
      ...(object !== undefined && { object: shown(object) }),
      ...(old !== undefined && { old: shown(old) }),
      ...(isChanged && { changed: shown(changed) }),
    };
  }
}

const expressionSteps = (step: RecordedStep): readonly RecordedStep[] =>
  step.kind === "expression" ? [step] : step.steps.flatMap(expressionSteps);

const parsed = (text: string): unknown => JSON.parse(text);

/** Leaves what the policy itself says of a message. */
const withoutPreamble = (message: string): string =>
  message
    .replace(/^.*? denied request: /s, "")
    .replace(/^Validation failed for ValidatingAdmissionPolicy '[^']*' with binding '[^']*': /, "");

function failureMessage(annotation: string): string {
  const failures: unknown = JSON.parse(annotation);
  const first: unknown = Array.isArray(failures) ? failures[0] : undefined;
  return isRecord(first) && typeof first["message"] === "string" ? first["message"] : "";
}
