/** The maximum request size in bytes. The sizes of values without a bound in the schema are estimated from it. */
export const maxRequestBytes = 3 * 1024 * 1024;

/** The cost budget of all rules evaluated on one object (RuntimeCELCostBudget). */
export const runtimeCostBudget = 10_000_000;

/** The limit on the estimated cost of one expression over all its evaluations (StaticEstimatedCostLimit). */
export const expressionCostLimit = 10_000_000;

/** The limit on the estimated cost of all expressions of a schema together (StaticEstimatedCRDCostLimit). */
export const schemaCostLimit = 100_000_000;

/** The maximum length in bytes of a message produced by a messageExpression. */
export const longestMessage = 5 * 1024;
