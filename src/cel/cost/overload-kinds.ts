import type { FunctionReference } from "../checker/checked-expr.ts";
import type { Overload } from "../env/declarations.ts";
import type { CallEstimate, EstimatedCall } from "./call-costs.ts";
import { unitCost } from "./estimate.ts";

/** A call that is asked about one overload after the other. */
export type OpenCall = Omit<EstimatedCall, "overloadId"> & { overloadId: string };

export const unitEstimate: CallEstimate = { cost: unitCost };

/** True for overloads that look into a list or a map. */
export const isIndex = ({ id }: Overload): boolean => id === "index_list" || id === "index_map";

/** True for overloads that cost a unit and tell nothing of sizes: of several one is enough. */
export const isPlain = ({ function: fn }: FunctionReference, overload: Overload): boolean =>
  fn.costs === undefined && overload.costs === undefined && overload.id !== "add_list" && !isIndex(overload);
