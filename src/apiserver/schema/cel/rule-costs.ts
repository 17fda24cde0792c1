import { addUint64, type Uint64 } from "../../../cel/cost/uint64.ts";
import type { FieldPath } from "../../../apimachinery/field-error.ts";
import type { Schema } from "../schema.ts";
import type { CompiledRule } from "./compile-rules.ts";
import { expressionCostLimit, schemaCostLimit } from "./limits.ts";
import { allNew, type ExpressionAges } from "./rule-environments.ts";
import { RuleContext, type Cardinality } from "./rule-context.ts";

/** What a rule of a schema is estimated to cost, and how much of the limits that takes. */
export interface RuleCost {
  /** Where the rule stands: `openAPIV3Schema.properties[spec].x-kubernetes-validations[0]`. */
  readonly path: string;
  readonly index: number;
  readonly rule: string;
  /** Why the rule does not compile. */
  readonly error?: string;
  /** One evaluation. */
  readonly cost: Uint64;
  /** How often it may run on one object; where no bound is set, how often the value fits into a request. */
  readonly cardinality: Uint64;
  readonly isBounded: boolean;
  /** All evaluations on one object. */
  readonly total: Uint64;
  /** Making the message once. */
  readonly messageCost: Uint64;
  /** Of what one rule may cost; more than 1 is refused. */
  readonly shareOfRuleLimit: number;
  /** Of what all rules of the schema may cost, the message included. */
  readonly shareOfSchemaLimit: number;
}

/** The cost of every rule of a schema, from its root to its leaves. */
export function ruleCosts(schema: Schema, path: FieldPath, ages: ExpressionAges = allNew): readonly RuleCost[] {
  const costs: RuleCost[] = [];
  collect(RuleContext.root(schema), path, ages, costs);
  return costs;
}

function collect(context: RuleContext, path: FieldPath, ages: ExpressionAges, costs: RuleCost[]): void {
  const { schema } = context;
  if ((schema.validation?.rules?.length ?? 0) > 0) {
    for (const [index, rule] of (context.compile(ages) ?? []).entries()) costs.push(costOf(context, rule, path.child("x-kubernetes-validations").index(index).toString(), index));
  }
  const elements = context.elements();
  if (elements !== undefined) collect(elements, path.child(schema.kind === "list" ? "items" : "additionalProperties"), ages, costs);
  if (schema.kind !== "object") return;
  for (const { name } of schema.fields) {
    const property = context.property(name);
    if (property !== undefined) collect(property, path.child("properties").key(name), ages, costs);
  }
}

function costOf(context: RuleContext, compiled: CompiledRule, path: string, index: number): RuleCost {
  const { rule, error = compiled.messageError, maxCost: cost, messageMaxCost: messageCost, maxCardinality } = compiled;
  const cardinality: Cardinality = context.cardinality;
  const total = context.totalCost(compiled);
  return {
    path, index, rule: rule.rule, cost, total, messageCost,
    ...(error !== undefined && { error }),
    cardinality: cardinality ?? maxCardinality,
    isBounded: cardinality !== undefined,
    shareOfRuleLimit: Number(total) / expressionCostLimit,
    shareOfSchemaLimit: Number(addUint64(total, messageCost)) / schemaCostLimit,
  };
}
