import type { FunctionReference } from "../checker/checked-expr.ts";
import type { Overload } from "../env/declarations.ts";
import type { CallEstimate, EstimatedCall } from "./call-costs.ts";
import { unitCost } from "./estimate.ts";

/** A call whose overload id is set in turn to each candidate. */
export type OpenCall = Omit<EstimatedCall, "overloadId"> & { overloadId: string };

export const unitEstimate: CallEstimate = { cost: unitCost };

/** Reports whether an overload is an index into a list or map. */
export const isIndex = ({ id }: Overload): boolean => id === "index_list" || id === "index_map";

/** Reports whether an overload costs one unit and estimates no size; of several such, one suffices. */
export const isPlain = ({ function: fn }: FunctionReference, overload: Overload): boolean =>
  fn.costs === undefined && overload.costs === undefined && overload.id !== "add_list" && !isIndex(overload);
