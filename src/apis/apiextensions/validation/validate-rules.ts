import { forbidden, internal, invalid, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Uint64 } from "../../../cel/cost/uint64.ts";
import type { CompiledRule } from "../../../apiserver/schema/cel/compile-rules.ts";
import { expressionCostLimit, schemaCostLimit } from "../../../apiserver/schema/cel/limits.ts";
import {
  costMessage,
  exceedsExpressionLimit,
  RuleContext,
  TotalCost,
} from "../../../apiserver/schema/cel/rule-context.ts";
import type { ExpressionAges } from "../../../apiserver/schema/cel/rule-environments.ts";
import { compileRuleNode } from "../../../apiserver/schema/cel/rule-node.ts";
import { validateRules } from "../../../apiserver/schema/cel/rule-validator.ts";
import type { Schema } from "../../../apiserver/schema/schema.ts";
import type { StatedRule } from "./schema-walk.ts";
import { printRule } from "./print-internal.ts";

/** Options for checking the rules of one schema. */
export interface RuleOptions {
  readonly ages: ExpressionAges;
  /** Accept any cost, since the schema is unchanged. */
  readonly anyCost: boolean;
}

/** Checks the rules of one schema: node by node, then their total cost. */
export class RuleCheck {
  readonly root: RuleContext;
  readonly #options: RuleOptions;
  readonly #total = new TotalCost<FieldPath>();

  constructor(schema: Schema, options: RuleOptions) {
    this.root = RuleContext.root(schema);
    this.#options = options;
  }

  /**
   * Checks the rules of one node. `uncorrelatable` is the ancestor below which old and new values cannot be correlated,
   * if any.
   */
  validate(context: RuleContext, path: FieldPath, uncorrelatable: FieldPath | undefined): readonly FieldError[] {
    const at = path.child("x-kubernetes-validations");
    const compiled = context.compile(this.#options.ages);
    if (compiled === null)
      return [
        internal(
          at,
          "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations",
        ),
      ];
    return compiled.flatMap((rule, i) => this.#validateRule(context, rule, at.index(i), uncorrelatable));
  }

  #validateRule(
    context: RuleContext,
    compiled: CompiledRule,
    path: FieldPath,
    uncorrelatable: FieldPath | undefined,
  ): readonly FieldError[] {
    const { rule, error } = compiled;
    return [
      ...this.#validateCost("estimated rule cost", path.child("rule"), context.totalCost(compiled)),
      ...(error === undefined ? [] : [invalid(path.child("rule"), printRule(rule), error)]),
      ...this.#validateMessage(compiled, path.child("messageExpression")),
      ...validateOldSelf(compiled, path, uncorrelatable),
    ];
  }

  #validateMessage(
    { rule, message, messageError, messageMaxCost }: CompiledRule,
    path: FieldPath,
  ): readonly FieldError[] {
    if (messageError !== undefined) return [invalid(path, printRule(rule), messageError)];
    return message === undefined ? [] : this.#validateCost("estimated messageExpression cost", path, messageMaxCost);
  }

  #validateCost(name: string, path: FieldPath, cost: Uint64): readonly FieldError[] {
    this.#total.add(path, cost);
    return exceedsExpressionLimit(cost) && !this.#options.anyCost
      ? [forbidden(path, costMessage(name, cost, expressionCostLimit))]
      : [];
  }

  /** Returns the errors if the total cost of all rules exceeds the limit, with the most expensive rules. */
  validateTotal(path: FieldPath): readonly FieldError[] {
    if (!this.#total.isExceeded) return [];
    const contributes = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
    const message = costMessage(
      "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
      this.#total.total,
      schemaCostLimit,
    );
    return [...this.#total.mostExpensive.map((place) => forbidden(place, contributes)), forbidden(path, message)];
  }
}

function validateOldSelf(
  { rule, usesOldSelf }: CompiledRule,
  path: FieldPath,
  uncorrelatable: FieldPath | undefined,
): readonly FieldError[] {
  if (usesOldSelf) {
    return uncorrelatable === undefined
      ? []
      : [
          invalid(
            path.child("rule"),
            rule.rule,
            `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable.toString()}`,
          ),
        ];
  }
  return rule.optionalOldSelf === undefined
    ? []
    : [invalid(path.child("optionalOldSelf"), rule.optionalOldSelf, "may not be set if oldSelf is not used in rule")];
}

/** Returns which expressions the old definition already has; those are accepted as they are. */
export function agesSince(rules: readonly StatedRule[], compatibility?: number): ExpressionAges {
  const known = new Set(rules.map(({ rule }) => rule));
  const knownMessages = new Set(rules.map(({ messageExpression }) => messageExpression));
  return {
    compatibility,
    rule: (text) => (known.has(text) ? "stored" : "new"),
    messageExpression: (text) => (knownMessages.has(text) ? "stored" : "new"),
  };
}

/** Evaluates the rules of a schema on a default, both as a new value and as an unchanged one. */
export function validateDefaultByRules(
  path: FieldPath,
  value: JsonValue,
  schema: Schema,
  isResource: boolean,
  budget: number,
): { readonly errors: readonly FieldError[]; readonly remainingBudget: number } {
  const node = compileRuleNode(schema, isResource);
  if (node === undefined) return { errors: [], remainingBudget: budget };
  const kept = validateRules(node, value, value, { path, budget });
  if (kept.errors.length > 0) return kept;
  const added = validateRules(node, value, undefined, { path, budget });
  return { errors: added.errors, remainingBudget: Math.min(kept.remainingBudget, added.remainingBudget) };
}
