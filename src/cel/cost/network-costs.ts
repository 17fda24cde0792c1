import type { Value } from "../values/value.ts";
import { actualSize } from "./actual-size.ts";
import type { CallCosts, EstimatedCall } from "./call-costs.ts";
import { addRanges, scaleRange, stringTraversal, unitCost, type Range } from "./estimate.ts";

/** The size of an address in bytes: IPv4 at minimum, IPv6 at maximum. */
const addressSize: Range = { min: 4, max: 16 };
const bothAddresses = scaleRange(addRanges(addressSize, addressSize), stringTraversal);

const parsing = (call: EstimatedCall): Range => {
  const [text] = call.args;
  return text === undefined ? { min: 0, max: 0 } : scaleRange(call.sizeOf(text), stringTraversal);
};

const traversal = (value: Value | undefined): number => Math.ceil(actualSize(value ?? null) * stringTraversal);
const comparing = (cidr: Value | undefined): number => Math.ceil(2 * actualSize(cidr ?? null) * stringTraversal);

/** Costs of `ip(text)`, which traverses a string, and of `cidr.ip()`, which costs one unit. */
export const ipCosts: CallCosts = {
  estimate: (call) => ({ cost: call.overloadId === "cidr_ip" ? unitCost : parsing(call) }),
  actual: (text, _, __, overloadId) => (overloadId === "cidr_ip" ? 1 : traversal(text)),
};

export const containsIpCosts: CallCosts = {
  estimate: (call) => ({
    cost: call.overloadId === "cidr_contains_ip_string" ? addRanges(bothAddresses, parsing(call)) : bothAddresses,
  }),
  actual: (cidr, other, _, overloadId) =>
    comparing(cidr) + (overloadId === "cidr_contains_ip_string" ? traversal(other) : 0),
};

const masking = addRanges(addRanges(bothAddresses, scaleRange(addressSize, stringTraversal)), unitCost);

export const containsCidrCosts: CallCosts = {
  estimate: (call) => ({
    cost: call.overloadId === "cidr_contains_cidr_string" ? addRanges(masking, parsing(call)) : masking,
  }),
  actual: (cidr, other, _, overloadId) =>
    comparing(cidr) + traversal(cidr) + 1 + (overloadId === "cidr_contains_cidr_string" ? traversal(other) : 0),
};
