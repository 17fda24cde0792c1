import { errorMessage, type FieldError } from "../../apimachinery/field-error.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { TracedRule, TraceRecorder } from "../../component-base/trace.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { runtimeCostBudget } from "../../apiserver/schema/cel/limits.ts";
import { compileRuleNode, type RuleNode } from "../../apiserver/schema/cel/rule-node.ts";
import { validateRules, type RuleOptions, type RuleResult } from "../../apiserver/schema/cel/rule-validator.ts";
import type { Schema } from "../../apiserver/schema/schema.ts";
import { Correlation } from "../../apiserver/schema/validation/correlation.ts";

/** Maximum number of evaluations that a trace records. */
const mostTraced = 200;

/** The validation rules of one version, compiled on first use. */
export class ObjectRules {
  readonly #schema: Schema;
  #node: RuleNode | null | undefined;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** Evaluates all rules on an object. On update, violations in unchanged parts only produce warnings. */
  validate(object: JsonObject, old: JsonObject | undefined, ctx: StrategyContext): readonly FieldError[] {
    const node = (this.#node ??= this.#compile(ctx));
    if (node === null) return [];
    const options: RuleOptions = {
      timing: ctx.cel,
      ...(old !== undefined && { correlation: new Correlation(object, old, this.#schema) }),
    };
    const run = (observed: RuleOptions): RuleResult => validateRules(node, object, old, observed);
    const { errors, forgiven } = ctx.trace === undefined ? run(options) : traced(ctx.trace, options, run);
    for (const error of forgiven) ctx.warn(errorMessage(error));
    return errors;
  }

  #compile({ cel }: StrategyContext): RuleNode | null {
    const start = cel?.monotonic() ?? 0;
    const node = compileRuleNode(this.#schema, true) ?? null;
    if (node !== null) cel?.compiled(cel.monotonic() - start);
    return node;
  }
}

/** Evaluates rules as a traced stage of validation. */
function traced(trace: TraceRecorder, options: RuleOptions, run: (options: RuleOptions) => RuleResult): RuleResult {
  const rules: TracedRule[] = [];
  let [evaluations, cost] = [0, 0];
  trace.stage("rules");
  const result = run({
    ...options,
    observe(rule) {
      evaluations++;
      cost += rule.cost;
      if (rules.length < mostTraced) rules.push(rule);
    },
  });
  trace.rules(rules);
  trace.decide(
    `${evaluations} ${evaluations === 1 ? "evaluation" : "evaluations"} at a cost of ${cost} of ${runtimeCostBudget}`,
  );
  trace.stage("validation");
  return result;
}
