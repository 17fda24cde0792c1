/** Thrown for an expression that is nested too deeply. */
export class TooDeep extends Error {}
