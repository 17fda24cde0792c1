import type { ComprehensionExpr, Expr } from "../ast.ts";
import { operators } from "../operators.ts";
import { accumulatorName } from "../parser/macro.ts";

/** The predicate of `all` or `exists`, and the value that ends the loop. */
interface Quantifier {
  readonly predicate: Expr;
  readonly decisive: boolean;
}

const isAccumulator = (expr: Expr | undefined): boolean => expr?.kind === "ident" && expr.name === accumulatorName;
const isCallOf = (expr: Expr | undefined, name: string): boolean => expr?.kind === "call" && expr.function === name;

/** Returns the value that one element can decide for a fold: false for `all`, true for `exists`. */
export const decisiveAnswer = ({ accuVar, accuInit }: ComprehensionExpr): boolean | undefined =>
  accuVar === accumulatorName && accuInit.kind === "literal" && typeof accuInit.value === "boolean"
    ? !accuInit.value
    : undefined;

/** Returns the predicate of a comprehension if it is the expansion of `all` or `exists` with one variable. */
export function quantifierOf({
  accuInit,
  accuVar,
  iterVar2,
  loopCondition,
  loopStep,
  result,
}: ComprehensionExpr): Quantifier | undefined {
  if (
    accuVar !== accumulatorName ||
    iterVar2 !== undefined ||
    accuInit.kind !== "literal" ||
    typeof accuInit.value !== "boolean" ||
    !isAccumulator(result)
  )
    return undefined;
  if (loopStep.kind !== "call" || !isCallOf(loopCondition, operators.notStrictlyFalse)) return undefined;
  const [accumulator, predicate] = loopStep.args;
  const expected = accuInit.value ? operators.logicalAnd : operators.logicalOr;
  if (predicate === undefined || !isAccumulator(accumulator) || loopStep.function !== expected) return undefined;
  return { predicate, decisive: !accuInit.value };
}
