import { actualSize } from "./actual-size.ts";
import type { CallCosts, CallEstimate, EstimatedCall, CostNode } from "./call-costs.ts";
import {
  addRanges,
  fixed,
  multiplyRanges,
  regexLength,
  scaleRange,
  stringTraversal,
  unitCost,
  type Range,
} from "./estimate.ts";
import { wrapUint64 } from "./uint64.ts";
import type { Value } from "../values/value.ts";

const traversal = (value: Value, factor = stringTraversal): number => Math.ceil(actualSize(value) * factor);

const argSize = (call: EstimatedCall, index = 0): Range => {
  const node = call.args[index];
  return node === undefined ? fixed(0) : call.sizeOf(node);
};

/** Returns the operand whose size determines the cost: the target, or else the first argument. */
const subject = ({ target, args }: EstimatedCall): CostNode | undefined => target ?? args[0];

function traversing(
  factor: number,
  resultSize?: (size: Range) => Range,
): (call: EstimatedCall) => CallEstimate | undefined {
  return (call) => {
    const node = subject(call);
    if (node === undefined) return undefined;
    const size = call.sizeOf(node);
    return { cost: scaleRange(size, factor), ...(resultSize && { resultSize: resultSize(size) }) };
  };
}

/** Costs of traversing a string `times` times; `sized` means that the result has the same size. */
export const traversalCosts = (times = 1, sized = false): CallCosts => ({
  estimate: traversing(times * stringTraversal, sized ? (size) => size : undefined),
  actual: (text) => traversal(text, times * stringTraversal),
});

const quarter = (value: Range["min"]): Range["min"] =>
  typeof value === "number" ? Math.trunc(value / 4) : wrapUint64(value / 4n);
const fourfold = (value: Range["min"]): Range["min"] => wrapUint64(BigInt(value) * 4n);

export const stringToBytesCosts: CallCosts = {
  estimate: traversing(stringTraversal, ({ min, max }) => ({ min, max: fourfold(max) })),
  actual: (text) => traversal(text),
};

export const bytesToStringCosts: CallCosts = {
  estimate: traversing(stringTraversal, ({ min, max }) => ({ min: quarter(min), max })),
  actual: (bytes) => traversal(bytes),
};

export const quoteCosts: CallCosts = {
  estimate: traversing(stringTraversal, ({ min, max }) => ({
    min: wrapUint64(BigInt(min) + 2n),
    max: wrapUint64(BigInt(max) * 2n + 2n),
  })),
  actual: (text) => traversal(text),
};

export const prefixCosts: CallCosts = {
  estimate: (call) => ({ cost: scaleRange(argSize(call), stringTraversal) }),
  actual: (text) => traversal(text),
};

/** Costs of searching for a substring at every position. */
export const containsCosts: CallCosts = {
  estimate: (call) => {
    if (call.target === undefined) return undefined;
    return {
      cost: multiplyRanges(
        scaleRange(call.sizeOf(call.target), stringTraversal),
        scaleRange(argSize(call), stringTraversal),
      ),
    };
  },
  actual: (text, part) => traversal(text) * traversal(part),
};

const regexRange = (text: Range, pattern: Range): Range =>
  multiplyRanges(scaleRange(addRanges(text, unitCost), stringTraversal), scaleRange(pattern, regexLength));

const regexActual = (text: Value, pattern: Value): number =>
  Math.ceil((1 + actualSize(text)) * stringTraversal) * traversal(pattern, regexLength);

export const matchesCosts: CallCosts = {
  estimate: (call) =>
    call.target === undefined ? undefined : { cost: regexRange(call.sizeOf(call.target), argSize(call)) },
  actual: (text, pattern) => regexActual(text, pattern),
};

export const findCosts: CallCosts = {
  estimate: (call) => {
    if (call.target === undefined) return undefined;
    const size = call.sizeOf(call.target);
    return { cost: regexRange(size, argSize(call)), resultSize: { min: 0, max: size.max } };
  },
  actual: (text, pattern) => regexActual(text, pattern),
};

export const formatCosts: CallCosts = { estimate: traversing(stringTraversal), actual: (text) => traversal(text) };
