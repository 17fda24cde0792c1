import { StatusError } from "../../../apimachinery/errors.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { OpenStep } from "../../../component-base/trace.ts";
import type { Authorizer } from "../../request/authorizer.ts";
import type { PluginSteps } from "../lazy-plugin.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import { newAdmissionForbidden } from "../errors.ts";
import type { Bindings } from "../cel/activation.ts";
import {
  authorizeFor,
  bindingMatches,
  matchedHooks,
  requestNamespace,
  versionedAccessor,
  type MatchedHook,
} from "./dispatch.ts";
import { PolicySource, type PolicyListers } from "./hooks.ts";
import type { FindNamespace } from "./matching.ts";
import { collectParams, noParams, type ParamSource } from "./params.ts";
import type { PolicyErrorType, PolicyObserver } from "./policy-metrics.ts";
import { nameOf, type Binding, type ValidatingPolicySpec } from "./types.ts";
import {
  checkMatchConditions,
  PolicyValidator,
  type PolicyDecision,
  type ValidateResult,
  type ValidatorInput,
} from "./validator.ts";

/** The dependencies of policies. */
export interface PolicyServices extends PolicyListers {
  readonly params: ParamSource;
  readonly findNamespace: FindNamespace;
  readonly authorizer: Authorizer;
  readonly observer: PolicyObserver;
}

type Hook = MatchedHook<ValidatingPolicySpec, PolicyValidator>;

/** A decision against a request, with the policy and binding that made it. */
interface Denial {
  readonly policy: string;
  /** Undefined for an error in the policy itself. */
  readonly binding: string | undefined;
  readonly message: string;
  readonly reason: string;
}

/** The plugin ValidatingAdmissionPolicy (plugin/policy/validating). */
export function createValidatingPolicyPlugin(services: PolicyServices): PluginSteps {
  const source = new PolicySource<ValidatingPolicySpec, PolicyValidator>(
    services,
    (policy) => new PolicyValidator(policy),
  );
  return {
    validate(attributes) {
      const matched = matchedHooks(source.candidates(attributes), attributes, services.findNamespace);
      return matched.length === 0 ? undefined : new Dispatch(services, attributes).run(matched);
    },
  };
}

/** The policies of one request (validating.dispatcher). */
class Dispatch {
  readonly #services: PolicyServices;
  readonly #attributes: AdmissionAttributes;
  readonly #versioned: ReturnType<typeof versionedAccessor>;
  readonly #authorize: ValidatorInput["authorize"];
  readonly #denials: Denial[] = [];

  constructor(services: PolicyServices, attributes: AdmissionAttributes) {
    this.#services = services;
    this.#attributes = attributes;
    this.#versioned = versionedAccessor(attributes);
    this.#authorize = authorizeFor(services.authorizer, attributes);
  }

