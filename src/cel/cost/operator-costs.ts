import { addRanges, fixed, scaleRange, stringTraversal, unitCost, type Range } from "./estimate.ts";
import type { CallCosts, EstimatedCall } from "./call-costs.ts";
import { actualSize } from "./actual-size.ts";
import { isEquivalentType } from "../types/type.ts";
import { minUint64 } from "./uint64.ts";
import { countRunes } from "../values/text-index.ts";
import { OpaqueValue, type Value } from "../values/value.ts";

const sizeAt = (call: EstimatedCall, index: number): Range => {
  const node = call.args[index];
  return node === undefined ? fixed(0) : call.sizeOf(node);
};

/** Returns the smaller of two sizes. A text of more than twice as many units as another one is not read. */
function smallerSize(a: Value, b: Value): number {
  if (typeof a !== "string" || typeof b !== "string") return Math.min(actualSize(a), actualSize(b));
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const size = countRunes(shorter);
  return longer.length >= 2 * shorter.length ? size : Math.min(size, countRunes(longer));
}

/** Costs of comparing both operands up to the length of the shorter one. */
export const comparisonCosts: CallCosts = {
  estimate: (call) => {
    const max = minUint64(sizeAt(call, 0).max, sizeAt(call, 1).max);
    return { cost: scaleRange({ min: max > 0 ? 1 : 0, max }, stringTraversal) };
  },
  actual: (a, b) => Math.ceil(smallerSize(a, b) * stringTraversal),
};

/** Types that compare at unit cost, and the largest size of those with a known bound. */
const unitTypes: ReadonlySet<string> = new Set([
  "net.IP",
  "net.CIDR",
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.authorization.Authorizer",
  "kubernetes.authorization.PathCheck",
  "kubernetes.authorization.GroupCheck",
  "kubernetes.authorization.ResourceCheck",
  "kubernetes.authorization.Decision",
]);
const maxFormatSize = 64;

/** Costs of equality. Kubernetes' own types compare at unit cost. */
export const equalityCosts: CallCosts = {
  estimate: ({ args }) => {
    const [left, right] = args;
    if (left === undefined || right === undefined || !isEquivalentType(left.type, right.type)) return undefined;
    if (unitTypes.has(left.type.name)) return { cost: unitCost };
    if (left.type.name === "kubernetes.NamedFormat")
      return { cost: scaleRange({ min: 1, max: maxFormatSize }, stringTraversal) };
    if (left.type.name !== "kubernetes.URL") return undefined;
    return { cost: scaleRange({ min: 1, max: right.size?.max ?? 1 }, stringTraversal) };
  },
  actual: (left) => (left instanceof OpaqueValue && left.comparesAtUnitCost ? 1 : undefined),
};

/** Costs of copying both operands. */
export const additionCosts: CallCosts = {
  estimate: (call) => {
    const resultSize = addRanges(sizeAt(call, 0), sizeAt(call, 1));
    return { cost: scaleRange(resultSize, stringTraversal), resultSize };
  },
  actual: (a, b) => Math.ceil((actualSize(a) + actualSize(b)) * stringTraversal),
};

export const inListCosts: CallCosts = {
  estimate: (call) => ({ cost: scaleRange(sizeAt(call, 1), 1) }),
  actual: (_, list) => actualSize(list),
};
