import type { MutatingPolicySpec, ValidatingPolicySpec } from "../../apiserver/admission/policy/types.ts";

/** An expression of a policy and its field, in the order in which admission evaluates them. */
export interface ExpressionPlace {
  readonly place: string;
  readonly expression: string;
}

/** Returns the expressions of a policy that are evaluated for themselves; variables belong to those that use them. */
export function expressionPlaces(spec: ValidatingPolicySpec & MutatingPolicySpec): readonly ExpressionPlace[] {
  const { matchConditions = [], validations = [], auditAnnotations = [], mutations = [] } = spec;
  const of = (place: string, expression = ""): readonly ExpressionPlace[] =>
    expression === "" ? [] : [{ place, expression }];
  return [
    ...matchConditions.flatMap(({ expression }, i) => of(`spec.matchConditions[${i}].expression`, expression)),
    ...validations.flatMap(({ expression }, i) => of(`spec.validations[${i}].expression`, expression)),
    ...validations.flatMap(({ messageExpression }, i) =>
      of(`spec.validations[${i}].messageExpression`, messageExpression),
    ),
    ...auditAnnotations.flatMap(({ valueExpression }, i) =>
      of(`spec.auditAnnotations[${i}].valueExpression`, valueExpression),
    ),
    ...mutations.flatMap(({ jsonPatch, applyConfiguration }, i) => [
      ...of(`spec.mutations[${i}].jsonPatch.expression`, jsonPatch?.expression),
      ...of(`spec.mutations[${i}].applyConfiguration.expression`, applyConfiguration?.expression),
    ]),
  ];
}

/**
 * Returns a function that tells the field of each evaluated expression. Equal texts are told apart by their order; the
 * order begins again with the next parameter of the policy.
 */
export function placeFinder(places: readonly ExpressionPlace[]): (expression: string) => string {
  let from = 0;
  return (expression) => {
    const after = places.findIndex((one, i) => i >= from && one.expression === expression);
    const found = after >= 0 ? after : places.findIndex((one) => one.expression === expression);
    from = found + 1;
    return places[found]?.place ?? "";
  };
}
