import type { CallCosts } from "./call-costs.ts";
import { fixed, unitCost } from "./estimate.ts";

/** A cost of one unit, regardless of the arguments. */
export const unitCosts: CallCosts = { estimate: () => ({ cost: unitCost }), actual: () => 1 };

/** A constant cost. */
export const fixedCosts = (cost: number): CallCosts => ({
  estimate: () => ({ cost: fixed(cost) }),
  actual: () => cost,
});
