import type { CallCosts } from "./call-costs.ts";
import { fixed, unitCost } from "./estimate.ts";

/** One unit whatever the arguments. */
export const unitCosts: CallCosts = { estimate: () => ({ cost: unitCost }), actual: () => 1 };

/** The same cost every time. */
export const fixedCosts = (cost: number): CallCosts => ({
  estimate: () => ({ cost: fixed(cost) }),
  actual: () => cost,
});
