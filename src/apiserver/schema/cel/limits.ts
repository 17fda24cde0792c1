/** The largest request, from which sizes that no schema bounds are estimated. */
export const maxRequestBytes = 3 * 1024 * 1024;

/** What all rules together may cost on one object (RuntimeCELCostBudget). */
export const runtimeCostBudget = 10_000_000;

/** What one expression may be estimated to cost, however often it runs (StaticEstimatedCostLimit). */
export const expressionCostLimit = 10_000_000;

/** What all expressions of a schema may be estimated to cost together (StaticEstimatedCRDCostLimit). */
export const schemaCostLimit = 100_000_000;

/** Bytes of the longest message an expression may make. */
export const longestMessage = 5 * 1024;
