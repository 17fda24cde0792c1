import { isInt } from "../values/numeric.ts";
import { ListValue, MapValue, type Value } from "../values/value.ts";
import { byteLength } from "../../apimachinery/go-strings.ts";
import { actualSize } from "./actual-size.ts";
import type { CallCosts, CallEstimate, CostNode, EstimatedCall } from "./call-costs.ts";
import { addRanges, fixed, multiplyRanges, scaleRange, stringTraversal, unitCost, type Range } from "./estimate.ts";
import { addUint64, unbounded, wrapUint64, type Uint64 } from "./uint64.ts";

/** Returns a node for the elements of a list; undefined for types without elements. */
function elementNode(list: CostNode): CostNode | undefined {
  const [element] = list.type.params;
  return (
    element && {
      type: element,
      path: list.path.length === 0 ? [] : [...list.path, "@items"],
      expr: undefined,
      size: undefined,
    }
  );
}

function scanEstimate(call: EstimatedCall): CallEstimate | undefined {
  const { target } = call;
  if (target === undefined) return undefined;
  const size = call.sizeOf(target);
  const element = elementNode(target);
  if (element === undefined) return { cost: scaleRange(size, stringTraversal) };
  const isSized = element.type.kind === "string" || element.type.kind === "bytes";
  const cost = isSized ? addRanges(unitCost, scaleRange(call.sizeOf(element), stringTraversal)) : unitCost;
  return { cost: multiplyRanges(size, cost) };
}

/** A cost above all limits, at which values are not traversed any further. */
const enough = 20_000_000;

/** Returns the cost of traversing a value and its contents; strings count by their bytes. */
function traversalCost(value: Value): number {
  if (typeof value === "string") return Math.trunc(byteLength(value) * stringTraversal);
  if (value instanceof Uint8Array) return Math.trunc(value.length * stringTraversal);
  if (value instanceof ListValue) return listTraversal(value);
  return value instanceof MapValue ? mapTraversal(value) : 1;
}

function listTraversal(list: ListValue): number {
  let total = 0;
  for (let i = 0; i < list.size && total < enough; i++) total += traversalCost(list.at(i));
  return total;
}

function mapTraversal(map: MapValue): number {
  let total = 0;
  for (const key of map.keys()) {
    if (total >= enough) break;
    total += traversalCost(key) + traversalCost(map.find(key) ?? null);
  }
  return total;
}

/** Costs of functions that visit each element once. */
export const listScanCosts: CallCosts = { estimate: scanEstimate, actual: (list) => traversalCost(list) };

const divideUp = (a: Uint64, b: Uint64): Uint64 => {
  const quotient = Math.ceil(Number(a) / Number(b));
  return quotient >= 2 ** 64 ? unbounded : Number.isSafeInteger(quotient) ? quotient : BigInt(quotient);
};

interface Bound {
  readonly count: Uint64;
  readonly kept: Uint64;
}

/**
 * Bounds the number of occurrences of `old` in a string of a given size, and how much of the string remains. `by` is
 * true where a string without any occurrence gives the bound.
 */
function replacements(size: Uint64, old: Uint64, by: boolean): Bound {
  if (old === 0) return { count: addUint64(size, 1), kept: size };
  return by ? { count: 0, kept: size } : { count: divideUp(size, old), kept: 0 };
}

export const replaceCosts: CallCosts = {
  estimate: (call) => {
    const [old, by] = call.args;
    if (call.target === undefined || old === undefined || by === undefined) return undefined;
    const [size, oldSize, bySize] = [call.sizeOf(call.target), call.sizeOf(old), call.sizeOf(by)];
    const most = replacements(size.max, oldSize.min, bySize.max <= oldSize.min);
    const least = replacements(size.min, oldSize.max, oldSize.max <= bySize.min);
    const resultSize = addRanges(multiplyRanges({ min: least.count, max: most.count }, bySize), {
      min: least.kept,
      max: most.kept,
    });
    return { cost: scaleRange(size, 2 * stringTraversal), resultSize };
  },
  actual: (text) => Math.ceil(actualSize(text) * 2 * stringTraversal),
};

export const splitCosts: CallCosts = {
  estimate: (call) => {
    if (call.target === undefined) return undefined;
    const size = call.sizeOf(call.target);
    const limit = call.args[1]?.expr;
    const max = limit?.kind === "literal" && isInt(limit.value) ? wrapUint64(BigInt(limit.value)) : size.max;
    return { cost: scaleRange(size, 2 * stringTraversal), resultSize: { min: 0, max } };
  },
  actual: (text) => Math.ceil(actualSize(text) * 2 * stringTraversal),
};

const separators = (count: Uint64): Uint64 => (count > 0 ? wrapUint64(BigInt(count) - 1n) : 0);

function joinSize(call: EstimatedCall, list: CostNode): Range {
  const count = call.sizeOf(list);
  const element = elementNode(list);
  const elements = element === undefined ? fixed(0) : multiplyRanges(count, call.sizeOf(element));
  const [separator] = call.args;
  if (separator === undefined) return elements;
  return addRanges(
    elements,
    multiplyRanges(call.sizeOf(separator), { min: separators(count.min), max: separators(count.max) }),
  );
}

export const joinCosts: CallCosts = {
  estimate: (call) => {
    if (call.target === undefined) return undefined;
    const resultSize = joinSize(call, call.target);
    return { cost: scaleRange(resultSize, stringTraversal), resultSize };
  },
  actual: (_, __, result) => Math.ceil(actualSize(result) * 2 * stringTraversal),
  costsResult: true,
};
