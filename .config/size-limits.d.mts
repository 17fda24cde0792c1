/** Modules of the CEL engine that are loaded as one chunk. */
export declare const celEngine: RegExp;
