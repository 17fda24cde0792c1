import type { CallExpr, ComprehensionExpr, Expr, ListExpr } from "../ast.ts";
import { operators } from "../operators.ts";
import { accumulatorName } from "../parser/macro.ts";

/** The parts of a `map` or `filter` macro. */
interface Collecting {
  readonly predicate: Expr | undefined;
  readonly transform: Expr;
  /** The call that appends to the result. */
  readonly adding: Expr;
}

const isAccumulator = (expr: Expr | undefined): boolean => expr?.kind === "ident" && expr.name === accumulatorName;
const isLiteral = (expr: Expr | undefined, value: number | boolean): boolean =>
  expr?.kind === "literal" && expr.value === value;
const callOf = (expr: Expr | undefined, name: string): CallExpr | undefined =>
  expr?.kind === "call" && expr.function === name ? expr : undefined;

/** Reports whether a comprehension has one variable and always visits all elements. */
const isExhaustive = ({ accuVar, iterVar2, loopCondition }: ComprehensionExpr): boolean =>
  accuVar === accumulatorName && iterVar2 === undefined && isLiteral(loopCondition, true);

/** Returns the condition and x of `condition ? x : accumulator`. */
function conditional(expr: Expr): readonly [condition: Expr, then: Expr] | undefined {
  const [condition, then, otherwise] = callOf(expr, operators.conditional)?.args ?? [];
  return condition && then && isAccumulator(otherwise) ? [condition, then] : undefined;
}

const isEmptyList = (expr: Expr): boolean => expr.kind === "list" && expr.elements.length === 0;
const isSingleton = (expr: Expr | undefined): expr is ListExpr =>
  expr?.kind === "list" && expr.elements.length === 1 && expr.optionals.size === 0;

/** Returns the parts of a comprehension if it is the expansion of `map` or `filter` with one variable. */
export function collectingOf(expr: ComprehensionExpr): Collecting | undefined {
  if (!isExhaustive(expr) || !isEmptyList(expr.accuInit) || !isAccumulator(expr.result)) return undefined;
  const [predicate, adding] = conditional(expr.loopStep) ?? [undefined, expr.loopStep];
  const [accumulator, added] = callOf(adding, operators.add)?.args ?? [];
  if (!isAccumulator(accumulator) || !isSingleton(added)) return undefined;
  const [transform] = added.elements;
  return transform && { predicate, transform, adding };
}

/** Returns the predicate of a comprehension if it is the expansion of `exists_one` with one variable. */
export function countedOf(expr: ComprehensionExpr): Expr | undefined {
  if (!isExhaustive(expr) || !isLiteral(expr.accuInit, 0)) return undefined;
  const [predicate, adding] = conditional(expr.loopStep) ?? [];
  const [accumulator, one] = callOf(adding, operators.add)?.args ?? [];
  const [counted, expected] = callOf(expr.result, operators.equals)?.args ?? [];
  return isAccumulator(accumulator) && isLiteral(one, 1) && isAccumulator(counted) && isLiteral(expected, 1)
    ? predicate
    : undefined;
}
