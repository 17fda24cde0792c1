import { newInternalError, newNotFound, newServiceUnavailable, StatusError } from "../../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { asJson, type KubeObject } from "../../../apimachinery/meta.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { OpenStep, StepKind, StepRecorder } from "../../../component-base/trace.ts";
import { deepEqual } from "../../schema/validation/deep-equal.ts";
import type { PluginSteps } from "../lazy-plugin.ts";
import type { AdmissionAttributes } from "../attributes.ts";
import type { VersionedAttributes } from "../cel/activation.ts";
import { newAdmissionForbidden } from "../errors.ts";
import { authorizeFor, bindingMatches, matchedHooks, requestNamespace, type MatchedHook } from "./dispatch.ts";
import { PolicySource, type PolicyHook } from "./hooks.ts";
import type { Match } from "./matching.ts";
import { PolicyMutator, type CompiledMutation } from "./mutator.ts";
import { collectParams } from "./params.ts";
import { MutationError } from "./patchers.ts";
import { ReinvocationState } from "./reinvocation-state.ts";
import { nameOf, type Binding, type MutatingPolicySpec, type Policy } from "./types.ts";
import type { PolicyServices } from "./validating-policy.ts";
import { checkMatchConditions, type ValidatorInput } from "./validator.ts";

const pluginName = "MutatingAdmissionPolicy";

type Hook = PolicyHook<MutatingPolicySpec, PolicyMutator>;

/** A policy with one of its bindings and a parameter, for a request (generic.PolicyInvocation). */
interface Invocation {
  readonly policy: Policy<MutatingPolicySpec>;
  readonly mutator: PolicyMutator;
  readonly binding: Binding;
  readonly match: Match;
  readonly param: KubeObject | undefined;
}

/** An error for which the failure policy of a policy decides (generic.PolicyError). */
interface PolicyError {
  readonly policy: Policy<MutatingPolicySpec>;
  readonly binding: Binding | undefined;
  readonly message: string;
  readonly reason: string;
}

/** The plugin MutatingAdmissionPolicy (plugin/policy/mutating). */
export function createMutatingPolicyPlugin(services: PolicyServices): PluginSteps {
  const source = new PolicySource<MutatingPolicySpec, PolicyMutator>(services, (policy) => new PolicyMutator(policy));
  return {
    admit(attributes) {
      const matched = matchedHooks(source.candidates(attributes), attributes, services.findNamespace);
      return matched.length === 0 ? undefined : new Dispatch(services, attributes).run(matched);
    },
  };
}

/** The mutating policies of one request (mutating.dispatcher). */
class Dispatch {
  readonly #services: PolicyServices;
  readonly #attributes: AdmissionAttributes;
  readonly #authorize: ValidatorInput["authorize"];
  readonly #errors: PolicyError[] = [];
  readonly #state: ReinvocationState;
  /** The object as the policies have left it, in the version that the last one matched. */
  #current: { readonly kind: GroupVersionKind; readonly object: KubeObject } | undefined;
  #oldObjects = new Map<string, KubeObject>();
  #dirty = false;

