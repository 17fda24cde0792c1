import { pushAll } from "../../apimachinery/long-lists.ts";
import type { Expr, ListExpr, MapExpr } from "../ast.ts";
import { compilePattern } from "../library/regex-engine.ts";
import { formatType } from "../types/format.ts";
import { isEquivalentType, unwrapOptional, type Type } from "../types/type.ts";
import { toDuration, toTimestamp } from "../values/convert.ts";
import { EvalError } from "../values/eval-error.ts";
import type { Value } from "../values/value.ts";
import type { CheckedExpr } from "./checked-expr.ts";
import { callsOf, visitNodes, type Finding, type Validator } from "./validator.ts";

/** Returns a validator for literals passed as the first argument of a function. */
function literalsOf(name: string, isGood: (value: Value) => boolean): Validator {
  return (checked) =>
    callsOf(checked, name).flatMap(({ args: [arg] }) =>
      arg?.kind === "literal" && !isGood(arg.value) ? [{ at: arg, message: `invalid ${name} argument` }] : [],
    );
}

const isPattern = (value: Value): boolean => typeof value === "string" && typeof compilePattern(value) !== "string";

const mismatch = (at: Expr, expected: Type, found: Type): Finding => ({
  at,
  message: `expected type '${formatType(expected)}' but found '${formatType(found)}'`,
});

function listFindings(checked: CheckedExpr, list: ListExpr): readonly Finding[] {
  const types = list.elements.map((element, i) =>
    list.optionals.has(i) ? unwrapOptional(checked.typeOf(element)) : checked.typeOf(element),
  );
  const [first] = types;
  const odd = first === undefined ? -1 : types.findIndex((type) => !isEquivalentType(first, type));
  const [element, type] = [list.elements[odd], types[odd]];
  return first === undefined || element === undefined || type === undefined ? [] : [mismatch(element, first, type)];
}

function mapFindings(checked: CheckedExpr, { entries }: MapExpr): readonly Finding[] {
  const [first] = entries;
  if (first === undefined) return [];
  const valueType = (entry: MapExpr["entries"][number]): Type =>
    entry.optional ? unwrapOptional(checked.typeOf(entry.value)) : checked.typeOf(entry.value);
  const keyType = checked.typeOf(first.key);
  return entries.flatMap((entry) => [
    ...(isEquivalentType(keyType, checked.typeOf(entry.key))
      ? []
      : [mismatch(entry.key, keyType, checked.typeOf(entry.key))]),
    ...(isEquivalentType(valueType(first), valueType(entry))
      ? []
      : [mismatch(entry.value, valueType(first), valueType(entry))]),
  ]);
}

const isExempt = (ancestors: readonly Expr[]): boolean =>
  ancestors.some((expr) => expr.kind === "call" && expr.function === "format");

/** Checks that list and map literals have elements of a single type, except in arguments of `format`. */
const homogeneousLiterals: Validator = (checked) => {
  const findings: Finding[] = [];
  if (!checked.text.includes("[") && !checked.text.includes("{")) return findings;
  visitNodes(checked.expr, (expr, ancestors) => {
    if ((expr.kind !== "list" && expr.kind !== "map") || isExempt(ancestors)) return;
    pushAll(findings, expr.kind === "list" ? listFindings(checked, expr) : mapFindings(checked, expr));
  });
  return findings;
};

/** Validators for literal durations, timestamps and patterns, and for homogeneous list and map literals. */
export const literalValidators: readonly Validator[] = [
  literalsOf("duration", (value) => !(toDuration(value) instanceof EvalError)),
  literalsOf("timestamp", (value) => !(toTimestamp(value) instanceof EvalError)),
  literalsOf("matches", isPattern),
  homogeneousLiterals,
];
