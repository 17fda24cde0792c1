import { errorMessage, type FieldError } from "../../apimachinery/field-error.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { Work } from "../../component-base/work.ts";
import type { TracedRule, TraceRecorder } from "../../component-base/trace.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { runtimeCostBudget } from "../../apiserver/schema/cel/limits.ts";
import { compileRuleNode, type RuleNode } from "../../apiserver/schema/cel/rule-node.ts";
import { validateRules, type RuleOptions } from "../../apiserver/schema/cel/rule-validator.ts";
import type { Schema } from "../../apiserver/schema/schema.ts";
import { Correlation } from "../../apiserver/schema/validation/correlation.ts";

/** Maximum number of evaluations that a trace records. */
const mostTraced = 200;

/** The evaluation of the rules of one object: a frame of its work. */
class RuleRun {
  readonly options: RuleOptions;
  readonly #traced: TracedRule[] = [];
  #evaluations = 0;
  #cost = 0;

  constructor(options: RuleOptions, isTraced: boolean) {
    this.options = isTraced ? { ...options, observe: (rule) => this.#observe(rule) } : options;
  }

  /** Records the rules as a stage of validation. */
  record(trace: TraceRecorder): void {
    const count = this.#evaluations;
    trace.rules(this.#traced);
    trace.decide(
      `${count} ${count === 1 ? "evaluation" : "evaluations"} at a cost of ${this.#cost} of ${runtimeCostBudget}`,
    );
  }

  #observe(rule: TracedRule): void {
    this.#evaluations++;
    this.#cost += rule.cost;
    if (this.#traced.length < mostTraced) this.#traced.push(rule);
  }
}

/** The validation rules of one version, compiled on first use. */
export class ObjectRules {
  readonly #schema: Schema;
  #node: RuleNode | null | undefined;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /**
   * Evaluates all rules on an object; pauses where the work is due to. On update, violations in unchanged parts only
   * produce warnings.
   */
  validate(
    object: JsonObject,
    old: JsonObject | undefined,
    ctx: StrategyContext,
    work: Work | undefined = ctx.work,
  ): readonly FieldError[] {
    const node = (this.#node ??= this.#compile(ctx));
    if (node === null) return [];
    const run = work?.resume(RuleRun) ?? this.#begin(object, old, ctx, work);
    const { errors, forgiven } = validateRules(node, object, old, run.options);
    work?.end();
    if (ctx.trace !== undefined) {
      run.record(ctx.trace);
      ctx.trace.stage("validation");
    }
    for (const error of forgiven) ctx.warn(errorMessage(error));
    return errors;
  }

  #begin(object: JsonObject, old: JsonObject | undefined, ctx: StrategyContext, work: Work | undefined): RuleRun {
    ctx.trace?.stage("rules");
    const options: RuleOptions = {
      timing: ctx.cel,
      work,
      ...(old !== undefined && { correlation: new Correlation(object, old, this.#schema) }),
    };
    const run = new RuleRun(options, ctx.trace !== undefined);
    return work?.begin(run) ?? run;
  }

  #compile({ cel }: StrategyContext): RuleNode | null {
    const start = cel?.monotonic() ?? 0;
    const node = compileRuleNode(this.#schema, true) ?? null;
    if (node !== null) cel?.compiled(cel.monotonic() - start);
    return node;
  }
}
