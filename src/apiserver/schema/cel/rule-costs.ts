import { addUint64, type Uint64 } from "../../../cel/cost/uint64.ts";
import type { FieldPath } from "../../../apimachinery/field-error.ts";
import type { Schema } from "../schema.ts";
import type { NestedValidation } from "../value-validation.ts";
import type { CompiledRule } from "./compile-rules.ts";
import { expressionCostLimit, schemaCostLimit } from "./limits.ts";
import { hasRules } from "./has-rules.ts";
import { allNew, allStored, type ExpressionAges } from "./rule-environments.ts";
import { RuleContext, type Cardinality } from "./rule-context.ts";

/** The estimated cost of a schema's rule, and its share of the limits. */
export interface RuleCost {
  /** The path of the rule: `openAPIV3Schema.properties[spec].x-kubernetes-validations[0]`. */
  readonly path: string;
  readonly index: number;
  readonly rule: string;
  /** The compilation error. */
  readonly error?: string;
  /** The cost of one evaluation. */
  readonly cost: Uint64;
  /** The maximum number of evaluations on one object; without bounds, the number of values that fit into a request. */
  readonly cardinality: Uint64;
  readonly isBounded: boolean;
  /** The cost of all evaluations on one object. */
  readonly total: Uint64;
  /** The cost of evaluating the message expression once. */
  readonly messageCost: Uint64;
  /** The cost as a fraction of the limit per rule. A rule above 1 is rejected. */
  readonly shareOfRuleLimit: number;
  /** The cost, including the message expression, as a fraction of the limit for all rules of the schema. */
  readonly shareOfSchemaLimit: number;
  /** False within allOf. Such rules run, but a definition with them is rejected before their cost is checked. */
  readonly isLimited: boolean;
}

/**
 * Returns the cost of every rule of a schema, from the root to the leaves: first the rules of a node, then those of its
 * children, then those of allOf. The last run only where the schema itself has rules.
 */
export function ruleCosts(schema: Schema, path: FieldPath, ages: ExpressionAges = allNew): readonly RuleCost[] {
  const costs: RuleCost[] = [];
  collect({ context: RuleContext.root(schema), path, ages, runsNested: hasRules(schema) }, costs);
  return costs;
}

/** A schema node whose rules are collected. */
interface Place {
  readonly context: RuleContext;
  readonly path: FieldPath;
  readonly ages: ExpressionAges;
  readonly runsNested: boolean;
}

function collect(place: Place, costs: RuleCost[]): void {
  const { context, path, ages } = place;
  const { schema } = context;
  if ((schema.validation?.rules?.length ?? 0) > 0) add(context, context.compile(ages), path, true, costs);
  const elements = context.elements();
  if (elements !== undefined)
    collect(
      { ...place, context: elements, path: path.child(schema.kind === "list" ? "items" : "additionalProperties") },
      costs,
    );
  if (schema.kind === "object") {
    for (const { name } of schema.fields) {
      const property = context.property(name);
      if (property !== undefined)
        collect({ ...place, context: property, path: path.child("properties").key(name) }, costs);
    }
  }
  if (place.runsNested)
    schema.validation?.allOf?.forEach((nested, i) =>
      collectNested(nested, context, path.child("allOf").index(i), costs),
    );
}

/** Adds the rules of a junctor. They validate the values that the schema itself describes. */
function collectNested(nested: NestedValidation, context: RuleContext, path: FieldPath, costs: RuleCost[]): void {
  if (nested.rules !== undefined) add(context, context.compile(allStored, nested.rules), path, false, costs);
  const elements = context.elements();
  if (elements !== undefined && nested.items !== undefined)
    collectNested(nested.items, elements, path.child("items"), costs);
  if (elements !== undefined && nested.additionalProperties !== undefined)
    collectNested(nested.additionalProperties, elements, path.child("additionalProperties"), costs);
  for (const [name, inner] of Object.entries(nested.properties ?? {})) {
    const property = context.property(name);
    if (property !== undefined) collectNested(inner, property, path.child("properties").key(name), costs);
  }
  nested.allOf?.forEach((inner, i) => collectNested(inner, context, path.child("allOf").index(i), costs));
}

function add(
  context: RuleContext,
  compiled: readonly CompiledRule[] | null,
  path: FieldPath,
  isLimited: boolean,
  costs: RuleCost[],
): void {
  for (const [index, rule] of (compiled ?? []).entries())
    costs.push({
      ...costOf(context, rule, path.child("x-kubernetes-validations").index(index).toString(), index),
      isLimited,
    });
}

function costOf(
  context: RuleContext,
  compiled: CompiledRule,
  path: string,
  index: number,
): Omit<RuleCost, "isLimited"> {
  const { rule, error = compiled.messageError, maxCost: cost, messageMaxCost: messageCost, maxCardinality } = compiled;
  const cardinality: Cardinality = context.cardinality;
  const total = context.totalCost(compiled);
  return {
    path,
    index,
    rule: rule.rule,
    cost,
    total,
    messageCost,
    ...(error !== undefined && { error }),
    cardinality: cardinality ?? maxCardinality,
    isBounded: cardinality !== undefined,
    shareOfRuleLimit: Number(total) / expressionCostLimit,
    shareOfSchemaLimit: Number(addUint64(total, messageCost)) / schemaCostLimit,
  };
}
