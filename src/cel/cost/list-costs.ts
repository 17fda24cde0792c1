import { isInt } from "../values/numeric.ts";
import type { Type } from "../types/type.ts";
import { wrongInterface } from "../values/eval-error.ts";
import { goNameOf } from "../values/print.ts";
import { typeOfValue } from "../values/type-of.ts";
import { ListValue, type Value } from "../values/value.ts";
import { actualSize } from "./actual-size.ts";
import type { CallCosts, CallEstimate, CostNode, EstimatedCall } from "./call-costs.ts";
import {
  addRanges,
  fixed,
  listCreation,
  multiplyRanges,
  scaleRange,
  stringTraversal,
  unitCost,
  type Range,
} from "./estimate.ts";
import { unbounded, wrapUint64, type Uint64 } from "./uint64.ts";

const sizeOfNode = (call: EstimatedCall, node: CostNode | undefined): Range =>
  node === undefined ? { min: 0, max: unbounded } : call.sizeOf(node);

/** Returns the cost of allocating a list of a given size. */
const allocating = (factor: number, resultSize: Range): CallEstimate => ({
  cost: addRanges(addRanges(scaleRange(resultSize, factor), unitCost), fixed(listCreation)),
  resultSize,
});

/** Go's conversion to uint64 of a float64 out of range. */
const indefinite = 2 ** 63;

function allocated(factor: number, size: number): number {
  const cost = size * factor;
  return (Math.abs(cost) < indefinite ? Math.trunc(cost) : indefinite) + 1 + listCreation;
}

/** Returns the value of a literal int argument, or else `otherwise`. */
function writtenInt(node: CostNode | undefined, otherwise: Uint64): Uint64 {
  const expr = node?.expr;
  if (expr?.kind !== "literal" || !isInt(expr.value)) return otherwise;
  return expr.value < 0 ? 0 : expr.value;
}

const byOutput: CallCosts["actual"] = (_, __, result) => allocated(1, actualSize(result));

export const sliceCosts: CallCosts = {
  estimate: (call) => {
    const start = BigInt(writtenInt(call.args[0], 0));
    const end = BigInt(writtenInt(call.args[1], sizeOfNode(call, call.target).max));
    return allocating(1, fixed(wrapUint64(end - start)));
  },
  actual: byOutput,
  costsResult: true,
};

export const rangeCosts: CallCosts = {
  estimate: (call) => allocating(1, fixed(writtenInt(call.args[0], unbounded))),
  actual: byOutput,
  costsResult: true,
};

export const reverseCosts: CallCosts = {
  estimate: (call) => allocating(1, sizeOfNode(call, call.target)),
  actual: byOutput,
  costsResult: true,
};

export const flattenCosts: CallCosts = {
  estimate: (call) =>
    allocating(Number(call.args.length === 1 ? writtenInt(call.args[0], unbounded) : 1), sizeOfNode(call, call.target)),
  actual: (list, depth, _, overloadId) =>
    allocated(overloadId === "list_flatten_int" ? depthOfGo(depth) : 1, actualSize(list)),
};

/** The cost of comparing all pairs of elements. */
const squared = (factor: number, size: Range): CallEstimate => allocating(factor, multiplyRanges(size, size));

/** Types of values with addition, the first trait that a list needs. */
const addable: ReadonlySet<Type["kind"]> = new Set([
  "bytes",
  "double",
  "duration",
  "int",
  "string",
  "timestamp",
  "uint",
]);

/** Casts a value to a list as upstream's cost tracking does, which fails for other values. */
function listOfGo(value: Value): ListValue {
  if (value instanceof ListValue) return value;
  const missing = addable.has(typeOfValue(value).kind) ? "Contains" : "Add";
  throw wrongInterface(goNameOf(value), `is not traits.Lister: missing method ${missing}`);
}

function depthOfGo(value: Value): number {
  if (isInt(value)) return Number(value);
  throw wrongInterface("ref.Val", `is ${goNameOf(value)}, not types.Int`);
}

function selfComparison(value: Value): number {
  const list = listOfGo(value);
  if (list.size === 0) return allocated(2, 0);
  const first = list.at(0);
  const factor = typeof first === "string" || first instanceof Uint8Array ? 2 + stringTraversal : 2;
  return allocated(factor, list.size * list.size);
}

export const distinctCosts: CallCosts = {
  estimate: (call) => squared(2, sizeOfNode(call, call.target)),
  actual: (list) => selfComparison(list),
};

/** Costs of sorting; `isSized` means that elements are strings or bytes. */
export const sortCosts = (isSized: boolean): CallCosts => ({
  estimate: (call) => squared(isSized ? 2 + stringTraversal : 2, sizeOfNode(call, call.target)),
  actual: (list) => selfComparison(list),
});

export const sortByCosts = (isSized: boolean): CallCosts => ({
  estimate: (call) => squared(isSized ? 2 + stringTraversal : 2, sizeOfNode(call, call.args[0])),
  actual: (_, keys) => selfComparison(keys),
});

/** Costs of comparing all pairs of elements of two sets, times a factor. */
export const setCosts = (factor: number): CallCosts => ({
  estimate: (call) => ({
    cost: addRanges(
      scaleRange(multiplyRanges(sizeOfNode(call, call.args[0]), sizeOfNode(call, call.args[1])), factor),
      unitCost,
    ),
  }),
  actual: (a, b) => 1 + Math.trunc(actualSize(a) * actualSize(b) * factor),
});
