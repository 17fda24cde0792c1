import { global, member, type FunctionDecl } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import {
  distinctCosts,
  flattenCosts,
  rangeCosts,
  reverseCosts,
  sliceCosts,
  sortByCosts,
  sortCosts,
} from "../cost/list-costs.ts";
import { sortByMacro } from "../parser/binding-macros.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  stringType,
  timestampType,
  typeParam,
  uintType,
  type Type,
} from "../types/type.ts";
import { unsupported } from "../values/arithmetic.ts";
import { compareValues, isComparable } from "../values/compare.ts";
import { equalValues } from "../values/equality.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import type { Int } from "../values/int.ts";
import { ArrayList, ListValue, type Value } from "../values/value.ts";
import { isInt } from "../values/numeric.ts";
import { mostElements, type Effort } from "../values/effort.ts";
import { typeOfValue } from "../values/type-of.ts";
import { ofList } from "./typed.ts";

const listOfT = listOf(typeParam("T"));
const listOfDyn = listOf(dynType);
const interrupted = new EvalError("operation interrupted");

/** The numbers from 0 up to a size, which are not kept. */
class RangeList extends ListValue {
  override readonly size: number;

  constructor(size: number) {
    super();
    this.size = size;
  }

  override at(index: number): Value {
    return index;
  }
}

function slice(list: Value, start: Value, end: Value): Value {
  if (!(list instanceof ListValue) || !isInt(start) || !isInt(end)) return noSuchOverload;
  const problem = sliceProblem(list.size, start, end);
  return problem === undefined
    ? new ArrayList(Array.from({ length: Number(end) - Number(start) }, (_, i) => list.at(Number(start) + i)))
    : new EvalError(`cannot slice(${start}, ${end}), ${problem}`);
}

function sliceProblem(size: number, start: Int, end: Int): string | undefined {
  if (start < 0 || end < 0) return "negative indexes not supported";
  if (start > end) return "start index must be less than or equal to end index";
  return size < end ? `list is length ${size}` : undefined;
}

/** What copying an element takes; the cost of flattening counts the outer list only. */
const stepsPerElement = 3;

/** Flattens nested lists to a depth, with an explicit stack so that deep nesting cannot overflow the call stack. */
function flatten(list: ListValue, depth: Int, effort: Effort): Value {
  if (depth < 0) return new EvalError("level must be non-negative");
  const flat: Value[] = [];
  const stack = [{ list, next: 0, depth: Number(depth) }];
  effort.spend(stepsPerElement * list.size);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.next >= top.list.size) {
      stack.pop();
      continue;
    }
    const element = top.list.at(top.next++);
    if (element instanceof ListValue && top.depth > 0) {
      effort.spend(stepsPerElement * element.size);
      stack.push({ list: element, next: 0, depth: top.depth - 1 });
    } else if (flat.push(element) > mostElements) {
      return interrupted;
    }
  }
  return new ArrayList(flat);
}

function sortByKeys(list: Value, keys: Value, _: Value, __: Value, effort: Effort): Value {
  if (!(list instanceof ListValue)) return unsupported("@sortByAssociatedKeys", list);
  if (!(keys instanceof ListValue)) return noSuchOverload;
  if (list.size !== keys.size) {
    return new EvalError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  if (list.size === 0) return list;
  const problem = keyProblem(keys);
  if (problem !== undefined) return new EvalError(problem);
  effort.spend(list.size * (1 + Math.ceil(Math.log2(list.size))));
  const indices = Array.from({ length: list.size }, (_, i) => i);
  indices.sort((a, b) => order(keys.at(a), keys.at(b), effort));
  return new ArrayList(indices.map((i) => list.at(i)));
}

function keyProblem(keys: ListValue): string | undefined {
  const first = keys.at(0);
  if (!isComparable(first)) return "list elements must be comparable";
  const type = typeOfValue(first);
  const mixed = keys.size > 1 && keys.toArray().some((key) => typeOfValue(key) !== type);
  return mixed ? "list elements must have the same type" : undefined;
}

function order(a: Value, b: Value, effort: Effort): number {
  const compared = compareValues(a, b, effort);
  return compared instanceof EvalError ? 0 : compared;
}

function distinct(list: ListValue, effort: Effort): Value {
  const unique: Value[] = [];
  for (let i = 0; i < list.size; i++) {
    const element = list.at(i);
    if (!unique.some((other) => equalValues(element, other, effort) === true)) unique.push(element);
  }
  return new ArrayList(unique);
}

function range(end: Value): Value {
  if (!isInt(end)) return noSuchOverload;
  return end > mostElements ? interrupted : new RangeList(Math.max(Number(end), 0));
}

const comparable: readonly Type[] = [
  intType,
  uintType,
  doubleType,
  boolType,
  durationType,
  timestampType,
  stringType,
  bytesType,
];
const isSized = (type: Type): boolean => type === stringType || type === bytesType;

// oxfmt-ignore
const functions: readonly FunctionDecl[] = [
  { name: "slice", overloads: [member("list_slice", [listOfT, intType, intType], listOfT, slice, { costs: sliceCosts })] },
  {
    name: "flatten",
    overloads: [
      member("list_flatten", [listOf(listOfT)], listOfT, (list, _, __, ___, effort) => (list instanceof ListValue ? flatten(list, 1, effort) : new EvalError(`no such overload: ${typeOfValue(list)}.flatten()`)), {
        costs: flattenCosts,
      }),
      member("list_flatten_int", [listOfDyn, intType], listOfDyn, (list, depth, _, __, effort) => (list instanceof ListValue && isInt(depth) ? flatten(list, depth, effort) : new EvalError(`no such overload: ${typeOfValue(list)}.flatten(${typeOfValue(depth)})`)), {
        costs: flattenCosts,
      }),
    ],
    checksArguments: true,
  },
  {
    name: "sort",
    overloads: comparable.map((type) => member(`list_${type.name}_sort`, [listOf(type)], listOf(type), undefined, { costs: sortCosts(isSized(type)) })),
    singleton: (list, _, c, d, effort) => (list instanceof ListValue ? sortByKeys(list, list, c, d, effort) : unsupported("sort", list)),
  },
  {
    name: "@sortByAssociatedKeys",
    overloads: comparable.map((type) => member(`list_${type.name}_sortByAssociatedKeys`, [listOfT, listOf(type)], listOfT, undefined, { costs: sortByCosts(isSized(type)) })),
    singleton: sortByKeys,
  },
  { name: "lists.range", overloads: [global("lists_range", [intType], listOf(intType), range, { costs: rangeCosts })] },
  { name: "reverse", overloads: [member("list_reverse", [listOfT], listOfT, ofList((list) => new ArrayList([...list.toArray()].reverse())), { costs: reverseCosts })] },
  { name: "distinct", overloads: [member("list_distinct", [listOfT], listOfT, ofList(distinct), { costs: distinctCosts })] },
];

/** The lists library in version 3 (ext.Lists). */
export const extendedListsLibrary: Library = { name: "lists", functions, macros: [sortByMacro] };