  async run(matched: readonly Hook[]): Promise<void> {
    for (const hook of matched) {
      const step = this.#attributes.step?.step("policy", nameOf(hook.hook.policy));
      const before = this.#denials.length;
      await this.#policy(hook, step);
      const denial = this.#denials[before];
      step?.decide(denial === undefined ? "let through" : denial.message);
      step?.end();
    }
    const [first] = this.#denials;
    if (first !== undefined) throw denied(this.#attributes, first);
  }

  async #policy({ hook, match }: Hook, step: OpenStep | undefined): Promise<void> {
    if ("problem" in match) return this.#misconfigured(hook, undefined, match.problem);
    const annotations = new Map<string, string[]>();
    let params: Awaited<ReturnType<ParamSource["resolve"]>> | undefined;
    try {
      const resolving = hook.params();
      params = resolving && (await resolving);
    } catch (error) {
      return this.#misconfigured(hook, undefined, messageOf(error));
    }
    for (const bound of hook.bindings) {
      const { binding } = bound;
      const matches = bindingMatches(bound, this.#attributes, this.#services.findNamespace);
      if (matches === false) continue;
      if (matches !== true) {
        this.#misconfigured(hook, binding, matches);
        continue;
      }
      try {
        const { namespace } = this.#attributes;
        const found = params === undefined ? noParams : await collectParams(params, binding, namespace);
        const versioned = found.length === 0 ? undefined : await this.#versioned(match);
        if (versioned === undefined) continue;
        for (const param of found)
          await this.#binding(
            hook,
            binding,
            { versioned, params: param, namespace: this.#namespace() },
            annotations,
            step,
          );
      } catch (error) {
        if (error instanceof StatusError) throw error;
        this.#misconfigured(hook, binding, messageOf(error));
      }
    }
    for (const [key, values] of annotations)
      this.#attributes.annotate(`${nameOf(hook.policy)}/${key}`, values.join(", "));
  }

  #namespace(): KubeObject | undefined {
    const name = requestNamespace(this.#attributes);
    return name === "" ? undefined : this.#services.findNamespace(name);
  }

  /** Runs a policy for one parameter of a binding. */
  async #binding(
    { policy, evaluator }: Hook["hook"],
    binding: Binding,
    bindings: Bindings,
    annotations: Map<string, string[]>,
    trace: OpenStep | undefined,
  ): Promise<void> {
    const { observer } = this.#services;
    const input = { bindings, authorize: this.#authorize, trace, turns: this.#attributes.turns };
    const start = observer.monotonic();
    const checked = checkMatchConditions(evaluator.matchConditions, input);
    const matched = checked instanceof Promise ? await checked : checked;
    if (evaluator.matchConditions !== undefined)
      observer.matchConditions(
        { name: nameOf(policy), kind: "policy", step: "validate", operation: this.#attributes.operation },
        observer.monotonic() - start,
        matched.evaluationErrors,
        false,
      );
    if (matched.failedCondition !== undefined) trace?.decide(`match condition ${matched.failedCondition} is false`);
    const validated = evaluator.validate(input, matched);
    const result = validated instanceof Promise ? await validated : validated;
    this.#decide(nameOf(policy), binding, result, observer.monotonic() - start);
    this.#annotate(nameOf(policy), binding, result, annotations);
  }

  #decide(policy: string, binding: Binding, { decisions }: ValidateResult, ms: number): void {
    const each = ms / Math.max(1, decisions.length);
    for (const [i, decision] of decisions.entries()) {
      const { action, evaluation } = decision;
      if (action === "deny") this.#enforce(policy, binding, decision, i, each);
      else if (evaluation === "error")
        this.#services.observer.validated(policy, nameOf(binding), errorType(decision), "allow", each);
    }
  }

  /** Carries out the actions of a binding for a failed validation. */
  #enforce(policy: string, binding: Binding, decision: PolicyDecision, index: number, ms: number): void {
    const { observer } = this.#services;
    const error = errorType(decision);
    const bound = nameOf(binding);
    for (const action of binding.spec.validationActions ?? []) {
      switch (action) {
        case "Deny":
          this.#denials.push({ policy, binding: bound, message: decision.message, reason: decision.reason });
          observer.validated(policy, bound, error, "deny", ms);
          break;
        case "Audit":
          this.#audit(binding, index, decision.message);
          observer.validated(policy, bound, error, "audit", ms);
          break;
        case "Warn":
          this.#attributes.warn(
            `Validation failed for ValidatingAdmissionPolicy '${policy}' with binding '${bound}': ${decision.message}`,
          );
          observer.validated(policy, bound, error, "warn", ms);
          break;
      }
    }
  }

  #audit(binding: Binding, index: number, message: string): void {
    // the order of upstream's struct validationFailureValue
    const failure: readonly (readonly [string, JsonValue])[] = [
      ["message", message],
      ["policy", binding.spec.policyName ?? ""],
      ["binding", nameOf(binding)],
      ["expressionIndex", index],
      ["validationActions", binding.spec.validationActions ?? []],
    ];
    const members = failure.map(([name, value]) => `${encodeJson(name)}:${encodeJson(value)}`);
    this.#attributes.annotate("validation.policy.admission.k8s.io/validation_failure", `[{${members.join(",")}}]`);
  }

  #annotate(
    policy: string,
    binding: Binding,
    { auditAnnotations }: ValidateResult,
    annotations: Map<string, string[]>,
  ): void {
    for (const { key, action, value } of auditAnnotations) {
      if (action === "error") {
        this.#denials.push({ policy, binding: nameOf(binding), message: value, reason: "" });
        this.#services.observer.validated(
          policy,
          nameOf(binding),
          errorType({ action: "deny", evaluation: "error", message: value, reason: "" }),
          "deny",
          0,
        );
      }
      if (action !== "publish") continue;
      const values = annotations.get(key) ?? [];
      const cut = cutBytes(value, longestAnnotation);
      if (!values.includes(cut)) annotations.set(key, [...values, cut]);
    }
  }

  /** Handles an error in the configuration by the failure policy. */
  #misconfigured({ policy }: Hook["hook"], binding: Binding | undefined, problem: string): void {
    if (policy.spec.failurePolicy === "Ignore") return;
    this.#denials.push({
      policy: nameOf(policy),
      binding: binding && nameOf(binding),
      message: `failed to configure ${binding === undefined ? "policy" : "binding"}: ${problem}`,
      reason: "",
    });
  }
}

/** The most bytes of the value of an audit annotation. */
const longestAnnotation = 10 * 1024;

/** Cuts a text to a number of bytes in UTF-8. */
function cutBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most));
}

/** Derives the label of metrics from a decision (validating.ErrorType). */
function errorType({ evaluation, message }: PolicyDecision): PolicyErrorType {
  if (evaluation === "admit") return "no_error";
  if (message.startsWith("compilation")) return "compile_error";
  return message.startsWith("validation failed due to running out of cost budget") ? "out_of_budget" : "invalid_error";
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };

/** Returns the error for the first decision against a request. */
function denied(attributes: AdmissionAttributes, { policy, binding, message, reason }: Denial): StatusError {
  const by = binding === undefined ? "" : ` with binding '${binding}'`;
  const text = `ValidatingAdmissionPolicy '${policy}'${by} denied request: ${message}`;
  const { status } = newAdmissionForbidden(attributes, text);
  return new StatusError({
    ...status,
    reason: reason || "Invalid",
    code: codes[reason] ?? 422,
    details: { ...status.details, causes: [...(status.details?.causes ?? []), { message: text }] },
  });
}