  constructor(services: PolicyServices, attributes: AdmissionAttributes) {
    const { reinvocation } = attributes;
    const state = reinvocation.value(pluginName);
    this.#services = services;
    this.#attributes = attributes;
    this.#authorize = authorizeFor(services.authorizer, attributes);
    this.#state = state instanceof ReinvocationState ? state : new ReinvocationState();
    reinvocation.setValue(pluginName, this.#state);
  }

  async run(matched: readonly MatchedHook<MutatingPolicySpec, PolicyMutator>[]): Promise<KubeObject | undefined> {
    const invocations: Invocation[] = [];
    for (const { hook, match } of matched) {
      if ("problem" in match) this.#misconfigured(hook, undefined, match.problem);
      else invocations.push(...(await this.#invocationsOf(hook, match)));
    }
    const result = invocations.length === 0 ? undefined : await this.#invoke(invocations);
    const errors = this.#errors.filter(({ policy }) => policy.spec.failurePolicy !== "Ignore");
    const { object } = this.#attributes;
    if (errors.length > 0) throw denied({ ...this.#attributes, object: this.#current?.object ?? object }, errors);
    return result;
  }

  async #invocationsOf(hook: Hook, match: Match): Promise<readonly Invocation[]> {
    const found: Invocation[] = [];
    let params: Awaited<ReturnType<Hook["params"]>>;
    try {
      params = await hook.params();
    } catch (error) {
      this.#misconfigured(hook, undefined, messageOf(error));
      return [];
    }
    for (const bound of hook.bindings) {
      const { binding } = bound;
      const matches = bindingMatches(bound, this.#attributes, this.#services.findNamespace);
      if (typeof matches === "string") this.#misconfigured(hook, binding, matches);
      if (matches !== true) continue;
      try {
        for (const param of await collectParams(params, binding, this.#attributes.namespace))
          found.push({ policy: hook.policy, mutator: hook.evaluator, binding, match, param });
      } catch (error) {
        this.#misconfigured(hook, binding, messageOf(error));
      }
    }
    return found;
  }

  #misconfigured({ policy }: Hook, binding: Binding | undefined, problem: string): void {
    const message = `failed to configure ${binding === undefined ? "policy" : "binding"}: ${problem}`;
    this.#errors.push({ policy, binding, message, reason: "" });
  }

  async #invoke(invocations: readonly Invocation[]): Promise<KubeObject | undefined> {
    const { object, reinvocation, objects } = this.#attributes;
    const namespace = this.#namespace();
    if (reinvocation.isReinvoke && this.#state.isChanged(object)) this.#state.requireReinvocation();
    try {
      for (const invocation of invocations) {
        const step = this.#attributes.step?.step("policy", nameOf(invocation.policy));
        await this.#invocation(invocation, namespace, step);
        step?.end();
      }
      const changed = this.#current;
      if (!this.#dirty || changed === undefined) return undefined;
      this.#state.requireReinvocation();
      reinvocation.setShouldReinvoke();
      const result = await objects.fromVersion(changed.object, changed.kind);
      this.#state.output = result;
      return result;
    } finally {
      if (!this.#dirty) this.#state.output = object;
    }
  }

  #namespace(): KubeObject | undefined {
    const name = requestNamespace(this.#attributes);
    if (name === "") return undefined;
    const found = this.#services.findNamespace(name);
    if (found === undefined) throw newNotFound({ group: "", resource: "namespaces" }, name);
    return found;
  }

  async #invocation(
    invocation: Invocation,
    namespace: KubeObject | undefined,
    step: OpenStep | undefined,
  ): Promise<void> {
    const { policy, mutator, binding, match, param } = invocation;
    const { observer } = this.#services;
    const { reinvocation, operation } = this.#attributes;
    const before = await this.#versioned(match);
    const input = (versioned: VersionedAttributes): ValidatorInput => ({
      bindings: { versioned, params: param, namespace },
      authorize: this.#authorize,
      trace: step,
      turns: this.#attributes.turns,
    });
    if (mutator.matchConditions !== undefined) {
      const start = observer.monotonic();
      const matched = await checkMatchConditions(mutator.matchConditions, input(before));
      const about = { name: nameOf(policy), kind: "policy", step: "validate", operation } as const;
      observer.matchConditions(about, observer.monotonic() - start, matched.evaluationErrors, false);
      if (matched.error !== undefined) this.#failed(policy, binding, matched.error, step);
      if (matched.failedCondition !== undefined) step?.decide(`match condition ${matched.failedCondition} is false`);
      if (!matched.matches) return;
    }
    const key = keyOf(invocation);
    if (reinvocation.isReinvoke && !this.#state.shouldReinvoke(key)) return;
    if (before.object !== undefined)
      for (const mutation of mutator.mutations) await this.#mutate(invocation, mutation, input, step);
    const after = this.#current?.object;
    if (before.object !== undefined && after !== undefined && !isSame(before.object, after)) {
      step?.objects(JSON.stringify(before.object), JSON.stringify(after));
      this.#state.requireReinvocation();
      reinvocation.setShouldReinvoke();
    }
    if (policy.spec.reinvocationPolicy === "IfNeeded") this.#state.addReinvocable(key);
  }

  async #mutate(
    { policy, mutator, binding, match }: Invocation,
    mutation: CompiledMutation,
    input: (versioned: VersionedAttributes) => ValidatorInput,
    step: OpenStep | undefined,
  ): Promise<void> {
    const { observer } = this.#services;
    const start = observer.monotonic();
    const before = this.#current?.object;
    const evaluations = step && new LastStep(step);
    const traced = (versioned: VersionedAttributes): ValidatorInput => ({ ...input(versioned), trace: evaluations });
    try {
      this.#current = { kind: match.kind, object: await this.#mutated(match, mutator, mutation, traced) };
      this.#dirty = true;
      evaluations?.changed(before, this.#current.object);
      observer.mutated(nameOf(policy), nameOf(binding), "no_error", observer.monotonic() - start);
    } catch (error) {
      const type = error instanceof MutationError ? error.type : "invalid_error";
      observer.mutated(nameOf(policy), nameOf(binding), type, observer.monotonic() - start);
      if (!(error instanceof MutationError)) throw error;
      this.#failed(policy, binding, error.message, step);
    }
  }

  /** Returns the object after a mutation, decoded and with defaults, in the version that the policy matches. */
  async #mutated(
    match: Match,
    mutator: PolicyMutator,
    mutation: CompiledMutation,
    input: (versioned: VersionedAttributes) => ValidatorInput,
  ): Promise<KubeObject> {
    const { objects, pace } = this.#attributes;
    const { kind } = match;
    const atom = objects.atom(kind);
    if (atom === undefined)
      throw newServiceUnavailable(
        `Resource kind ${formatGroupVersion(kind)}, Kind=${kind.kind} not found. There can be a delay between when CustomResourceDefinitions are created and when they are available.`,
      );
    const versioned = await this.#versioned(match);
    const patched = await mutator.mutate(mutation, input(versioned), atom);
    if (patched === versioned.object) return patched;
    try {
      const isPatch = mutation.type === "JSONPatch";
      return await objects.toVersion(await objects.fromVersion(patched, kind, { strict: isPatch, pace }), kind, pace);
    } catch (error) {
      if (mutation.type === "JSONPatch") throw newInternalError(error instanceof Error ? error : String(error));
      throw new MutationError(messageOf(error));
    }
  }

  #failed(policy: Policy<MutatingPolicySpec>, binding: Binding, message: string, step: OpenStep | undefined): void {
    step?.decide(message);
    this.#errors.push({ policy, binding, message, reason: "Invalid" });
  }

  /** Returns the request in the version of a match, with the object as the preceding policies left it. */
  async #versioned({ kind, resource }: Match): Promise<VersionedAttributes> {
    const { object, objects, pace } = this.#attributes;
    if (this.#current === undefined && object !== undefined)
      this.#current = { kind, object: await objects.toVersion(object, kind, pace) };
    else if (this.#current !== undefined && !isSameKind(this.#current.kind, kind)) {
      const handled = await objects.fromVersion(this.#current.object, this.#current.kind, { pace });
      this.#current = { kind, object: await objects.toVersion(handled, kind, pace) };
    }
    return {
      attributes: this.#attributes,
      kind,
      resource,
      object: this.#current?.object,
      oldObject: await this.#oldObject(kind),
    };
  }

  async #oldObject(kind: GroupVersionKind): Promise<KubeObject | undefined> {
    const { oldObject, objects, pace } = this.#attributes;
    if (oldObject === undefined) return undefined;
    const key = `${formatGroupVersion(kind)} ${kind.kind}`;
    const known = this.#oldObjects.get(key) ?? (await objects.toVersion(oldObject, kind, pace));
    this.#oldObjects.set(key, known);
    return known;
  }
}

/** Remembers the step of the last expression, to record the change that its value made. */
class LastStep implements StepRecorder {
  readonly #steps: StepRecorder;
  #last: OpenStep | undefined;

  constructor(steps: StepRecorder) {
    this.#steps = steps;
  }

  step(kind: StepKind, name: string): OpenStep {
    return (this.#last = this.#steps.step(kind, name));
  }

  changed(before: KubeObject | undefined, after: KubeObject): void {
    if (before !== undefined && !isSame(before, after))
      this.#last?.objects(JSON.stringify(before), JSON.stringify(after));
  }
}

const isSame = (a: KubeObject, b: KubeObject): boolean => a === b || deepEqual(asJson(a), asJson(b));

const isSameKind = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind;

/** Identifies an invocation across reinvocations. */
const keyOf = ({ policy, binding, param }: Invocation): string =>
  [nameOf(policy), nameOf(binding), param?.metadata.namespace ?? "", param?.metadata.name ?? ""].join("\n");

function denied(attributes: AdmissionAttributes, errors: readonly PolicyError[]): StatusError {
  const { status } = newAdmissionForbidden(attributes, "admission request denied by policy");
  const messages = errors.map(({ policy, binding, message }) =>
    binding === undefined
      ? `policy ${JSON.stringify(nameOf(policy))} denied request: ${message}`
      : `policy '${nameOf(policy)}' with binding '${nameOf(binding)}' denied request: ${message}`,
  );
  const causes = [...(status.details?.causes ?? []), ...messages.map((message) => ({ message }))];
  return new StatusError({
    ...status,
    message: messages[0] ?? "",
    reason: errors[0]?.reason || (status.reason ?? ""),
    details: { ...status.details, causes },
  });
}
