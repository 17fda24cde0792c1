import { Double } from "../../apimachinery/json/value.ts";
import { member, type FunctionDecl, type Implementation } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { listScanCosts } from "../cost/collection-costs.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listOf,
  stringType,
  timestampType,
  typeParam,
  uintType,
  type Type,
} from "../types/type.ts";
import { addValues } from "../values/arithmetic.ts";
import { compareValues, isComparable } from "../values/compare.ts";
import { Duration } from "../values/duration.ts";
import { equalValues } from "../values/equality.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { ListValue, type Value } from "../values/value.ts";
import { Uint } from "../values/uint.ts";
import type { Effort } from "../values/effort.ts";
import { ofList } from "./typed.ts";

type NamedType = readonly [name: string, type: Type];

const comparable: readonly NamedType[] = [
  ["int", intType],
  ["uint", uintType],
  ["double", doubleType],
  ["bool", boolType],
  ["duration", durationType],
  ["timestamp", timestampType],
  ["string", stringType],
  ["bytes", bytesType],
];
const summable: readonly (readonly [name: string, type: Type, zero: Value])[] = [
  ["int", intType, 0],
  ["uint", uintType, new Uint(0)],
  ["double", doubleType, new Double(0)],
  ["duration", durationType, new Duration(0)],
];

function isSorted(list: ListValue, effort: Effort): Value {
  for (let i = 0; i < list.size; i++) {
    const element = list.at(i);
    if (!isComparable(element)) return noSuchOverload;
    if (i > 0 && compareValues(list.at(i - 1), element, effort) === 1) return false;
  }
  return true;
}

const sumFrom = (zero: Value): Implementation =>
  ofList((list) => {
    let total = zero;
    for (let i = 0; i < list.size; i++) {
      total = addValues(total, list.at(i));
      if (total instanceof EvalError) return total;
    }
    return total;
  });

/**
 * Returns the best element of a list. `beaten` is the result of comparing the best element so far with a better one.
 */
const best = (name: string, beaten: number): Implementation =>
  ofList((list, effort) => {
    let found: Value | undefined;
    for (let i = 0; i < list.size; i++) {
      const element = list.at(i);
      if (!isComparable(element)) return noSuchOverload;
      if (found === undefined || compareValues(found, element, effort) === beaten) found = element;
    }
    return found ?? new EvalError(`${name} called on empty list`);
  });

const indexOf: Implementation = (list, value, _, __, effort) => {
  if (!(list instanceof ListValue)) return noSuchOverload;
  for (let i = 0; i < list.size; i++) if (equalValues(list.at(i), value, effort) === true) return i;
  return -1;
};

const lastIndexOf: Implementation = (list, value, _, __, effort) => {
  if (!(list instanceof ListValue)) return noSuchOverload;
  for (let i = list.size - 1; i >= 0; i--) if (equalValues(list.at(i), value, effort) === true) return i;
  return -1;
};

const element = typeParam("A");

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "isSorted", overloads: comparable.map(([name, type]) => member(`list_${name}_is_sorted_bool`, [listOf(type)], boolType, ofList(isSorted))), costs: listScanCosts },
  { name: "sum", overloads: summable.map(([name, type, zero]) => member(`list_${name}_sum_${name}`, [listOf(type)], type, sumFrom(zero))), costs: listScanCosts },
  { name: "max", overloads: comparable.map(([name, type]) => member(`list_${name}_max_${name}`, [listOf(type)], type, best("max", -1))), costs: listScanCosts },
  { name: "min", overloads: comparable.map(([name, type]) => member(`list_${name}_min_${name}`, [listOf(type)], type, best("min", 1))), costs: listScanCosts },
  { name: "indexOf", overloads: [member("list_a_index_of_int", [listOf(element), element], intType, indexOf)], costs: listScanCosts },
  { name: "lastIndexOf", overloads: [member("list_a_last_index_of_int", [listOf(element), element], intType, lastIndexOf)], costs: listScanCosts },
];

/** The Kubernetes list library. */
export const listsLibrary: Library = { name: "kubernetes.lists", functions };
