import type { KubeObject } from "../../../apimachinery/meta.ts";
import { runtimeCostBudget } from "../../schema/cel/limits.ts";
import type { Atom } from "../../../structured-merge-diff/schema.ts";
import { AdmissionActivation, RequestValues } from "../cel/activation.ts";
import { evaluateAll } from "../cel/evaluate.ts";
import { applyConfiguration, ExpressionCompiler, jsonPatch, type CompilationResult } from "../cel/expressions.ts";
import type { MatchConditions } from "../cel/match-conditions.ts";
import { applyConfiguration as applyToObject, applyJsonPatch, MutationError } from "./patchers.ts";
import type { MutatingPolicySpec, Policy } from "./types.ts";
import { compileMatchConditions, type ValidatorInput } from "./validator.ts";

/** One compiled mutation. */
export interface CompiledMutation {
  readonly type: "JSONPatch" | "ApplyConfiguration";
  readonly compiled: CompilationResult;
}

/** A compiled mutating policy (mutating.PolicyEvaluator). */
export class PolicyMutator {
  readonly matchConditions: MatchConditions | undefined;
  readonly mutations: readonly CompiledMutation[];
  readonly #variables: ReadonlyMap<string, CompilationResult>;

  constructor({ spec }: Policy<MutatingPolicySpec>) {
    const compiler = new ExpressionCompiler({ age: "stored" });
    const all = { hasParams: spec.paramKind !== undefined, hasAuthorizer: true };
    for (const { name = "", expression = "" } of spec.variables ?? []) compiler.addVariable(name, expression, all);
    this.matchConditions = compileMatchConditions(spec, compiler, all);
    this.#variables = compiler.variables;
    const patching = { ...all, hasPatchTypes: true };
    this.mutations = (spec.mutations ?? []).map((mutation) =>
      mutation.patchType === "JSONPatch"
        ? { type: "JSONPatch", compiled: compiler.compile(jsonPatch(mutation.jsonPatch?.expression ?? ""), patching) }
        : {
            type: "ApplyConfiguration",
            compiled: compiler.compile(applyConfiguration(mutation.applyConfiguration?.expression ?? ""), patching),
          },
    );
  }

  /**
   * Returns the object of the request as a mutation changes it. Rejects with MutationError, or a StatusError that
   * ends the request.
   */
  async mutate({ type, compiled }: CompiledMutation, input: ValidatorInput, atom: Atom): Promise<KubeObject> {
    const { bindings, authorize, budget = runtimeCostBudget } = input;
    const { object } = bindings.versioned;
    if (object === undefined) throw new MutationError("no object to patch");
    if (compiled.error !== undefined) throw new MutationError(compiled.error, "compile_error");
    const activation = new AdmissionActivation(new RequestValues(bindings, authorize), this.#variables, {
      hasAuthorizer: true,
    });
    const { results, failure } = await evaluateAll([compiled], activation, budget, input);
    if (failure !== undefined) throw new MutationError(failure, "out_of_budget");
    const [result] = results;
    if (result?.error !== undefined) throw new MutationError(result.error);
    const value = result?.value ?? null;
    return type === "JSONPatch" ? applyJsonPatch(value, object) : applyToObject(value, object, atom);
  }
}
