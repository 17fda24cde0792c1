import { global, type FunctionDecl, type Implementation, type Overload } from "../env/declarations.ts";
import { operators } from "../operators.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  mapOf,
  stringType,
  timestampType,
  typeParam,
  uintType,
  type Type,
} from "../types/type.ts";
import {
  addValues,
  divideValues,
  moduloValues,
  multiplyValues,
  negateValue,
  subtractValues,
  unsupported,
} from "../values/arithmetic.ts";
import { compareValues, isComparable } from "../values/compare.ts";
import { EvalError, errorOr, noSuchOverload } from "../values/eval-error.ts";
import { ListValue, type Value } from "../values/value.ts";
import { additionCosts, comparisonCosts, equalityCosts, inListCosts } from "../cost/operator-costs.ts";
import { isIn } from "./container-functions.ts";

const paramA = typeParam("A");
const listOfA = listOf(paramA);
const mapOfAB = mapOf(paramA, typeParam("B"));

/** Returns a comparison operator, given a predicate on the order of its operands. */
function comparing(name: string, holds: (order: number) => boolean): Implementation {
  return (a, b, _, __, effort) => {
    if (typeof a === "number" && typeof b === "number") return holds(a - b);
    if (!isComparable(a)) return unsupported(name, a);
    const order = compareValues(a, b, effort);
    return order instanceof EvalError ? order : holds(order);
  };
}

const compareLess = comparing(operators.less, (order) => order < 0);
const compareLessEquals = comparing(operators.lessEquals, (order) => order <= 0);
const compareGreater = comparing(operators.greater, (order) => order > 0);
const compareGreaterEquals = comparing(operators.greaterEquals, (order) => order >= 0);

const comparedPairs: readonly (readonly [suffix: string, a: Type, b: Type])[] = [
  ["bool", boolType, boolType],
  ["int64", intType, intType],
  ["int64_double", intType, doubleType],
  ["int64_uint64", intType, uintType],
  ["uint64", uintType, uintType],
  ["uint64_double", uintType, doubleType],
  ["uint64_int64", uintType, intType],
  ["double", doubleType, doubleType],
  ["double_int64", doubleType, intType],
  ["double_uint64", doubleType, uintType],
  ["string", stringType, stringType],
  ["bytes", bytesType, bytesType],
  ["timestamp", timestampType, timestampType],
  ["duration", durationType, durationType],
];

const sized: ReadonlySet<string> = new Set(["string", "bytes"]);

function comparison(name: string, prefix: string, singleton: FunctionDecl["singleton"]): FunctionDecl {
  const overloads = comparedPairs.map(([suffix, a, b]) =>
    global(
      `${prefix}_${suffix}`,
      [a, b],
      boolType,
      undefined,
      sized.has(suffix) ? { costs: comparisonCosts } : undefined,
    ),
  );
  return { name, overloads, ...(singleton && { singleton }) };
}

type Row = readonly [id: string, args: readonly Type[], result: Type];

const rows = (list: readonly Row[]): readonly Overload[] => list.map(([id, args, result]) => global(id, args, result));

const same = (id: string, type: Type): Row => [id, [type, type], type];

/** Evaluates `a + b`. The cost counts what is copied only where the types are known. */
const addCounted: Implementation = (a, b, _, __, effort) => {
  if (typeof a === "string") effort.spend(a.length >> 5);
  else if (a instanceof ListValue && b instanceof ListValue) effort.spend(a.size + b.size);
  else if (a instanceof Uint8Array) effort.spend(a.length >> 4);
  return addValues(a, b);
};

const logicalNot = (value: Value): Value => (typeof value === "boolean" ? !value : errorOr(value, noSuchOverload));
const notStrictlyFalse = (value: Value): Value => (typeof value === "boolean" ? value : true);

// oxfmt-ignore
export const operatorFunctions: readonly FunctionDecl[] = [
  { name: operators.conditional, overloads: [global("conditional", [boolType, paramA, paramA], paramA)] },
  { name: operators.logicalAnd, overloads: [global("logical_and", [boolType, boolType], boolType)] },
  { name: operators.logicalOr, overloads: [global("logical_or", [boolType, boolType], boolType)] },
  { name: operators.logicalNot, overloads: [global("logical_not", [boolType], boolType)], singleton: logicalNot },
  { name: operators.notStrictlyFalse, overloads: [global("not_strictly_false", [boolType], boolType)], singleton: notStrictlyFalse },
  { name: operators.equals, overloads: [global("equals", [paramA, paramA], boolType, undefined, { costs: comparisonCosts })], costs: equalityCosts },
  { name: operators.notEquals, overloads: [global("not_equals", [paramA, paramA], boolType, undefined, { costs: comparisonCosts })] },
  {
    name: operators.add,
    overloads: [
      global("add_bytes", [bytesType, bytesType], bytesType, undefined, { costs: additionCosts }),
      ...rows([
        same("add_double", doubleType),
        same("add_duration_duration", durationType),
        ["add_duration_timestamp", [durationType, timestampType], timestampType],
        ["add_timestamp_duration", [timestampType, durationType], timestampType],
        same("add_int64", intType),
        same("add_list", listOfA),
      ]),
      global("add_string", [stringType, stringType], stringType, undefined, { costs: additionCosts }),
      ...rows([same("add_uint64", uintType)]),
    ],
    singleton: addCounted,
  },
  { name: operators.divide, overloads: rows([same("divide_double", doubleType), same("divide_int64", intType), same("divide_uint64", uintType)]), singleton: divideValues },
  { name: operators.modulo, overloads: rows([same("modulo_int64", intType), same("modulo_uint64", uintType)]), singleton: moduloValues },
  { name: operators.multiply, overloads: rows([same("multiply_double", doubleType), same("multiply_int64", intType), same("multiply_uint64", uintType)]), singleton: multiplyValues },
  { name: operators.negate, overloads: rows([["negate_double", [doubleType], doubleType], ["negate_int64", [intType], intType]]), singleton: negateValue },
  {
    name: operators.subtract,
    overloads: rows([
      same("subtract_double", doubleType),
      same("subtract_duration_duration", durationType),
      same("subtract_int64", intType),
      ["subtract_timestamp_duration", [timestampType, durationType], timestampType],
      ["subtract_timestamp_timestamp", [timestampType, timestampType], durationType],
      same("subtract_uint64", uintType),
    ]),
    singleton: subtractValues,
  },
  comparison(operators.less, "less", compareLess),
  comparison(operators.lessEquals, "less_equals", compareLessEquals),
  comparison(operators.greater, "greater", compareGreater),
  comparison(operators.greaterEquals, "greater_equals", compareGreaterEquals),
  { name: operators.index, overloads: rows([["index_list", [listOfA, intType], paramA], ["index_map", [mapOfAB, paramA], typeParam("B")]]) },
  {
    name: operators.in,
    overloads: [global("in_list", [paramA, listOfA], boolType, undefined, { costs: inListCosts }), global("in_map", [paramA, mapOfAB], boolType)],
    singleton: isIn,
  },
];
