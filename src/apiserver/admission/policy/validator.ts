import { afterwards, type MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { Authorize } from "../../../cel/library/authorizer.ts";
import { typeOfValue } from "../../../cel/values/type-of.ts";
import { longestMessage, runtimeCostBudget } from "../../schema/cel/limits.ts";
import { AdmissionActivation, RequestValues, type Bindings } from "../cel/activation.ts";
import { evaluateAll, type EvaluationOwner, type EvaluationResult, type Evaluations } from "../cel/evaluate.ts";
import {
  auditAnnotation,
  condition,
  ExpressionCompiler,
  message,
  type CompilationResult,
  type OptionalVariableDeclarations,
} from "../cel/expressions.ts";
import {
  matchConditions,
  type FailurePolicy,
  type MatchConditions,
  type MatchResult,
} from "../cel/match-conditions.ts";
import type { AuditAnnotation, Policy, PolicySpec, Validation, ValidatingPolicySpec } from "./types.ts";

/** The decision of one validation, or of a policy whose validations could not run (validating.PolicyDecision). */
export interface PolicyDecision {
  readonly action: "admit" | "deny";
  readonly evaluation: "admit" | "deny" | "error";
  readonly message: string;
  /** "" for the default. */
  readonly reason: string;
}

/** An audit annotation of a policy (validating.PolicyAuditAnnotation). */
export interface PolicyAuditAnnotation {
  readonly key: string;
  readonly action: "publish" | "exclude" | "error";
  /** The value to publish, or the error message. */
  readonly value: string;
}

/** The result of a policy for one request and parameter (validating.ValidateResult). */
export interface ValidateResult {
  readonly decisions: readonly PolicyDecision[];
  readonly auditAnnotations: readonly PolicyAuditAnnotation[];
}

/** What the validator evaluates a policy with. */
export interface ValidatorInput extends EvaluationOwner {
  readonly bindings: Bindings;
  readonly authorize: Authorize;
  /** The cost budget of the validations; by default that of the server. */
  readonly budget?: number;
}

/** Compiles the match conditions of a policy; undefined if there are none. */
export function compileMatchConditions(
  { matchConditions: conditions = [], failurePolicy = "Fail" }: PolicySpec,
  compiler: ExpressionCompiler,
  declarations: OptionalVariableDeclarations,
): MatchConditions | undefined {
  if (conditions.length === 0) return undefined;
  return {
    failurePolicy,
    names: conditions.map(({ name = "" }) => name),
    expressions: conditions.map(({ expression = "" }) => compiler.compile(condition(expression), declarations)),
    variables: compiler.variables,
  };
}

/** Evaluates match conditions, which see no namespace and the resource of the request itself. */
export function checkMatchConditions(
  conditions: MatchConditions | undefined,
  { bindings, authorize, trace, turns }: ValidatorInput,
): MaybeAsync<MatchResult> {
  if (conditions === undefined) return { matches: true, evaluationErrors: 0 };
  const versioned = { ...bindings.versioned, resource: bindings.versioned.attributes.resource };
  return matchConditions(conditions, new RequestValues({ ...bindings, versioned, namespace: undefined }, authorize), {
    trace,
    turns,
  });
}

/** A compiled validating policy (validating.validator). */
export class PolicyValidator {
  readonly matchConditions: MatchConditions | undefined;
  readonly #validations: readonly Validation[];
  readonly #auditAnnotations: readonly AuditAnnotation[];
  readonly #expressions: readonly CompilationResult[];
  readonly #messages: readonly (CompilationResult | undefined)[];
  readonly #annotations: readonly CompilationResult[];
  readonly #variables: ReadonlyMap<string, CompilationResult>;
  readonly #failurePolicy: FailurePolicy;

  constructor({ spec }: Policy<ValidatingPolicySpec>) {
    const { paramKind, variables = [], validations = [], auditAnnotations = [], failurePolicy = "Fail" } = spec;
    const compiler = new ExpressionCompiler({ age: "stored" });
    const hasParams = paramKind !== undefined;
    const all = { hasParams, hasAuthorizer: true };
    for (const { name = "", expression = "" } of variables) compiler.addVariable(name, expression, all);
    this.matchConditions = compileMatchConditions(spec, compiler, all);
    this.#validations = validations;
    this.#auditAnnotations = auditAnnotations;
    this.#failurePolicy = failurePolicy;
    this.#variables = compiler.variables;
    this.#expressions = validations.map(({ expression = "" }) => compiler.compile(condition(expression), all));
    this.#messages = validations.map(({ messageExpression = "" }) =>
      messageExpression === ""
        ? undefined
        : compiler.compile(message(messageExpression), { hasParams, hasAuthorizer: false }),
    );
    this.#annotations = auditAnnotations.map(({ valueExpression = "" }) =>
      compiler.compile(auditAnnotation(valueExpression), all),
    );
  }

  /** Evaluates the policy for a request; `matched` is the result of its match conditions. */
  validate(input: ValidatorInput, matched: MatchResult): MaybeAsync<ValidateResult> {
    if (matched.error !== undefined) return this.#failed(matched.error);
    if (!matched.matches) return { decisions: [], auditAnnotations: [] };
    const { bindings, authorize, budget = runtimeCostBudget } = input;
    const request = new RequestValues(bindings, authorize);
    const activation = (hasAuthorizer: boolean): AdmissionActivation =>
      new AdmissionActivation(request, this.#variables, { hasAuthorizer });
    return afterwards(evaluateAll(this.#expressions, activation(true), budget, input), (validations) => {
      if (validations.failure !== undefined) return this.#failed(validations.failure);
      const { remaining } = validations;
      return afterwards(evaluateAll(this.#messages, activation(false), remaining, input), (messages) =>
        afterwards(evaluateAll(this.#annotations, activation(false), budget, input), (annotations) =>
          this.#result(validations, messages, annotations),
        ),
      );
    });
  }

  #result({ results }: Evaluations, messages: Evaluations, annotations: Evaluations): ValidateResult {
    if (annotations.failure !== undefined) return this.#failed(annotations.failure);
    return {
      decisions: results.map((result, i) =>
        this.#decision(this.#validations[i] ?? {}, result, messages.results[i], messages.failure),
      ),
      auditAnnotations: annotations.results.map((result, i) =>
        this.#annotation(this.#auditAnnotations[i] ?? {}, result),
      ),
    };
  }

  #failed(text: string): ValidateResult {
    return { decisions: [this.#error(text)], auditAnnotations: [] };
  }

  #error(text: string): PolicyDecision {
    const action = this.#failurePolicy === "Ignore" ? "admit" : "deny";
    return { action, evaluation: "error", message: text, reason: "" };
  }

  #decision(
    validation: Validation,
    result: EvaluationResult | undefined,
    told: EvaluationResult | undefined,
    messagesFailed: string | undefined,
  ): PolicyDecision {
    if (result?.error !== undefined) return this.#error(result.error);
    if (messagesFailed !== undefined) return this.#error(`failed messageExpression: ${messagesFailed}`);
    if (result?.value === true) return { action: "admit", evaluation: "admit", message: "", reason: "" };
    return {
      action: "deny",
      evaluation: "deny",
      message: denialMessage(validation, told),
      reason: validation.reason ?? "Invalid",
    };
  }

  #annotation({ key = "" }: AuditAnnotation, result: EvaluationResult | undefined): PolicyAuditAnnotation {
    if (result?.error !== undefined)
      return this.#failurePolicy === "Ignore"
        ? { key, action: "exclude", value: result.error }
        : { key, action: "error", value: result.error };
    const value = result?.value;
    if (typeof value === "string")
      return value.trim() === ""
        ? { key, action: "exclude", value: "" }
        : { key, action: "publish", value: value.trim() };
    return value === null || value === undefined
      ? { key, action: "exclude", value: "" }
      : { key, action: "error", value: `unsupported return type: ${String(typeOfValue(value))}` };
  }
}

/** The message of a denial: the evaluated one if it can be shown, else the fixed one, else the expression. */
function denialMessage(
  { expression = "", message: fixed = "" }: Validation,
  told: EvaluationResult | undefined,
): string {
  const text = typeof told?.value === "string" ? told.value.trim() : "";
  const shown = new TextEncoder().encode(text).length > longestMessage || text.includes("\n") ? "" : text;
  return shown || fixed.trim() || `failed expression: ${expression.trim()}`;
}
