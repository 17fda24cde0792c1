/** Modules of the engine of expressions that are loaded as one piece. */
export declare const celEngine: RegExp;
