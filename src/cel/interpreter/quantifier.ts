import type { ComprehensionExpr, Expr } from "../ast.ts";
import { operators } from "../operators.ts";
import { accumulatorName } from "../parser/macro.ts";

/** What `all` or `exists` ask of each element, and the answer that ends them. */
interface Quantifier {
  readonly predicate: Expr;
  readonly decisive: boolean;
}

const isAccumulator = (expr: Expr | undefined): boolean => expr?.kind === "ident" && expr.name === accumulatorName;
const isCallOf = (expr: Expr | undefined, name: string): boolean => expr?.kind === "call" && expr.function === name;

/** What one element alone can decide a fold to, with one variable or two: false for `all`, true for `exists`. */
export const decisiveAnswer = ({ accuVar, accuInit }: ComprehensionExpr): boolean | undefined =>
  accuVar === accumulatorName && accuInit.kind === "literal" && typeof accuInit.value === "boolean"
    ? !accuInit.value
    : undefined;

/** The predicate where a comprehension is what the macros `all` and `exists` with one variable become. */
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
