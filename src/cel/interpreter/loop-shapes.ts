import type { CallExpr, ComprehensionExpr, Expr, ListExpr } from "../ast.ts";
import { operators } from "../operators.ts";
import { accumulatorName } from "../parser/macro.ts";

/** What `map` and `filter` make of each element. */
interface Collecting {
  readonly predicate: Expr | undefined;
  readonly transform: Expr;
  /** The call that adds to what is collected. */
  readonly adding: Expr;
}

const isAccumulator = (expr: Expr | undefined): boolean => expr?.kind === "ident" && expr.name === accumulatorName;
const isLiteral = (expr: Expr | undefined, value: number | boolean): boolean =>
  expr?.kind === "literal" && expr.value === value;
const callOf = (expr: Expr | undefined, name: string): CallExpr | undefined =>
  expr?.kind === "call" && expr.function === name ? expr : undefined;

/** True for a macro of one variable that goes through everything. */
const isExhaustive = ({ accuVar, iterVar2, loopCondition }: ComprehensionExpr): boolean =>
  accuVar === accumulatorName && iterVar2 === undefined && isLiteral(loopCondition, true);

/** `condition ? x : accumulator`: the condition and x. */
function conditional(expr: Expr): readonly [condition: Expr, then: Expr] | undefined {
  const [condition, then, otherwise] = callOf(expr, operators.conditional)?.args ?? [];
  return condition && then && isAccumulator(otherwise) ? [condition, then] : undefined;
}

const isEmptyList = (expr: Expr): boolean => expr.kind === "list" && expr.elements.length === 0;
const isSingleton = (expr: Expr | undefined): expr is ListExpr =>
  expr?.kind === "list" && expr.elements.length === 1 && expr.optionals.size === 0;

/** The parts where a comprehension is what `map` or `filter` with one variable become. */
export function collectingOf(expr: ComprehensionExpr): Collecting | undefined {
  if (!isExhaustive(expr) || !isEmptyList(expr.accuInit) || !isAccumulator(expr.result)) return undefined;
  const [predicate, adding] = conditional(expr.loopStep) ?? [undefined, expr.loopStep];
  const [accumulator, added] = callOf(adding, operators.add)?.args ?? [];
  if (!isAccumulator(accumulator) || !isSingleton(added)) return undefined;
  const [transform] = added.elements;
  return transform && { predicate, transform, adding };
}

/** The predicate where a comprehension is what `exists_one` with one variable becomes. */
export function countedOf(expr: ComprehensionExpr): Expr | undefined {
  if (!isExhaustive(expr) || !isLiteral(expr.accuInit, 0)) return undefined;
  const [predicate, adding] = conditional(expr.loopStep) ?? [];
  const [accumulator, one] = callOf(adding, operators.add)?.args ?? [];
  const [counted, expected] = callOf(expr.result, operators.equals)?.args ?? [];
  return isAccumulator(accumulator) && isLiteral(one, 1) && isAccumulator(counted) && isLiteral(expected, 1)
    ? predicate
    : undefined;
}
